import {
  type Attachment,
  type Audience,
  type Campaign,
  type EmailDesign,
  type EmailSource,
  type Translation,
  channels,
  engineOf,
  engines,
  textsIn,
} from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { ApprovalView, presentApproval } from './approval.presenter';
import { designSchema } from './email-source.input';
import { ChannelName, Count, Id, OneOf, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

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
    description:
      'The name, which is also the email subject if there is no subject; empty if a draft has no name yet',
  }),
  status: CampaignStatus,
  message: Text('<p>Hello {{name|friend}}!</p>', {
    description: 'The HTML of the email; empty if there is none',
  }),
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

/** A campaign in lists and in the response to create. `message` is always a string, which is empty without an email. */
export const CampaignView = View('Campaign', { ...head, ...rest });
/** A campaign in the response to publish. */
export const PublishedCampaignView = View('PublishedCampaign', { ...head, ...otherMessages, ...rest });

const TemplateView = View('WhatsappTemplate', {
  contentSid: Text(`HX${'0123456789abcdef'.repeat(2)}`),
  variables: Type.Record(Type.String(), Type.String(), { examples: [{ 1: '{{name|friend}}' }] }),
});

const UtmView = View('CampaignUtm', {
  isOn: Type.Boolean({ description: 'Whether the links of the email get the parameters' }),
  source: OrNull(Text('newsletter')),
  medium: OrNull(Text('email')),
  campaign: OrNull(Text('spring-2026')),
});

const FileView = View('MessageFile', {
  _id: Id({ description: 'The uploaded file' }),
  name: Text('Menu.pdf'),
  type: Text('application/pdf', { description: 'The media type' }),
  bytes: Count(48_213),
});

const sourceProperties = {
  emailDesign: OrNull(Type.Unsafe<EmailDesign>(designSchema as never), {
    description: 'The blocks that the email is made from',
  }),
  emailMjml: OrNull(
    Text('<mjml><mj-body></mj-body></mjml>', { description: 'The MJML that the email is made from' }),
  ),
};

const TranslationView = View('Translation', {
  subject: OrNull(Text('Frühlingskonzert')),
  preheader: OrNull(Text('Zwei Karten zum Preis von einer')),
  emailMessage: OrNull(Text('<p>Hallo {{name|}}!</p>')),
  ...sourceProperties,
  whatsappMessage: OrNull(Text('*Hallo* {{name|}}!')),
  smsMessage: OrNull(Text('Hallo {{name|}}!')),
  whatsappTemplate: OrNull(TemplateView),
});

/** The messages and their settings. Unset fields are null. */
export const contentProperties = {
  message: head.message,
  ...otherMessages,
  shouldRemoveWatermark: rest.shouldRemoveWatermark,
  subject: OrNull(Text('Spring concert', { description: 'The subject of the email; null: the name' })),
  preheader: OrNull(
    Text('Two tickets for the price of one', {
      description: 'The text that email clients show beside the subject',
    }),
  ),
  ...sourceProperties,
  fromName: OrNull(Text('Ann of Carillon', { description: 'Null: the name from the sender' })),
  replyTo: OrNull(Text('ann@example.com', { description: 'Null: the address from the sender' })),
  attachments: Type.Array(FileView, {
    description: 'The files of the email, as they were when they were attached',
  }),
  whatsappMedia: OrNull(FileView, {
    description: 'The file of the WhatsApp message, as it was when it was chosen',
  }),
  smsMedia: OrNull(FileView, { description: 'The file of the SMS, which is then an MMS' }),
  whatsappTemplate: OrNull(TemplateView),
  utm: OrNull(UtmView, {
    description: 'The UTM parameters of the links. Null, also for a value: as in the account',
  }),
  engine: OneOf(engines, { description: 'The language of the texts: placeholders, or Liquid' }),
  translations: Type.Record(Type.String(), TranslationView, {
    description: 'The texts for people who read another language, by its tag. Null: as for everyone',
  }),
};

/** All fields of a campaign. Unset fields are null. */
export const CampaignDetailView = View('CampaignDetail', {
  ...PublishedCampaignView.properties,
  ...contentProperties,
  audience: Part(
    {
      segments: Type.Array(Id(), { description: 'Segments whose people also get the campaign' }),
      excludeGroups: Type.Array(Id(), { description: 'Groups whose people never get the campaign' }),
      excludeSegments: Type.Array(Id(), { description: 'Segments whose people never get the campaign' }),
      topic: OrNull(Id(), { description: 'The topic that recipients can leave' }),
      channels: Part(
        {
          strategy: OneOf(['EVERY', 'FIRST'], {
            description:
              'Whether people get the message on every channel, or on the first one that reaches them',
          }),
          order: Type.Array(ChannelName, { description: 'The order of the channels for FIRST' }),
          fallbackHours: OrNull(
            Count(4, {
              description:
                'How long after a delivery was planned a permanent failure leads to the next channel (hours). Null: never',
            }),
          ),
        },
        { description: 'How the campaign uses the channels of a person' },
      ),
    },
    { description: 'Whom the campaign targets besides its groups, and whom it excludes' },
  ),
  senders: Type.Partial(Type.Object(Object.fromEntries(channels.map((channel) => [channel, Id()]))), {
    description: 'The senders that the campaign names, by channel. Other channels use their default senders',
  }),
  tags: Type.Array(Text('Spring')),
  archived: Type.Boolean({ description: 'Whether the campaign is in the archive' }),
  approval: OrNull(ApprovalView, { description: 'The latest request for an approval. Null: none' }),
  scheduledAt: OrNull(Time()),
  maxLateness: OrNull(Count(3600, { description: 'The maximum delay of the start (seconds)' })),
  publishedAt: OrNull(Time()),
  finishedAt: OrNull(Time()),
  statusReason: OrNull(
    Text('TOO_LATE', {
      description:
        'The reason for CANCELLED or PAUSED, unless a user changed the status; or RUNNING_LIMIT while the campaign waits',
    }),
  ),
});

/**
 * Written by hand, because lists contain all campaigns, and projecting a campaign costs as much as serializing it to
 * JSON.
 */
export function presentCampaign(campaign: Campaign): Static<typeof CampaignView> {
  return {
    _id: campaign.id,
    creator: campaign.userId,
    name: campaign.name,
    status: campaign.status,
    message: textsIn(campaign.content).bodies.EMAIL ?? '',
    shouldRemoveWatermark: campaign.content.shouldRemoveWatermark,
    groups: campaign.groups,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
  };
}

/** A campaign in a list without messages. Clients rely on all of the keys. */
export const presentSummary = (campaign: Campaign): Static<typeof CampaignView> => ({
  ...presentCampaign(campaign),
  message: '',
});

const presentFile = ({ id, ...file }: Attachment) => ({ ...file, _id: id });

/** The messages of a campaign or a template as the fields in `contentProperties`. */
export function presentContent({ content, emailSource }: Pick<Campaign, 'content' | 'emailSource'>) {
  const texts = textsIn(content);
  const { attachments = [], media = {}, translations = {} } = content;
  return {
    ...content,
    ...texts,
    utm: content.utm ?? null,
    attachments: attachments.map(presentFile),
    whatsappMedia: media.WHATSAPP ? presentFile(media.WHATSAPP) : null,
    smsMedia: media.SMS ? presentFile(media.SMS) : null,
    message: texts.bodies.EMAIL ?? '',
    whatsappMessage: texts.bodies.WHATSAPP,
    smsMessage: texts.bodies.SMS,
    engine: engineOf(content),
    ...presentSource(emailSource),
    translations: Object.fromEntries(
      Object.entries(translations).map(([tag, translation]) => [tag, presentTranslation(translation)]),
    ),
  };
}

function presentTranslation({ emailSource, bodies, ...texts }: Translation) {
  return {
    ...texts,
    emailMessage: bodies.EMAIL,
    ...presentSource(emailSource),
    whatsappMessage: bodies.WHATSAPP,
    smsMessage: bodies.SMS,
  };
}

function presentSource(source: EmailSource | undefined) {
  return {
    emailDesign: source?.kind === 'design' ? source.design : null,
    emailMjml: source?.kind === 'mjml' ? source.mjml : null,
  };
}

const withAllMessages = (campaign: Campaign) => ({
  ...campaign,
  ...presentContent(campaign),
  ...presentCampaign(campaign),
});

const noAudience: Audience = { segments: [], excludeGroups: [], excludeSegments: [], topicId: null };

function presentAudience(audience: Audience = noAudience) {
  const { topicId: topic, first, ...targets } = audience;
  const { order, fallbackHours } = first ?? { order: [], fallbackHours: null };
  return {
    ...targets,
    topic,
    channels: { strategy: first ? ('FIRST' as const) : ('EVERY' as const), order, fallbackHours },
  };
}

export const presentPublishedCampaign = presenter(PublishedCampaignView, withAllMessages);
export const presentCampaignDetail = presenter(CampaignDetailView, (campaign: Campaign) => ({
  ...withAllMessages(campaign),
  audience: presentAudience(campaign.audience),
  senders: campaign.senders ?? {},
  tags: campaign.tags ?? [],
  archived: campaign.isArchived ?? false,
  approval: campaign.approval ? presentApproval(campaign.approval) : null,
}));
