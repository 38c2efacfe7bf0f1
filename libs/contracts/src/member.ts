import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, event, read } from './define';
import { Deleted, Id, Nothing, Nullable, Page, PageRequest, Timestamp } from './field-types';
import type { Scope } from './scopes';

/** What each role may do, as the scopes that a key with the same rights has. */
export const roleScopes = {
  owner: ['read', 'write', 'send', 'admin', 'consent'],
  sender: ['read', 'write', 'send'],
  editor: ['read', 'write'],
  viewer: ['read'],
} as const satisfies Record<string, readonly Scope[]>;
export type MemberRole = keyof typeof roleScopes;
export const memberRoles = Object.keys(roleScopes) as MemberRole[];

/** A text between services, as a later release may have more roles. */
const Role = Type.Unsafe<MemberRole>(Type.String());

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Sealed for the account service by the gateway: passwords and second factors cross the broker in no other form. */
const Sealed = Type.String();

/** The person behind a request, where a session made it. */
export const SignedIn = Type.Object({ sessionId: Id, loginId: Id, name: Type.String(), role: Role });
export type SignedIn = Static<typeof SignedIn>;

/** A person's part in an account. */
export const Member = Type.Object({
  id: Id,
  userId: Id,
  loginId: Id,
  name: Type.String(),
  email: Type.String(),
  role: Role,
  hasSecondFactor: Type.Boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Member = Static<typeof Member>;

/** A sign-in that has not ended. `expiresAt`: when it ends if it is not used. */
export const Session = Type.Object({
  id: Id,
  userId: Id,
  memberId: Id,
  userAgent: Nullable(Type.String()),
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
});
export type Session = Static<typeof Session>;

/** A person who signs in, and the accounts that they are a member of. */
export const Login = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  hasSecondFactor: Type.Boolean(),
  /** False: they have joined by a provider, and have set none since. */
  hasPassword: Type.Boolean(),
  /** Recovery codes that were not used yet. */
  recoveryCodes: Type.Integer(),
  /** Who they are to providers of OpenID Connect; absent: as who has not signed in by one. */
  identities: Type.Optional(Type.Array(Type.Object({ issuer: Type.String(), subject: Type.String() }))),
  accounts: Type.Array(Type.Object({ userId: Id, name: Type.String(), memberId: Id, role: Role })),
  createdAt: Timestamp,
});
export type Login = Static<typeof Login>;

export const Invitation = Type.Object({
  id: Id,
  userId: Id,
  email: Type.String(),
  role: Role,
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type Invitation = Static<typeof Invitation>;

/** A mail server is waited for. */
const MAIL_TIMEOUT_MS = 20_000;
/** A provider is waited for, which is asked up to four times. */
const PROVIDER_TIMEOUT_MS = 22_000;

/** Why a provider's word signs nobody in. A text between services, as a later release may have more of them. */
export const oidcRefusals = [
  'cancelled',
  'expired',
  'failed',
  'unverified',
  'not_a_member',
  'other_identity',
] as const;
export type OidcRefusal = (typeof oidcRefusals)[number];
const OidcRefusal = Type.Unsafe<OidcRefusal>(Type.String());

const ofUser = { userId: Id, id: Id };
/** The session in which a person changes what is their own. */
const Own = { by: By, loginId: Id, sessionId: Id };

export const memberMessages = {
  /**
   * Signs a person in. `password` is sealed for `login:<id>:password`, `code` for `login:<id>:code`. `endsHash`: of the token of a session that this one
   * replaces. `needsSecondFactor`: whoever has none is refused, and nothing tells which of password and code is wrong. Errors:
   * sign_in_failed, second_factor_required.
   */
  'session.create': command(
    'account',
    Type.Object({
      id: Id,
      tokenHash: Hash,
      email: Type.String(),
      password: Sealed,
      code: Nullable(Sealed),
      userId: Nullable(Id),
      userAgent: Nullable(Type.String()),
      endsHash: Nullable(Hash),
      needsSecondFactor: Type.Optional(Type.Boolean()),
    }),
    Session,
  ),
  /** So many wrong passwords were tried for an address that the gateways let only known browsers and codes through. */
  'sign-in.limited': event(['account.events'], Type.Object({ email: Type.String(), at: Timestamp })),
  /** Who signs people in beside their passwords, as people know it; null: nobody. */
  'session.provider': read('account', Type.Object({}), Type.Object({ name: Nullable(Type.String()) })),
  /**
   * Begins a sign-in by OpenID Connect; the reply is where the browser goes. `secret`, which the browser keeps, is sealed for
   * `oidc:<id>:secret`: state, nonce and PKCE's verifier derive from it. Errors: route_not_found where there is no provider,
   * service_unavailable where it does not answer.
   */
  'session.begin-oidc': command(
    'account',
    Type.Object({ id: Id, secret: Sealed, redirectUri: Type.String() }),
    Type.Object({ url: Type.String() }),
    { timeoutMs: PROVIDER_TIMEOUT_MS },
  ),
  /**
   * Signs in by what the provider has answered: the query of the callback, sealed for `oidc:<id>:answer`, and the secret for
   * `oidc:<id>:secret`, which works once. `refused` where there is no session. Errors: route_not_found, service_unavailable.
   */
  'session.create-by-oidc': command(
    'account',
    Type.Object({
      id: Id,
      tokenHash: Hash,
      secret: Sealed,
      answer: Sealed,
      redirectUri: Type.String(),
      userId: Nullable(Id),
      userAgent: Nullable(Type.String()),
      endsHash: Nullable(Hash),
    }),
    Type.Object({ session: Nullable(Session), refused: Nullable(OidcRefusal) }),
    { timeoutMs: PROVIDER_TIMEOUT_MS },
  ),
  'session.list': command('account', Type.Object({ loginId: Id, ...PageRequest }), Page(Session)),
  'session.get': command('account', Type.Object({ loginId: Id, id: Id }), Session),
  'session.delete': command('account', Type.Object({ by: By, loginId: Id, id: Id }), Deleted),
  /**
   * Lets a session go on in another account of its person, by another token. Errors: user_not_found where the person is no member,
   * invalid_session.
   */
  'session.switch': command(
    'account',
    Type.Object({ loginId: Id, id: Id, userId: Id, tokenHash: Hash }),
    Session,
  ),

  'login.get': command('account', Type.Object({ id: Id }), Login),
  'login.rename': command('account', Type.Object({ ...Own, name: Type.String() }), Login),
  /**
   * Ends all other sessions; this one goes on by the token of `tokenHash`. The passwords are sealed for `login:<sessionId>:current` and `login:<sessionId>:password`.
   * Errors: validation_failed for a wrong current one, password_not_set.
   */
  'login.change-password': command(
    'account',
    Type.Object({ ...Own, current: Sealed, password: Sealed, tokenHash: Type.Optional(Hash) }),
    Login,
  ),
  /**
   * Begins to set up TOTP (RFC 6238); it counts once a code has confirmed it. `secret` is sealed for `login:<sessionId>:secret`.
   * Errors: second_factor_exists, password_not_set.
   */
  'login.begin-second-factor': command(
    'account',
    Type.Object({ ...Own, current: Sealed, secret: Sealed }),
    Login,
  ),
  /**
   * `code` is sealed for `login:<sessionId>:code`. Of recovery codes only hashes are told. Errors: second_factor_exists,
   * second_factor_not_begun, validation_failed for a wrong code.
   */
  'login.confirm-second-factor': command(
    'account',
    Type.Object({ ...Own, code: Sealed, recoveryHashes: Type.Array(Hash) }),
    Login,
  ),
  'login.remove-second-factor': command('account', Type.Object({ ...Own, current: Sealed }), Login),
  /**
   * The provider signs the person in no more, until they link it again; ends all other sessions. Errors: validation_failed for a
   * wrong password, password_not_set.
   */
  'login.unlink': command('account', Type.Object({ ...Own, current: Sealed, issuer: Type.String() }), Login),

  /** Makes a person a member at once; `password` counts only for who has no sign-in yet. Errors: member_exists, limit_reached. */
  'member.create': command(
    'account',
    Type.Object({
      by: By,
      ...ofUser,
      email: Type.String(),
      name: Type.String(),
      password: Sealed,
      role: Role,
    }),
    Member,
  ),
  'member.list': command('account', Type.Object({ userId: Id, ...PageRequest }), Page(Member)),
  'member.get': command('account', Type.Object(ofUser), Member),
  /** Errors: member_not_found, last_owner. */
  'member.update': command('account', Type.Object({ by: By, ...ofUser, role: Role }), Member),
  'member.delete': command('account', Type.Object({ by: By, ...ofUser }), Deleted),

  /** Mails a link, below `publicUrl`. Errors: member_exists, limit_reached, mail_not_configured. */
  'invitation.create': command(
    'account',
    Type.Object({ by: By, ...ofUser, email: Type.String(), role: Role, publicUrl: Type.String() }),
    Invitation,
    { timeoutMs: MAIL_TIMEOUT_MS },
  ),
  'invitation.list': command('account', Type.Object({ userId: Id, ...PageRequest }), Page(Invitation)),
  'invitation.get': command('account', Type.Object(ofUser), Invitation),
  'invitation.delete': command('account', Type.Object({ by: By, ...ofUser }), Deleted),

  /** Mails a link to who has forgotten a password. The reply is the same for everybody, and waits for no mail. */
  'password.forgotten': command(
    'account',
    Type.Object({ email: Type.String(), publicUrl: Type.String() }),
    Nothing,
  ),
  /** What a link from a mail is good for. Errors: link_not_found. */
  'password.read-link': command(
    'account',
    Type.Object({ tokenHash: Hash }),
    Type.Object({ email: Type.String(), accountName: Nullable(Type.String()), isNew: Type.Boolean() }),
  ),
  /**
   * Uses a link once: sets the password of who has forgotten theirs, or has none yet, and accepts an invitation. `password`
   * is sealed for `link:<tokenHash>:password`; null where an invited person has one already. Errors: link_not_found,
   * validation_failed.
   */
  'password.use-link': command(
    'account',
    Type.Object({ tokenHash: Hash, name: Nullable(Type.String()), password: Nullable(Sealed) }),
    Type.Object({ email: Type.String() }),
  ),
};
