import type { Campaign } from '@carillon/contracts';

/** A campaign as lists and the answer to create show it. `message` is text always: empty where there is no email. */
export interface CampaignView {
  _id: string;
  creator: string;
  name: string;
  status: Campaign['status'];
  message: string;
  shouldRemoveWatermark: boolean;
  groups: string[];
  createdAt: string;
  updatedAt: string;
}

/** A campaign as the answer to publish shows it. */
export interface PublishedCampaignView extends CampaignView {
  whatsappMessage: string | null;
  smsMessage: string | null;
}

/** Everything there is to see of a campaign; null what is not set. */
export interface CampaignDetailView extends PublishedCampaignView {
  whatsappTemplate: Campaign['whatsappTemplate'];
  scheduledAt: string | null;
  /** Seconds. */
  maxLateness: number | null;
  publishedAt: string | null;
  finishedAt: string | null;
  statusReason: string | null;
}

export function presentCampaign(campaign: Campaign): CampaignView {
  return {
    _id: campaign.id,
    creator: campaign.userId,
    name: campaign.name,
    status: campaign.status,
    message: campaign.bodies.EMAIL ?? '',
    shouldRemoveWatermark: campaign.removeCredits,
    groups: campaign.groups,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
  };
}

export function presentPublishedCampaign(campaign: Campaign): PublishedCampaignView {
  const { _id, creator, name, status, message, ...rest } = presentCampaign(campaign);
  const { WHATSAPP: whatsappMessage, SMS: smsMessage } = campaign.bodies;
  return { _id, creator, name, status, message, whatsappMessage, smsMessage, ...rest };
}

export function presentCampaignDetail(campaign: Campaign): CampaignDetailView {
  const { whatsappTemplate, scheduledAt, maxLateness, publishedAt, finishedAt, statusReason } = campaign;
  return {
    ...presentPublishedCampaign(campaign),
    whatsappTemplate,
    scheduledAt,
    maxLateness,
    publishedAt,
    finishedAt,
    statusReason,
  };
}
