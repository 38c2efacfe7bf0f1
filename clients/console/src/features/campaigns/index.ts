export { type CampaignFilter, type ListedCampaign, approvalStates, campaignStatuses } from './api/campaigns';
export { type Figures, useFigures } from './api/figures';
export { titleOf } from './draft/title';
