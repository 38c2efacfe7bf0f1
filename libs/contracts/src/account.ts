import { type Static, Type } from '@sinclair/typebox';
import { Channel, Plan } from './channels';
import { broadcast, command, event } from './define';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

export const Scope = Type.Union([Type.Literal('read'), Type.Literal('write'), Type.Literal('send')]);
export type Scope = Static<typeof Scope>;

const UserStatus = Type.Union([Type.Literal('ACTIVE'), Type.Literal('SUSPENDED')]);

/** Who a key acts for. An operator's key has no user. */
export const Principal = Type.Union([
  Type.Object({
    role: Type.Literal('user'),
    keyId: Id,
    userId: Id,
    plan: Plan,
    status: UserStatus,
    scopes: Type.Array(Scope),
  }),
  Type.Object({ role: Type.Literal('operator'), keyId: Id }),
]);
export type Principal = Static<typeof Principal>;

export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  plan: Plan,
  status: UserStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = Static<typeof User>;

/** A key as it may be shown: `prefix` is its first 13 characters; the key itself is nowhere stored. */
export const ApiKey = Type.Object({
  id: Id,
  userId: Id,
  name: Type.String(),
  prefix: Type.String(),
  scopes: Type.Array(Scope),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
});
export type ApiKey = Static<typeof ApiKey>;

/** How a user's messages leave, fixed for a campaign when it is planned. `default` is the operator's own sender. */
export const Route = Type.Object({ integrationId: Type.String(), ratePerSecond: Nullable(Type.Number()) });
export type Route = Static<typeof Route>;
export const SendingProfile = Type.Object({
  plan: Plan,
  status: UserStatus,
  routes: Type.Object({ EMAIL: Nullable(Route), WHATSAPP: Nullable(Route), SMS: Nullable(Route) }),
});
export type SendingProfile = Static<typeof SendingProfile>;

const KeyHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const accountMessages = {
  /** `keyHash` is the SHA-256 of the presented key, in hex. Null: no such key, or revoked. */
  'account.authenticate': command(
    'account',
    Type.Object({ keyHash: KeyHash }),
    Type.Object({ principal: Nullable(Principal) }),
  ),
  'account.sending-profile': command('account', Type.Object({ userId: Id }), SendingProfile),

  'user.create': command(
    'account',
    Type.Object({ id: Id, name: Type.String(), email: Nullable(Type.String()), plan: Plan }),
    User,
  ),
  'user.get': command('account', Type.Object({ id: Id }), User),
  'user.list': command('account', Type.Object(PageRequest), Page(User)),
  'user.update': command(
    'account',
    Type.Object({
      id: Id,
      name: Type.Optional(Type.String()),
      email: Type.Optional(Nullable(Type.String())),
      plan: Type.Optional(Plan),
      status: Type.Optional(UserStatus),
    }),
    User,
  ),

  /** The gateway mints the secret and sends its hash alone: no key ever crosses the broker. */
  'api-key.create': command(
    'account',
    Type.Object({
      id: Id,
      userId: Id,
      name: Type.String(),
      prefix: Type.String(),
      keyHash: KeyHash,
      scopes: Type.Array(Scope),
    }),
    ApiKey,
  ),
  'api-key.list': command('account', Type.Object({ userId: Id, ...PageRequest }), Page(ApiKey)),
  'api-key.delete': command('account', Type.Object({ userId: Id, id: Id, usedKeyId: Id }), Deleted),

  /** Keys that were used since the last such event, with the time of the last use. */
  'api-key.used': event(
    ['account.events'],
    Type.Object({ uses: Type.Array(Type.Object({ keyId: Id, at: Timestamp })) }),
  ),
  /** Whatever is cached about this user is out of date: keys, plan, and the default sender, which bears the user's name. */
  'access.changed': broadcast(Type.Object({ userId: Id })),
  'integration.changed': broadcast(Type.Object({ integrationId: Type.String() })),
};

const Security = Type.Union([Type.Literal('none'), Type.Literal('starttls'), Type.Literal('tls')]);
/** Absent optional settings are absent keys. */
export const EmailSettings = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  security: Security,
  username: Type.Optional(Type.String()),
  fromAddress: Type.String(),
  fromName: Type.Optional(Type.String()),
  replyTo: Type.Optional(Type.String()),
  bounceAddress: Type.Optional(Type.String()),
  postalAddress: Type.Optional(Type.String()),
});
export type EmailSettings = Static<typeof EmailSettings>;
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

/** What a provider said when asked whether the credentials work. */
export const IntegrationCheck = Type.Object({
  ok: Type.Boolean(),
  reason: Nullable(Type.String()),
  providerCode: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  checkedAt: Timestamp,
});
export type IntegrationCheck = Static<typeof IntegrationCheck>;

const CHECK_TIMEOUT_MS = 15_000;

export const integrationMessages = {
  /** `sealed`: vault ciphertext by field, context `integration:<id>:<field>`; `secrets`: the last-four form of each. */
  'integration.create': command(
    'account',
    Type.Object({
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
  /** Absent members stay; a setting given as null is removed. */
  'integration.update': command(
    'account',
    Type.Object({
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
  'integration.delete': command('account', Type.Object({ userId: Id, id: Id }), Deleted),
  /** `address`: where to send one message; null checks the connection and the login alone. */
  'integration.test': command(
    'account',
    Type.Object({ userId: Id, id: Id, address: Nullable(Type.String()) }),
    IntegrationCheck,
    {
      timeoutMs: CHECK_TIMEOUT_MS,
    },
  ),
  /** For workers. `id` may be `default`: then the user's name and address complete the operator's sender. */
  'integration.open': command('account', Type.Object({ userId: Id, id: Type.String() }), OpenIntegration),
  'email.check': command(
    'email-worker',
    Type.Object({ integration: OpenIntegration, address: Nullable(Type.String()) }),
    IntegrationCheck,
    { timeoutMs: CHECK_TIMEOUT_MS - 2_000 },
  ),
};
