import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel, type ChannelName, channelRow, channels } from './channels';
import { type CommandDefinition, command, read, sending } from './define';
import { DkimAlgorithm } from './dkim-algorithm';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { CallbackProvider, SignedCallback, WebhookProvider } from './provider-callbacks';
import { SenderProvider } from './providers';
import { RampUp } from './ramp-up';
import { DeliveryReason } from './reasons';
import { SenderStanding, StandingChange } from './standing';

const Settings = Type.Record(Type.String(), Type.Unknown());
const Sealed = Type.Record(Type.String(), Type.String());

/**
 * A user's account at a provider of a channel, as it may be shown. A channel can have several senders with different
 * names. One of them is the default. `secrets` maps each secret field to "…1234".
 */
export const Sender = Type.Object({
  id: Id,
  userId: Id,
  channel: Channel,
  provider: SenderProvider,
  name: Type.String(),
  isDefault: Type.Boolean(),
  settings: Settings,
  secrets: Sealed,
  ratePerSecond: Nullable(Type.Number()),
  /** The recipients of campaigns wait. Absent: false. */
  isPaused: Type.Optional(Type.Literal(true)),
  /** Absent: no daily limit. */
  rampUp: Type.Optional(RampUp),
  status: Type.Union([Type.Literal('UNTESTED'), Type.Literal('OK'), Type.Literal('FAILING')]),
  statusReason: Nullable(DeliveryReason),
  checkedAt: Nullable(Timestamp),
  /** Absent: the provider has not reported it. */
  standing: Type.Optional(SenderStanding),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Sender = Static<typeof Sender>;

/** A DKIM key that receivers can find. `sealed`: the private key, PKCS #8 in base64, context `signing-key:<keyId>`. */
export const SigningKey = Type.Object({
  keyId: Id,
  domain: Type.String(),
  selector: Type.String(),
  algorithm: DkimAlgorithm,
  sealed: Type.String(),
});
export type SigningKey = Static<typeof SigningKey>;

/**
 * A sender as a worker needs it. `version` changes with every edit; `sealed` holds vault ciphertext by field.
 * `signingKeys`: the keys that sign its emails; absent: none.
 */
export const OpenSender = Type.Object({
  id: Type.String(),
  channel: Channel,
  provider: SenderProvider,
  version: Type.String(),
  settings: Settings,
  sealed: Sealed,
  isPaused: Type.Optional(Type.Literal(true)),
  /** The operator has paused the provider account of the sender. Absent: no. */
  isAccountPaused: Type.Optional(Type.Literal(true)),
  signingKeys: Type.Optional(Type.Array(SigningKey)),
});
export type OpenSender = Static<typeof OpenSender>;

/** The owner of the sender in a callback. */
export const CalledBackSender = Type.Object({ userId: Id, channel: Channel });
export type CalledBackSender = Static<typeof CalledBackSender>;

/** The result of testing the credentials with the provider. */
export const SenderCheck = Type.Object({
  ok: Type.Boolean(),
  reason: Nullable(DeliveryReason),
  providerCode: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  checkedAt: Timestamp,
  /** What the provider says about the sender. Absent: nothing. */
  standing: Type.Optional(StandingChange),
});
export type SenderCheck = Static<typeof SenderCheck>;

const CHECK_TIMEOUT_MS = 15_000;
/** The limit of a worker's check of a sender at its provider (milliseconds): less than its caller waits. */
export const SENDER_CHECK_MS = CHECK_TIMEOUT_MS - 4_000;

/** The payload of a worker's check; see `sender.test`. */
const Check = Type.Object({ sender: OpenSender, address: Nullable(Type.String()) });
type CheckName = `${ChannelName}.check`;

/** The command that tests a sender with a channel's provider. */
export function checkOf(channel: Channel): CheckName {
  return `${channelRow(channel).name}.check`;
}

const checks = Object.fromEntries(
  channels.map((channel) => [
    checkOf(channel),
    command(channelRow(channel).worker, Check, SenderCheck, { timeoutMs: CHECK_TIMEOUT_MS - 2_000 }),
  ]),
) as Record<CheckName, CommandDefinition<typeof Check, typeof SenderCheck>>;

export const senderMessages = {
  /**
   * `sealed`: vault ciphertext by field, context `sender:<id>:<field>`; `secrets`: the last-four form of each. The
   * first sender of a channel is its default. `isOnly`: refused if the channel already has a sender.
   */
  'sender.create': command(
    'account',
    Type.Object({
      by: By,
      id: Id,
      userId: Id,
      channel: Channel,
      provider: SenderProvider,
      name: Type.String(),
      settings: Settings,
      sealed: Sealed,
      secrets: Sealed,
      ratePerSecond: Nullable(Type.Number()),
      rampUp: Type.Optional(RampUp),
      isOnly: Type.Optional(Type.Literal(true)),
    }),
    Sender,
  ),
  'sender.get': command('account', Type.Object({ userId: Id, id: Id }), Sender),
  'sender.list': command(
    'account',
    Type.Object({
      userId: Id,
      channel: Nullable(Channel),
      isDefault: Type.Optional(Type.Literal(true)),
      ...PageRequest,
    }),
    Page(Sender),
  ),
  /** Makes this sender the default of its channel, replacing the previous one. */
  'sender.make-default': command('account', Type.Object({ by: By, userId: Id, id: Id }), Sender),
  /** Absent fields stay unchanged; a setting that is null is removed. */
  'sender.update': command(
    'account',
    Type.Object({
      by: By,
      userId: Id,
      id: Id,
      name: Type.Optional(Type.String()),
      settings: Type.Optional(Settings),
      sealed: Type.Optional(Sealed),
      secrets: Type.Optional(Sealed),
      ratePerSecond: Type.Optional(Nullable(Type.Number())),
      isPaused: Type.Optional(Type.Boolean()),
      rampUp: Type.Optional(Nullable(RampUp)),
    }),
    Sender,
  ),
  /**
   * Whether a callback is signed with the sender's secret; `verified` is null if not. `isKnown`: the sender exists, and
   * its provider sends callbacks.
   */
  'sender.verify-callback': read(
    'account',
    Type.Object({ senderId: Id, provider: CallbackProvider, ...SignedCallback.properties }),
    Type.Object({ isKnown: Type.Boolean(), verified: Nullable(CalledBackSender) }),
  ),
  /**
   * Verifies webhooks of providers, with one result for each, in order; null: it cannot be verified now.
   * `addresses`: the allowed source addresses from the setting; null: any. `settings`: those of a phone provider.
   */
  'sender.verify-webhooks': read(
    'account',
    Type.Object({
      webhooks: Type.Array(
        Type.Object({ senderId: Id, provider: WebhookProvider, ...SignedCallback.properties }),
        { maxItems: 1_000 },
      ),
    }),
    Type.Object({
      results: Type.Array(
        Nullable(
          Type.Object({
            isKnown: Type.Boolean(),
            verified: Nullable(
              Type.Object({
                ...CalledBackSender.properties,
                addresses: Nullable(Type.String()),
                settings: Type.Optional(Settings),
              }),
            ),
          }),
        ),
      ),
    }),
  ),
  /** Which of these IDs belong to senders of any user. */
  'sender.find-existing': read(
    'account',
    Type.Object({ ids: Type.Array(Id, { maxItems: 1_000 }) }),
    Type.Object({ existing: Type.Array(Id) }),
  ),
  /** The default of a channel cannot be deleted while the channel has other senders. */
  'sender.delete': command('account', Type.Object({ by: By, userId: Id, id: Id }), Deleted),
  /** `address`: where to send one message; null tests only the connection and the login. */
  'sender.test': command(
    'account',
    Type.Object({ userId: Id, id: Id, address: Nullable(Type.String()) }),
    SenderCheck,
    {
      timeoutMs: CHECK_TIMEOUT_MS,
    },
  ),
  /**
   * For workers, and for the sender in a preview. If `id` is `default`, the user's name and address complete the
   * operator's sender.
   */
  'sender.open': sending('account', Type.Object({ userId: Id, id: Type.String() }), OpenSender),
  ...checks,
};
