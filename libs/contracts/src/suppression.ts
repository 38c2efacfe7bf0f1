import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel } from './channels';
import { command, event, read } from './define';
import { Deleted, Id, Nothing, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { Language } from './languages';

/**
 * Why an address must not receive messages, the strongest reason first: the recipient's own wish precedes others'
 * findings.
 */
export const suppressionReasons = ['UNSUBSCRIBED', 'COMPLAINED', 'STOPPED', 'BOUNCED', 'MANUAL'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
export const SuppressionReason = Type.Unsafe<SuppressionReason>(
  Type.Union(suppressionReasons.map((reason) => Type.Literal(reason))),
);

/**
 * A suppressed address of a user on a channel, regardless of which subscribers have it. An address can have several
 * causes; `reason`, `sender`, and `createdAt` belong to the strongest cause. `sender`: the number or service that
 * received the STOP.
 */
export const Suppression = Type.Object({
  id: Id,
  userId: Id,
  channel: Channel,
  address: Type.String(),
  sender: Nullable(Type.String()),
  reason: SuppressionReason,
  createdAt: Timestamp,
});
export type Suppression = Static<typeof Suppression>;

/** A cause of a suppression. `source`: the evidence, such as `campaign <id>`, `message <id>`, or `import <id>`. */
export const SuppressionCause = Type.Object({
  reason: SuppressionReason,
  sender: Nullable(Type.String()),
  source: Nullable(Type.String()),
  createdAt: Timestamp,
});
/** A lifted cause: by a key (`by` null: unknown) with the user's `why`, or by the recipient's START. */
export const LiftedCause = Type.Object({
  ...SuppressionCause.properties,
  liftedAt: Timestamp,
  liftedBy: Type.Union([
    Type.Object({ type: Type.Literal('KEY'), by: Nullable(By), why: Nullable(Type.String()) }),
    Type.Object({ type: Type.Literal('RECIPIENT'), source: Type.String() }),
  ]),
});
export type LiftedCause = Static<typeof LiftedCause>;

/** A topic that a person left. `source`: the evidence, such as `campaign <id>` or `preferences`. */
const TopicOptOut = Type.Object({ topicId: Id, source: Nullable(Type.String()), createdAt: Timestamp });

/** Topics that a person left, those that they joined again, newest first, and the end of a pause of all messages. */
export const ShownPreferences = Type.Object({
  topics: Type.Optional(Type.Array(TopicOptOut)),
  pastTopics: Type.Optional(
    Type.Array(Type.Object({ ...TopicOptOut.properties, liftedAt: Timestamp, liftedBy: Type.String() })),
  ),
  snoozedUntil: Type.Optional(Timestamp),
});
export type ShownPreferences = Static<typeof ShownPreferences>;

/** The history of an address: its current causes, strongest first, and the latest lifted ones, newest first. */
export const SuppressionHistory = Type.Object({
  channel: Channel,
  address: Type.String(),
  causes: Type.Array(SuppressionCause),
  lifted: Type.Array(LiftedCause),
  ...ShownPreferences.properties,
});
export type SuppressionHistory = Static<typeof SuppressionHistory>;

/**
 * A person unsubscribed with a link; `campaignId` null: the campaign is unknown. `topicId`: the topic of the link. The
 * person leaves it, unless it doesn't exist or the account's `oneClick` is `ALL`.
 */
export const Unsubscribed = Type.Object({
  userId: Id,
  address: Type.String(),
  campaignId: Nullable(Id),
  at: Timestamp,
  topicId: Type.Optional(Id),
});
export type Unsubscribed = Static<typeof Unsubscribed>;

/**
 * A provider reported that these addresses do not exist, or that the recipients want no more messages from `sender`.
 */
export const AddressRefused = Type.Object({
  userId: Id,
  channel: Channel,
  addresses: Type.Array(Type.String()),
  cause: Type.Union([Type.Literal('BOUNCED'), Type.Literal('STOPPED')]),
  sender: Nullable(Type.String()),
  at: Timestamp,
});
export type AddressRefused = Static<typeof AddressRefused>;

/**
 * Emails to these addresses were refused for an unknown reason: three such emails within 30 days, without an email that
 * arrives in between, suppress an address. `campaignId` absent: reports within an hour count as one email.
 */
export const AddressDoubted = Type.Object({
  userId: Id,
  channel: Channel,
  addresses: Type.Array(Type.String()),
  campaignId: Type.Optional(Id),
  at: Timestamp,
});
export type AddressDoubted = Static<typeof AddressDoubted>;

/**
 * A campaign's email bounced for a temporary reason, such as a full mailbox, or its recipient complained. Bounces
 * suppress the address after several campaigns without a delivered email in between. A complaint suppresses it
 * immediately.
 */
export const AddressReturned = Type.Object({
  userId: Id,
  channel: Channel,
  address: Type.String(),
  cause: Type.Union([Type.Literal('BOUNCED_FOR_NOW'), Type.Literal('COMPLAINED')]),
  campaignId: Id,
  at: Timestamp,
});
export type AddressReturned = Static<typeof AddressReturned>;

/** The meaning of a person's message for further messages. */
export const inboundMeanings = ['STOP', 'START', 'HELP'] as const;
export type InboundMeaning = (typeof inboundMeanings)[number];
export const InboundMeaning = Type.Unsafe<InboundMeaning>(
  Type.Union(inboundMeanings.map((meaning) => Type.Literal(meaning))),
);

/**
 * A person wrote to a user's `sender`; `at` is when the message was received, which orders a STOP and a START.
 * `button`: the label or the payload of the pressed button. `providerMeaning`: the keyword that the provider recognized
 * and acted on.
 */
export const MessageReceived = Type.Object({
  userId: Id,
  senderId: Type.String(),
  channel: Channel,
  address: Type.String(),
  sender: Nullable(Type.String()),
  body: Type.String(),
  button: Type.Optional(Type.String()),
  providerMeaning: Type.Optional(InboundMeaning),
  at: Timestamp,
  providerId: Type.String(),
});
export type MessageReceived = Static<typeof MessageReceived>;

/**
 * An inbound message, stored for people to read. `meaning` null: not recognized. `optedOutAt`: when a member marked it
 * as an opt-out.
 */
export const InboundMessage = Type.Object({
  id: Id,
  userId: Id,
  senderId: Type.String(),
  channel: Channel,
  address: Type.String(),
  sender: Nullable(Type.String()),
  text: Type.String(),
  meaning: Nullable(InboundMeaning),
  receivedAt: Timestamp,
  optedOutAt: Nullable(Timestamp),
});
export type InboundMessage = Static<typeof InboundMessage>;

/** Addresses are canonical in all of these messages. */
export const suppressionMessages = {
  /** Oldest first; null filters match all. */
  'suppression.list': read(
    'subscriber',
    Type.Object({
      userId: Id,
      channel: Nullable(Channel),
      reason: Nullable(SuppressionReason),
      address: Nullable(Type.String()),
      ...PageRequest,
    }),
    Page(Suppression),
  ),
  'suppression.get': command('subscriber', Type.Object({ userId: Id, id: Id }), Suppression),
  /** The user's own wish, for reason MANUAL. `created` false: it was already suppressed. */
  'suppression.create': command(
    'subscriber',
    Type.Object({
      id: Id,
      userId: Id,
      channel: Channel,
      address: Type.String(),
      by: By,
    }),
    Type.Object({ suppression: Suppression, created: Type.Boolean() }),
  ),
  /** The history is empty for an unknown address. */
  'suppression.history': command(
    'subscriber',
    Type.Object({ userId: Id, channel: Channel, address: Type.String() }),
    SuppressionHistory,
  ),
  /**
   * `by` and `reason`: who lifts them and why, for the history. All or nothing: a recipient's own opt-out requires
   * `confirmConsent`, else suppression_by_recipient.
   */
  'suppression.delete': command(
    'subscriber',
    Type.Object({
      userId: Id,
      ids: Type.Array(Type.String()),
      confirmConsent: Type.Boolean(),
      by: By,
      reason: Type.Optional(Type.String()),
    }),
    Deleted,
    { timeoutMs: 10_000 },
  ),
  'suppression.unsubscribe': command('subscriber', Unsubscribed, Nothing),
  /**
   * How many people opted out with a link in each of these campaigns, of all emails or of a topic, and didn't take it back.
   * Campaigns without opt-outs are omitted.
   */
  'suppression.campaign-opt-outs': read(
    'subscriber',
    Type.Object({ userId: Id, campaignIds: Type.Array(Id) }),
    Type.Object({ counts: Type.Array(Type.Object({ campaignId: Id, people: Type.Integer() })) }),
  ),

  /** Newest first; null filters match all, meaning `NONE` unrecognized messages. */
  'inbound-message.list': read(
    'subscriber',
    Type.Object({
      userId: Id,
      channel: Nullable(Channel),
      meaning: Nullable(Type.Union([InboundMeaning, Type.Literal('NONE')])),
      address: Nullable(Type.String()),
      ...PageRequest,
    }),
    Page(InboundMessage),
  ),
  /** A member marked a message as an opt-out: suppresses its sender as STOPPED. Errors: inbound_message_not_found. */
  'inbound-message.opt-out': command(
    'subscriber',
    Type.Object({ userId: Id, id: Id, by: By }),
    Type.Object({ message: InboundMessage, suppression: Suppression }),
  ),

  /** Replaces `suppression.unsubscribe` if the subscriber service does not respond. */
  'address.unsubscribed': event(['subscriber.events'], Unsubscribed),
  'address.refused': event(['subscriber.events'], AddressRefused),
  'address.doubted': event(['subscriber.events'], AddressDoubted),
  'address.returned': event(['subscriber.events'], AddressReturned),
  'message.received': event(['subscriber.events'], MessageReceived),
  /** A subscribed person whose unsubscribe link was damaged requested a working one by email. */
  'unsubscribe-link.requested': event(
    ['account.events'],
    Type.Object({
      userId: Id,
      address: Type.String(),
      url: Type.String(),
      /** The person's own language. Absent: unknown. */
      language: Type.Optional(Language),
    }),
  ),
};
