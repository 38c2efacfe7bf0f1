export { type CampaignFilter, campaignStatuses } from './api/campaigns';
export { titleOf } from './draft/draft';
