import { type Static, Type } from '@sinclair/typebox';
import { Channel } from './channels';
import { command, read } from './define';
import { Id, Nullable, Timestamp } from './field-types';
import { ProviderAccountControls } from './provider-account';
import { SenderProvider } from './providers';
import { DeliveryReason } from './reasons';

/** The workers of a channel, and its waiting and running work, of all users. */
const ChannelHealth = Type.Object({
  channel: Channel,
  /** Workers with recent heartbeats, and the batches that they can process at the same time. */
  workers: Type.Integer(),
  capacity: Type.Integer(),
  /** Batches that are due, offered to workers, or leased by a worker. */
  ready: Type.Integer(),
  offered: Type.Integer(),
  leased: Type.Integer(),
  /** The recipients of batches that are due, and how long the first of these batches has been due (seconds). */
  recipients: Type.Integer(),
  oldestSeconds: Type.Number(),
});

/** Why a sender can't be used now. `nextTryAt`: when it is probed with one recipient. */
const Unusable = Type.Object({
  reason: DeliveryReason,
  providerCode: Nullable(Type.String()),
  since: Timestamp,
  nextTryAt: Timestamp,
});

/** A sender that can't be used now, or has sent in the last hour. The numbers are those of the last hour. */
const SenderHealth = Type.Object({
  /** `default`: the operator's own sender. */
  senderId: Type.String(),
  channel: Channel,
  sent: Type.Integer(),
  failed: Type.Integer(),
  unconfirmed: Type.Integer(),
  unusable: Nullable(Unusable),
});
export type SenderHealth = Static<typeof SenderHealth>;

export const SendingHealth = Type.Object({
  asOf: Timestamp,
  channels: Type.Array(ChannelHealth),
  /** At most 200: senders that can't be used first, then those with the most failures and messages. */
  senders: Type.Array(SenderHealth),
  /** The number of further senders. */
  others: Type.Integer(),
});
export type SendingHealth = Static<typeof SendingHealth>;

/** Whose sender it is, and its account at the provider. */
export const SenderIdentity = Type.Object({
  /** `default`: the operator's own sender, which has no user. */
  id: Type.String(),
  userId: Nullable(Id),
  name: Nullable(Type.String()),
  provider: SenderProvider,
  /** Null: a pool, or its secrets can't be read. */
  account: Nullable(Type.Object({ ...ProviderAccountControls.properties, name: Type.String() })),
});
export type SenderIdentity = Static<typeof SenderIdentity>;

export const sendingHealthMessages = {
  'dispatch.health': read('dispatcher', Type.Object({}), SendingHealth, { timeoutMs: 10_000 }),
  /** Senders of any user, for operators. Deleted senders are missing. */
  'sender.identities': command(
    'account',
    Type.Object({ ids: Type.Array(Type.String()) }),
    Type.Object({ items: Type.Array(SenderIdentity) }),
  ),
};
