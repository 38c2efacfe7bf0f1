export { type CampaignFilter, campaignStatuses } from './api/campaigns';
