import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { Channel, PerChannel, Plan, eachChannel } from './channels';
import { broadcast, command, event, sending } from './define';
import { TrackingMode } from './engagement';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { KeyRate } from './limits';
import { SignedIn } from './member';
import { PoolRules, PoolStrategy, hasRules } from './pool';
import { ProviderAccountControls } from './provider-account';
import { SenderProvider } from './providers';
import { RampUp } from './ramp-up';
import { KeyLimitations, OperatorGrants, UserScopes } from './scopes';
import { UtmDefaults } from './utm';

const UserStatus = Type.Union([Type.Literal('ACTIVE'), Type.Literal('SUSPENDED')]);

/** ISO 3166-1 alpha-2: the default country of phone numbers; absent: none. */
const DefaultCountry = Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' }));

/**
 * The owner of a key. An operator key has no user. The key from the configuration has no `grants`, and all scopes. A
 * session has `signedIn`, and the member's ID instead of a key's ID.
 */
export const Principal = Type.Union([
  Type.Object({
    role: Type.Literal('user'),
    keyId: Id,
    userId: Id,
    plan: Plan,
    status: UserStatus,
    rate: KeyRate,
    defaultCountry: DefaultCountry,
    signedIn: Type.Optional(SignedIn),
    scopes: UserScopes,
    ...KeyLimitations,
  }),
  Type.Object({
    role: Type.Literal('operator'),
    keyId: Id,
    grants: Type.Optional(OperatorGrants),
    ...KeyLimitations,
  }),
]);
export type Principal = Static<typeof Principal>;

export const User = Type.Object({
  id: Id,
  name: Type.String(),
  email: Nullable(Type.String()),
  plan: Plan,
  status: UserStatus,
  /** The tracking mode of the user's emails; absent: OFF. */
  tracking: Type.Optional(TrackingMode),
  /** Whether orders after clicks are counted; absent: false. */
  conversions: Type.Optional(Type.Boolean()),
  /** The UTM parameters of the user's links; absent: `utmDefaults`. */
  utm: Type.Optional(UtmDefaults),
  defaultCountry: DefaultCountry,
  /** Whether another member must approve each campaign; absent: false. */
  isApprovalRequired: Type.Optional(Type.Boolean()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = Static<typeof User>;

/** A key as it may be shown: `prefix` is its first 13 characters; the key itself is not stored. */
export const ApiKey = Type.Object({
  id: Id,
  userId: Id,
  name: Type.String(),
  prefix: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
  scopes: UserScopes,
  ...KeyLimitations,
});
export type ApiKey = Static<typeof ApiKey>;

/** An operator key. `isConfigured`: it is defined in the configuration, and can be changed only there. */
export const OperatorKey = Type.Object({
  id: Id,
  name: Type.String(),
  prefix: Type.String(),
  grants: OperatorGrants,
  isConfigured: Type.Boolean(),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
  ...KeyLimitations,
});
export type OperatorKey = Static<typeof OperatorKey>;

/** The senders that a campaign names. A channel without an entry uses its default sender. */
export const NamedSenders = Type.Object(eachChannel(() => Type.Optional(Id)));
export type NamedSenders = Static<typeof NamedSenders>;

/**
 * How a user's messages are sent, fixed for a campaign when it is planned. `default` is the operator's own sender.
 * `maxConnections`: the connection limit of its server; null: unlimited.
 */
const DirectRoute = Type.Object({
  senderId: Type.String(),
  ratePerSecond: Nullable(Type.Number()),
  maxConnections: Nullable(Type.Integer()),
  /** Absent: fixed by release 0.3.0. */
  provider: Type.Optional(SenderProvider),
  /** The daily limits. Absent: none. */
  rampUp: Type.Optional(RampUp),
  /** The provider account of the sender, and what the operator has set for it. Absent: unknown. */
  providerAccount: Type.Optional(ProviderAccountControls),
});
/** The route of one sender, which is no pool. */
export type DirectRoute = Static<typeof DirectRoute>;
const MemberRoute = Type.Object({
  ...DirectRoute.properties,
  ...PoolRules.properties,
  weight: Type.Integer(),
});
export type MemberRoute = Static<typeof MemberRoute>;
export const Route = Type.Object({
  ...DirectRoute.properties,
  /** `senderId` is a pool. These senders send. */
  pool: Type.Optional(Type.Object({ strategy: PoolStrategy, members: Type.Array(MemberRoute) })),
});
export type Route = Static<typeof Route>;

/** The routes of the senders that send: of a pool, or of the only sender. */
export function directRoutesOf(route: Route): readonly DirectRoute[] {
  return route.pool?.members ?? [route];
}

/** The sender of a message to anyone, such as a test: the first sender of a pool without rules. */
export function usualSender({ senderId, pool }: Route): string {
  const member = pool?.members.find((each) => !hasRules(each)) ?? pool?.members[0];
  return member?.senderId ?? senderId;
}

export const SendingProfile = Type.Object({
  plan: Plan,
  status: UserStatus,
  /** The routes of the default senders. */
  routes: PerChannel(Nullable(Route)),
  /** The routes of all senders of the account. */
  senders: Type.Array(Type.Object({ channel: Channel, ...Route.properties })),
  tracking: Type.Optional(TrackingMode),
  conversions: Type.Optional(Type.Boolean()),
  utm: Type.Optional(UtmDefaults),
  /** The current list of prices; absent: none. */
  priceListId: Type.Optional(Id),
});
export type SendingProfile = Static<typeof SendingProfile>;

/** The routes of a campaign; null: the channel has no sender, or the campaign's sender was deleted. */
export function routesOf(
  { routes, senders }: Pick<SendingProfile, 'routes' | 'senders'>,
  named: NamedSenders,
): SendingProfile['routes'] {
  return eachChannel((channel) => {
    const id = named[channel];
    if (id === undefined) return routes[channel];
    const sender = senders.find((each) => each.channel === channel && each.senderId === id);
    if (!sender) return null;
    const { channel: _, ...route } = sender;
    return route;
  });
}

const KeyHash = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** A new secret. Only the hash of the key leaves the gateway. See `api-key.create`. */
const MintedKey = {
  id: Id,
  prefix: Type.String(),
  keyHash: KeyHash,
  attempt: Type.Integer({ minimum: 1 }),
};
/** The maximum number of keys in one request. */
export const MAX_KEYS = 1_000;

export const accountMessages = {
  /** `keyHash` is the SHA-256, in hex, of a key or of a session token. Null: the key doesn't exist, or was revoked. */
  'account.authenticate': command(
    'account',
    Type.Object({ keyHash: KeyHash }),
    Type.Object({ principal: Nullable(Principal) }),
  ),
  /** Identifies many keys at once. The reply omits unknown keys. */
  'account.authenticate-many': command(
    'account',
    Type.Object({ keyHashes: Type.Array(KeyHash, { maxItems: MAX_KEYS }) }),
    Type.Object({ found: Type.Array(Type.Object({ keyHash: KeyHash, principal: Principal })) }),
  ),
  'account.sending-profile': sending('account', Type.Object({ userId: Id }), SendingProfile),

  'user.create': command(
    'account',
    Type.Object({ by: By, id: Id, name: Type.String(), email: Nullable(Type.String()), plan: Plan }),
    User,
  ),
  'user.get': command('account', Type.Object({ id: Id }), User),
  'user.list': command('account', Type.Object(PageRequest), Page(User)),
  'user.update': command(
    'account',
    Type.Object({
      by: By,
      id: Id,
      name: Type.Optional(Type.String()),
      email: Type.Optional(Nullable(Type.String())),
      plan: Type.Optional(Plan),
      status: Type.Optional(UserStatus),
      tracking: Type.Optional(TrackingMode),
      conversions: Type.Optional(Type.Boolean()),
      /** Only the fields to change. */
      utm: Type.Optional(Type.Partial(UtmDefaults)),
      defaultCountry: Type.Optional(Nullable(Type.String({ pattern: '^[A-Z]{2}$' }))),
    }),
    User,
  ),

  /**
   * The gateway generates the secret and sends only its hash, so that no key passes through the broker. If the same ID
   * is repeated, the hash of the highest `attempt` (starting with 1) counts, because the secret of an earlier attempt
   * was never shown.
   */
  'api-key.create': command(
    'account',
    Type.Object({
      by: By,
      userId: Id,
      name: Type.String(),
      rate: KeyRate,
      ...MintedKey,
      scopes: UserScopes,
      ...KeyLimitations,
    }),
    ApiKey,
  ),
  /**
   * Creates a key like the one with the ID `of`, which ends after `overlapMs`, unless it ends earlier. The successor of
   * an expiring key has the same lifetime, or ends at `expiresAt`.
   */
  'api-key.rotate': command(
    'account',
    Type.Object({
      by: By,
      userId: Id,
      of: Id,
      overlapMs: Type.Integer({ minimum: 0 }),
      expiresAt: Type.Optional(Timestamp),
      ...MintedKey,
    }),
    ApiKey,
  ),
  'api-key.get': command('account', Type.Object({ userId: Id, id: Id }), ApiKey),
  'api-key.list': command('account', Type.Object({ userId: Id, ...PageRequest }), Page(ApiKey)),
  'api-key.delete': command('account', Type.Object({ by: By, userId: Id, id: Id }), Deleted),

  /** Operators' keys. They are created in the same way as users' keys. */
  'operator-key.create': command(
    'account',
    Type.Object({ by: By, name: Type.String(), grants: OperatorGrants, ...MintedKey, ...KeyLimitations }),
    OperatorKey,
  ),
  'operator-key.get': command('account', Type.Object({ id: Id }), OperatorKey),
  'operator-key.list': command('account', Type.Object(PageRequest), Page(OperatorKey)),
  'operator-key.delete': command('account', Type.Object({ by: By, id: Id }), Deleted),

  /** Keys that were used since the last such event, with the time of the last use. */
  'api-key.used': event(
    ['account.events'],
    Type.Object({ uses: Type.Array(Type.Object({ keyId: Id, at: Timestamp })) }),
  ),
  /**
   * Everything cached about this user is out of date: keys, plan, and the default sender, which has the user's name.
   */
  'access.changed': broadcast(Type.Object({ userId: Id })),
  /** Everything cached about operator keys is out of date. */
  'operator-keys.changed': broadcast(Type.Object({})),
  'sender.changed': broadcast(Type.Object({ senderId: Type.String() })),
};
