import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel } from './channels';
import { command, event, read } from './define';
import { Deleted, Id, Nothing, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { Language } from './languages';

/**
 * Why an address must not be written to, the strongest reason first: the recipient's own wish precedes others'
 * findings.
 */
export const suppressionReasons = ['UNSUBSCRIBED', 'COMPLAINED', 'STOPPED', 'BOUNCED', 'MANUAL'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
export const SuppressionReason = Type.Unsafe<SuppressionReason>(
  Type.Union(suppressionReasons.map((reason) => Type.Literal(reason))),
);

/**
 * An address that a user must not write to on a channel, whichever of their subscribers has it. There may be several
 * causes; `reason`, `sender` and `createdAt` are those of the strongest. `sender`: the number or service that was
 * told to stop.
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

/** A cause of a suppression. `source`: the evidence, such as `campaign <id>` or `message <id>`. */
export const SuppressionCause = Type.Object({
  reason: SuppressionReason,
  sender: Nullable(Type.String()),
  source: Nullable(Type.String()),
  createdAt: Timestamp,
});
/** A cause that was lifted: by a key (`by` null: it is unknown) with the user's `why`, or by the recipient's own word. */
export const LiftedCause = Type.Object({
  ...SuppressionCause.properties,
  liftedAt: Timestamp,
  liftedBy: Type.Union([
    Type.Object({ type: Type.Literal('KEY'), by: Nullable(By), why: Nullable(Type.String()) }),
    Type.Object({ type: Type.Literal('RECIPIENT'), source: Type.String() }),
  ]),
});
export type LiftedCause = Static<typeof LiftedCause>;

/** What is known of an address: its causes now, the strongest first, and the latest that were lifted, newest first. */
export const SuppressionHistory = Type.Object({
  channel: Channel,
  address: Type.String(),
  causes: Type.Array(SuppressionCause),
  lifted: Type.Array(LiftedCause),
});
export type SuppressionHistory = Static<typeof SuppressionHistory>;

/** A person asked for no more email by an unsubscribe link; `campaignId` null: the campaign is unknown. */
export const Unsubscribed = Type.Object({
  userId: Id,
  address: Type.String(),
  campaignId: Nullable(Id),
  at: Timestamp,
});
export type Unsubscribed = Static<typeof Unsubscribed>;

/** A provider reported that these addresses do not exist, or that the recipients want nothing more from `sender`. */
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
 * Mails to these addresses were refused for a reason that nobody understands: three such mails within 30 days, and none that
 * arrives in between, suppress an address. `campaignId` absent: reports within an hour are taken for those of one mail.
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
 * A campaign's mail came back for a reason that may pass, such as a full mailbox, or its recipient complained of it. The first
 * suppresses after some campaigns without a mail that arrives in between, the second at once. Release 0.3.0 knows neither.
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

/** What a person's message means for the wish to get more. */
export const inboundMeanings = ['STOP', 'START', 'HELP'] as const;
export type InboundMeaning = (typeof inboundMeanings)[number];
export const InboundMeaning = Type.Unsafe<InboundMeaning>(
  Type.Union(inboundMeanings.map((meaning) => Type.Literal(meaning))),
);

/**
 * A person wrote to a user's `sender`; `at` is when the message was received, which orders a STOP and a START. `button`: the label or the
 * payload of the button that they pressed. `providerMeaning`: what the provider understood and acted on.
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
 * A message that a person sent, as it is kept for humans to read. `meaning` null: it was not understood. `optedOutAt`: when somebody of
 * the account read an opt-out in it.
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

/** Addresses are canonical in all of them. */
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
  /** The user's own wish, for reason MANUAL. `created` false: it was suppressed already. */
  'suppression.create': command(
    'subscriber',
    Type.Object({
      id: Id,
      userId: Id,
      channel: Channel,
      address: Type.String(),
      by: Type.Optional(By),
    }),
    Type.Object({ suppression: Suppression, created: Type.Boolean() }),
  ),
  /** Empty for an address that nothing is known of. */
  'suppression.history': command(
    'subscriber',
    Type.Object({ userId: Id, channel: Channel, address: Type.String() }),
    SuppressionHistory,
  ),
  /** `by` and `reason`: who lifts them and why, for the history. All or nothing: a recipient's own wish requires `confirmConsent`, else suppression_by_recipient. */
  'suppression.delete': command(
    'subscriber',
    Type.Object({
      userId: Id,
      ids: Type.Array(Type.String()),
      confirmConsent: Type.Boolean(),
      by: Type.Optional(By),
      reason: Type.Optional(Type.String()),
    }),
    Deleted,
    { timeoutMs: 10_000 },
  ),
  'suppression.unsubscribe': command('subscriber', Unsubscribed, Nothing),

  /** Newest first; null filters match all, meaning `NONE` what was not understood. */
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
  /** Somebody read an opt-out in a message: suppresses its writer as STOPPED. Errors: inbound_message_not_found. */
  'inbound-message.opt-out': command(
    'subscriber',
    Type.Object({ userId: Id, id: Id, by: By }),
    Type.Object({ message: InboundMessage, suppression: Suppression }),
  ),

  /** The same as `suppression.unsubscribe`, sent as an event if the subscriber service does not answer. */
  'address.unsubscribed': event(['subscriber.events'], Unsubscribed),
  'address.refused': event(['subscriber.events'], AddressRefused),
  'address.doubted': event(['subscriber.events'], AddressDoubted),
  'address.returned': event(['subscriber.events'], AddressReturned),
  'message.received': event(['subscriber.events'], MessageReceived),
  /** A subscribed person whose unsubscribe link was damaged asked for a working one by mail. */
  'unsubscribe-link.requested': event(
    ['account.events'],
    Type.Object({
      userId: Id,
      address: Type.String(),
      url: Type.String(),
      /** The person's own. Absent: it is not known. */
      language: Type.Optional(Language),
    }),
  ),
};
