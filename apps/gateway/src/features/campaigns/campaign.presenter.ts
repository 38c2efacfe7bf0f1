import { type Campaign, channels } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { Count, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

export const statuses = [
  'DRAFT',
  'SCHEDULED',
  'SENDING',
  'PAUSED',
  'SENT',
  'CANCELLED',
] as const satisfies Campaign['status'][];
export const CampaignStatus = OneOf(statuses, { $id: 'CampaignStatus' });

const head = {
  _id: Id(),
  creator: Id(),
  name: Text('Spring concert', {
    description: 'The name, which is also the subject of the email; empty if a draft has none yet',
  }),
  status: CampaignStatus,
  message: Text('<p>Hello {{name|friend}}!</p>', { description: 'The email; empty if there is none' }),
};
const otherMessages = {
  whatsappMessage: OrNull(Text('*Hello* {{name|friend}}!')),
  smsMessage: OrNull(Text('Hello {{name|friend}}!')),
};
const rest = {
  shouldRemoveWatermark: Type.Boolean(),
  groups: Type.Array(Id()),
  createdAt: Time(),
  updatedAt: Time({ description: 'Changes only when the campaign is edited or published' }),
};

/** A campaign in lists and in the answer to create. `message` is always text: empty if there is no email. */
export const CampaignView = View('Campaign', { ...head, ...rest });
/** A campaign in the answer to publish. */
export const PublishedCampaignView = View('PublishedCampaign', { ...head, ...otherMessages, ...rest });

const TemplateView = View('WhatsappTemplate', {
  contentSid: Text(`HX${'0123456789abcdef'.repeat(2)}`),
  variables: Type.Record(Type.String(), Type.String(), { examples: [{ 1: '{{name|friend}}' }] }),
});

/** All fields of a campaign; unset ones are null. */
export const CampaignDetailView = View('CampaignDetail', {
  ...PublishedCampaignView.properties,
  whatsappTemplate: OrNull(TemplateView),
  senders: Type.Partial(Type.Object(Object.fromEntries(channels.map((channel) => [channel, Id()]))), {
    description: 'The senders that the campaign names, by channel. Other channels use their default senders',
  }),
  scheduledAt: OrNull(Time()),
  maxLateness: OrNull(Count(3600, { description: 'How late it may start (seconds)' })),
  publishedAt: OrNull(Time()),
  finishedAt: OrNull(Time()),
  statusReason: OrNull(
    Text('TOO_LATE', {
      description: 'Why it was CANCELLED or PAUSED, if no user did that; or why it waits: RUNNING_LIMIT',
    }),
  ),
});

/** Written by hand, as lists of these come whole: projecting one costs as much as writing it as JSON. */
export function presentCampaign(campaign: Campaign): Static<typeof CampaignView> {
  return {
    _id: campaign.id,
    creator: campaign.userId,
    name: campaign.name,
    status: campaign.status,
    message: campaign.bodies.EMAIL ?? '',
    shouldRemoveWatermark: campaign.shouldRemoveWatermark,
    groups: campaign.groups,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
  };
}

/** In a list that is asked for without messages. Clients count on all of the keys. */
export const presentSummary = (campaign: Campaign): Static<typeof CampaignView> => ({
  ...presentCampaign(campaign),
  message: '',
});

const withAllMessages = (campaign: Campaign) => ({
  ...campaign,
  ...presentCampaign(campaign),
  whatsappMessage: campaign.bodies.WHATSAPP,
  smsMessage: campaign.bodies.SMS,
});

export const presentPublishedCampaign = presenter(PublishedCampaignView, withAllMessages);
export const presentCampaignDetail = presenter(CampaignDetailView, (campaign: Campaign) => ({
  ...withAllMessages(campaign),
  senders: campaign.senders ?? {},
}));
