import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Feedback } from './callback';
import { RetrySelection } from './campaign';
import { Channel, DeliveryState, PerChannel, StateCounts } from './channels';
import { asCompiled, emailFor, emailIn, emailsForWorkers } from './compiled-email';
import { SentContent, changedContent, contentIn } from './content';
import { ConversionCounts } from './conversion';
import { broadcast, command, count, event, read, sending } from './define';
import { DomainGroup } from './domain-groups';
import { CampaignEngagement, Tracking } from './engagement';
import { Id, Nullable, PageRequest, Timestamp } from './field-types';
import { RampUp, RampUpState } from './ramp-up';
import { DeliveryReason, WaitingReason } from './reasons';

/**
 * A change of a sender's settings while a campaign used it. `fields` are the API's names: `settings.host`. The
 * audit trail has the values.
 */
export const SenderChange = Type.Object({
  at: Timestamp,
  channel: Channel,
  senderId: Id,
  fields: Type.Array(Type.String()),
  by: By,
});
export type SenderChange = Static<typeof SenderChange>;

export const ChannelReport = Type.Object({
  total: Type.Integer(),
  states: StateCounts,
  segments: Type.Integer(),
  /**
   * The number of FAILED deliveries that bounced (`hard`: permanently), and of DELIVERED deliveries that got a
   * complaint. Absent: none.
   */
  returned: Type.Optional(
    Type.Object({ bounced: Type.Integer(), hard: Type.Integer(), complained: Type.Integer() }),
  ),
});

/** Counts of a campaign's deliveries. The counts by state add up to `total`. Without the campaign's own fields. */
export const DispatchReport = Type.Object({
  asOf: Timestamp,
  startedAt: Nullable(Timestamp),
  planning: Type.Object({ done: Type.Boolean(), planned: Type.Integer() }),
  total: Type.Integer(),
  states: StateCounts,
  channels: PerChannel(ChannelReport),
  reasons: Type.Array(
    Type.Object({
      channel: Channel,
      state: DeliveryState,
      reason: DeliveryReason,
      providerCode: Nullable(Type.String()),
      count: Type.Integer(),
      feedback: Type.Optional(Feedback),
      advice: Nullable(Type.String()),
    }),
  ),
  waiting: Type.Array(
    Type.Object({
      channel: Channel,
      reason: WaitingReason,
      since: Timestamp,
      nextTryAt: Nullable(Timestamp),
    }),
  ),
  /** The last fifty entries, oldest first. */
  senderChanges: Type.Optional(Type.Array(SenderChange)),
  ratePerSecond: Nullable(Type.Number()),
  estimatedEndAt: Nullable(Timestamp),
  /** Absent: opens and clicks are not tracked. */
  engagement: Type.Optional(CampaignEngagement),
  /** Absent: conversions are not counted. */
  conversions: Type.Optional(ConversionCounts),
});
export type DispatchReport = Static<typeof DispatchReport>;

/**
 * Counts of deliveries. `addressed`: those on a channel for which the campaign has a message; `sent`: messages that a
 * provider accepted; `delivered`: those of them that didn't come back, as far as known.
 */
export const DeliveryFigures = Type.Object({
  addressed: Type.Integer(),
  sent: Type.Integer(),
  delivered: Type.Integer(),
  bounced: Type.Integer(),
  complained: Type.Integer(),
});
export type DeliveryFigures = Static<typeof DeliveryFigures>;

/** The main figures of a campaign. */
export const CampaignFigures = Type.Object({
  campaignId: Id,
  channels: PerChannel(DeliveryFigures),
  /** Absent: opens and clicks are not tracked. */
  engagement: Type.Optional(CampaignEngagement),
  /** Absent: conversions are not counted. */
  conversions: Type.Optional(ConversionCounts),
});
export type CampaignFigures = Static<typeof CampaignFigures>;

/** The possible results of a completed send. */
export const timelineStates = ['SENT', 'FAILED', 'UNCONFIRMED'] as const satisfies DeliveryState[];
export type TimelineState = (typeof timelineStates)[number];

/**
 * The number of sends of a campaign that were completed in each period, in buckets of `bucketSeconds` without gaps,
 * oldest first. A send counts as SENT regardless of later provider reports. A retried delivery is counted twice.
 */
export const Timeline = Type.Object({
  asOf: Timestamp,
  bucketSeconds: Type.Integer(),
  buckets: Type.Array(
    Type.Object({
      at: Timestamp,
      channels: PerChannel(
        Type.Object({ SENT: Type.Integer(), FAILED: Type.Integer(), UNCONFIRMED: Type.Integer() }),
      ),
    }),
  ),
});
export type Timeline = Static<typeof Timeline>;

/**
 * The emails to one or several domains. The numbers of `DeliveryFigures`, and `failed`: those that a server rejected or
 * whose result is unknown; `opens` and `clicks`: the number of people, null if they aren't tracked individually.
 */
export const DomainFigures = Type.Object({
  ...DeliveryFigures.properties,
  failed: Type.Integer(),
  opens: Nullable(Type.Integer()),
  clicks: Nullable(Type.Integer()),
});
export type DomainFigures = Static<typeof DomainFigures>;

/** The emails of a campaign by the domain of the recipients. */
export const RecipientDomains = Type.Object({
  /** When the count began. */
  asOf: Timestamp,
  /** False: the count continues, and there are no numbers yet. */
  isComplete: Type.Boolean(),
  /** False: the deliveries are deleted, so there are no numbers. */
  areDeliveriesKept: Type.Boolean(),
  /** The domains with the most recipients, in lowercase A-labels. */
  domains: Type.Array(Type.Object({ domain: Type.String(), ...DomainFigures.properties })),
  /** All other recipients. Erased people have no domain. */
  others: Type.Object({ domains: Type.Integer(), ...DomainFigures.properties }),
  /** All recipients by the provider of their mailboxes, without empty groups. Erased people are in no group. */
  groups: Type.Optional(Type.Array(Type.Object({ group: DomainGroup, ...DomainFigures.properties }))),
});
export type RecipientDomains = Static<typeof RecipientDomains>;

/**
 * The deliveries of a campaign that one sender sent, or is going to send. The numbers of `DeliveryFigures`, and `failed`:
 * those that the provider rejected or whose result is unknown; `failedOver`: those that this sender refused, so that
 * another sender of its pool got them.
 */
export const SenderFigures = Type.Object({
  /** `default`: the operator's own sender. */
  senderId: Type.String(),
  channel: Channel,
  ...DeliveryFigures.properties,
  failed: Type.Integer(),
  failedOver: Type.Integer(),
});
export type SenderFigures = Static<typeof SenderFigures>;

export const CampaignSenders = Type.Object({
  asOf: Timestamp,
  /** False: the deliveries are deleted, so there are no numbers. */
  areDeliveriesKept: Type.Boolean(),
  senders: Type.Array(SenderFigures),
});
export type CampaignSenders = Static<typeof CampaignSenders>;

export const Delivery = Type.Object({
  id: Type.String(),
  campaignId: Id,
  channel: Channel,
  address: Type.String(),
  subscriberId: Id,
  state: DeliveryState,
  reason: Nullable(DeliveryReason),
  providerCode: Nullable(Type.String()),
  providerId: Nullable(Type.String()),
  attempts: Type.Integer(),
  segments: Nullable(Type.Integer()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  sentAt: Nullable(Timestamp),
  deliveredAt: Nullable(Timestamp),
  readAt: Nullable(Timestamp),
  /** The earliest time of the next attempt of a delivery that is QUEUED again after a failure. */
  nextTryAt: Nullable(Timestamp),
  /** The feedback after it was sent: then `state` is FAILED or DELIVERED. */
  feedback: Type.Optional(Feedback),
  /** For a bounce: whether the server rejected it permanently. */
  isHard: Type.Optional(Type.Boolean()),
  /** When a person first opened the email and first clicked a link in it, if this is tracked. */
  openedAt: Type.Optional(Timestamp),
  clickedAt: Type.Optional(Timestamp),
  /** When the person first ordered something after a click. */
  convertedAt: Type.Optional(Timestamp),
  /** The delivery on the next channel, because this one failed. */
  fallbackId: Type.Optional(Type.String()),
});
export type Delivery = Static<typeof Delivery>;

/** The content, fixed at publish. `watermark`: whether the footer names Carillon. */
export const PublishedContent = Type.Object({
  campaignId: Id,
  content: SentContent,
  /** The whole content, if a worker of release 0.3.0 would ignore a part of it: see `guarded`. */
  wholeContent: Type.Optional(SentContent),
  watermark: Type.Boolean(),
  ...emailsForWorkers,
  /** Absent: opens and clicks of the email are not tracked. */
  tracking: Type.Optional(Tracking),
  /** The topic of the campaign, which the links in emails name. Absent: none. */
  topicId: Type.Optional(Id),
  /** The recipient has not subscribed yet, so there is nothing to unsubscribe from. */
  withoutUnsubscribeLink: Type.Optional(Type.Literal(true)),
});
export type PublishedContent = Static<typeof PublishedContent>;

/**
 * The content for workers. With media or translations, it has no message for WhatsApp and SMS except in `wholeContent`,
 * so that a worker of release 0.3.0 doesn't send a text without its picture, or in the wrong language.
 */
export function guarded(content: SentContent): Pick<PublishedContent, 'content' | 'wholeContent'> {
  if (!content.media && !content.translations) return { content };
  const { media: _, ...others } = changedContent(contentIn(content, null), {
    ...{ bodies: { WHATSAPP: null, SMS: null }, whatsappTemplate: null },
  }) as SentContent;
  return { content: others, wholeContent: content };
}

/** What a worker sends: reverses `guarded`. */
export function unguarded({ wholeContent, ...published }: PublishedContent): PublishedContent {
  return wholeContent ? { ...published, content: wholeContent } : published;
}

/** What a worker sends to people who get this translation. Null: to all others. */
export function publishedIn(published: PublishedContent, tag: string | null): PublishedContent {
  const { compiledEmail: _, liquidEmail: __, wholeEmail: ___, translatedEmails, ...others } = published;
  const emails = { email: emailIn(published), ...(translatedEmails && { translatedEmails }) };
  const content = contentIn(published.content, tag);
  return { ...others, content, ...asCompiled({ email: emailFor(emails, tag) }) };
}

export const dispatchMessages = {
  /** Null: the dispatcher does not know the campaign (yet). */
  'dispatch.report': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id }),
    Type.Object({ report: Nullable(DispatchReport) }),
  ),
  /** Those of the campaigns that the dispatcher knows, in any order. */
  'dispatch.figures': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignIds: Type.Array(Id) }),
    Type.Object({ items: Type.Array(CampaignFigures) }),
    { timeoutMs: 10_000 },
  ),
  /** Null: the dispatcher does not know the campaign (yet). */
  'dispatch.timeline': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id }),
    Type.Object({ timeline: Nullable(Timeline) }),
    { timeoutMs: 10_000 },
  ),
  /** Null: the dispatcher does not know the campaign (yet). */
  'dispatch.recipient-domains': count(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id }),
    Type.Object({ recipientDomains: Nullable(RecipientDomains) }),
  ),
  /** Null: the dispatcher does not know the campaign (yet). */
  'dispatch.sender-figures': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id }),
    Type.Object({ senders: Nullable(CampaignSenders) }),
    { timeoutMs: 10_000 },
  ),
  /** In the order of planning; `next` is opaque. */
  'dispatch.deliveries': read(
    'dispatcher',
    Type.Object({
      userId: Id,
      campaignId: Id,
      state: Nullable(DeliveryState),
      /** Only bounces of this kind. Null excludes bounces; if absent, all are included. */
      feedback: Type.Optional(Nullable(Feedback)),
      channel: Nullable(Channel),
      reason: Nullable(DeliveryReason),
      address: Nullable(Type.String()),
      ...PageRequest,
    }),
    Type.Object({ items: Type.Array(Delivery), next: Nullable(Type.String()) }),
    { timeoutMs: 10_000 },
  ),
  'dispatch.delivery': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id, id: Type.String() }),
    Delivery,
  ),
  'dispatch.content': sending('dispatcher', Type.Object({ campaignId: Id }), PublishedContent),
  /** Whether a campaign that is not complete uses this sender. */
  'dispatch.uses-sender': command(
    'dispatcher',
    Type.Object({ senderId: Type.String() }),
    Type.Object({ inUse: Type.Boolean() }),
  ),
  /** What a sender with a ramp-up has sent today. */
  'dispatch.ramp-up': read('dispatcher', Type.Object({ senderId: Id, rampUp: RampUp }), RampUpState),
  /** Ends the pause of a sender whose bounce or complaint rate was too high. */
  'dispatch.resume-ramp-up': command(
    'dispatcher',
    Type.Object({ senderId: Id, rampUp: RampUp }),
    RampUpState,
  ),
  /** The settings of a user's sender were changed. `id` identifies the change, because the event may be repeated. */
  'sender.edited': event(
    ['dispatcher.events'],
    Type.Object({ id: Id, userId: Id, ...SenderChange.properties }),
  ),
  /** How many deliveries of a campaign a retry would send to. */
  'dispatch.retryable': count(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id, selection: RetrySelection }),
    Type.Object({ count: Type.Integer() }),
    { timeoutMs: 5_000 },
  ),
  /** The campaign is stopped: workers that hold its leases start no more sends and return the remaining recipients. */
  'dispatch.stopped': broadcast(Type.Object({ campaignId: Id })),
};
