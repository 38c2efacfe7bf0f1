import type { Campaign } from '@carillon/contracts';

/** The campaign as its creation answered, whatever has become of it since. */
export const asCreated = (campaign: Campaign): Campaign => ({
  ...campaign,
  status: 'DRAFT',
  statusReason: null,
  updatedAt: campaign.createdAt,
  publishedAt: null,
  finishedAt: null,
});

/** The campaign as its publishing answered, whatever has become of it since. */
export const asPublished = (campaign: Campaign): Campaign => ({
  ...campaign,
  status: 'SENDING',
  statusReason: null,
  updatedAt: campaign.publishedAt ?? campaign.updatedAt,
  finishedAt: null,
});
