import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel, type ChannelWord, channelRow, channels } from './channels';
import { type CommandDefinition, command, read, sending } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { CallbackProvider, MailProvider, SignedCallback } from './provider-callbacks';

const Settings = Type.Record(Type.String(), Type.Unknown());
const Sealed = Type.Record(Type.String(), Type.String());

/** A user's credentials for a channel, as they may be shown. `secrets` maps each secret field to "…1234". */
export const Integration = Type.Object({
  id: Id,
  userId: Id,
  channel: Channel,
  name: Type.String(),
  settings: Settings,
  secrets: Sealed,
  ratePerSecond: Nullable(Type.Number()),
  status: Type.Union([Type.Literal('UNTESTED'), Type.Literal('OK'), Type.Literal('FAILING')]),
  statusReason: Nullable(Type.String()),
  checkedAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Integration = Static<typeof Integration>;

/** An integration as a worker needs it. `version` changes with every edit; `sealed` holds vault ciphertext by field. */
export const OpenIntegration = Type.Object({
  id: Type.String(),
  channel: Channel,
  version: Type.String(),
  settings: Settings,
  sealed: Sealed,
});
export type OpenIntegration = Static<typeof OpenIntegration>;

/** The owner of the integration. */
export const CalledBackIntegration = Type.Object({ userId: Id, channel: Channel });
export type CalledBackIntegration = Static<typeof CalledBackIntegration>;

/** The result of testing the credentials with the provider. */
export const IntegrationCheck = Type.Object({
  ok: Type.Boolean(),
  reason: Nullable(Type.String()),
  providerCode: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  checkedAt: Timestamp,
});
export type IntegrationCheck = Static<typeof IntegrationCheck>;

const CHECK_TIMEOUT_MS = 15_000;

/** The payload of a worker's check; see `integration.test`. */
const Check = Type.Object({ integration: OpenIntegration, address: Nullable(Type.String()) });
type CheckName = `${ChannelWord}.check`;

/** The command that tests an integration with a channel's provider. */
export function checkOf(channel: Channel): CheckName {
  return `${channelRow(channel).word}.check`;
}

const checks = Object.fromEntries(
  channels.map((channel) => [
    checkOf(channel),
    command(channelRow(channel).worker, Check, IntegrationCheck, { timeoutMs: CHECK_TIMEOUT_MS - 2_000 }),
  ]),
) as Record<CheckName, CommandDefinition<typeof Check, typeof IntegrationCheck>>;

export const integrationMessages = {
  /** `sealed`: vault ciphertext by field, context `integration:<id>:<field>`; `secrets`: the last-four form of each. */
  'integration.create': command(
    'account',
    Type.Object({
      by: By,
      id: Id,
      userId: Id,
      channel: Channel,
      name: Type.String(),
      settings: Settings,
      sealed: Sealed,
      secrets: Sealed,
      ratePerSecond: Nullable(Type.Number()),
    }),
    Integration,
  ),
  'integration.get': command('account', Type.Object({ userId: Id, id: Id }), Integration),
  'integration.list': command(
    'account',
    Type.Object({ userId: Id, channel: Nullable(Channel), ...PageRequest }),
    Page(Integration),
  ),
  /** Absent fields stay; a setting given as null is removed. */
  'integration.update': command(
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
    }),
    Integration,
  ),
  /**
   * Whether a callback is signed with the integration's secret; `verified` is null if not. `isKnown`: there is such an
   * integration, and its provider calls back.
   */
  'integration.verify-callback': read(
    'account',
    Type.Object({ integrationId: Id, provider: CallbackProvider, ...SignedCallback.properties }),
    Type.Object({ isKnown: Type.Boolean(), verified: Nullable(CalledBackIntegration) }),
  ),
  /**
   * The same for webhooks of mail providers, with one result for each integration, in order; null: it can't be verified
   * now. `addresses`: the allowed sources in the setting; null: any.
   */
  'integration.verify-webhooks': read(
    'account',
    Type.Object({
      webhooks: Type.Array(
        Type.Object({ integrationId: Id, provider: MailProvider, ...SignedCallback.properties }),
        { maxItems: 1_000 },
      ),
    }),
    Type.Object({
      verdicts: Type.Array(
        Nullable(
          Type.Object({
            isKnown: Type.Boolean(),
            verified: Nullable(
              Type.Object({ ...CalledBackIntegration.properties, addresses: Nullable(Type.String()) }),
            ),
          }),
        ),
      ),
    }),
  ),
  /** Which of these ids are integrations of any user. */
  'integration.find-existing': read(
    'account',
    Type.Object({ ids: Type.Array(Id, { maxItems: 1_000 }) }),
    Type.Object({ existing: Type.Array(Id) }),
  ),
  'integration.delete': command('account', Type.Object({ by: By, userId: Id, id: Id }), Deleted),
  /** `address`: where to send one message; null tests only the connection and the login. */
  'integration.test': command(
    'account',
    Type.Object({ userId: Id, id: Id, address: Nullable(Type.String()) }),
    IntegrationCheck,
    {
      timeoutMs: CHECK_TIMEOUT_MS,
    },
  ),
  /**
   * For workers, and for the sender in a preview. If `id` is `default`, the user's name and address complete the
   * operator's sender.
   */
  'integration.open': sending('account', Type.Object({ userId: Id, id: Type.String() }), OpenIntegration),
  ...checks,
};
