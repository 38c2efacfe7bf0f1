import { type Static, Type } from '@sinclair/typebox';
import { event } from './define';
import { Id, Nullable, Timestamp } from './field-types';

/** How people react to the messages of a phone number. */
export const numberQualities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type NumberQuality = (typeof numberQualities)[number];

/** RESTRICTED: the account cannot begin conversations. DISABLED: it cannot send any message. */
export const accountRestrictions = ['RESTRICTED', 'DISABLED'] as const;
export type AccountRestriction = (typeof accountRestrictions)[number];

const properties = {
  /** The phone number that recipients see, E.164. */
  number: Nullable(Type.String()),
  quality: Nullable(Type.Unsafe<NumberQuality>(Type.String())),
  /** How many people the account can begin a conversation with in 24 hours. */
  messagingLimit: Nullable(Type.Union([Type.Integer(), Type.Literal('UNLIMITED')])),
  restriction: Nullable(Type.Unsafe<AccountRestriction>(Type.String())),
  /** When the restriction ends. Null: unknown, or there is none. */
  restrictedUntil: Nullable(Timestamp),
};

/** How a provider rates a sender, and what it allows it. Null: the provider has not stated it. */
export const SenderStanding = Type.Object({ ...properties, at: Timestamp });
export type SenderStanding = Static<typeof SenderStanding>;

/** The facts that changed. */
export const StandingChange = Type.Partial(Type.Object(properties));
export type StandingChange = Static<typeof StandingChange>;

export const standingMessages = {
  /** A provider reported the standing of a sender, or, with `ofNumber`, of that number, which may be another sender's. */
  'sender.standing-reported': event(
    ['account.events'],
    Type.Object({
      senderId: Id,
      ofNumber: Type.Optional(Type.String()),
      change: StandingChange,
      at: Timestamp,
    }),
  ),
};
