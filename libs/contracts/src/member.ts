import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, event, read } from './define';
import { Deleted, Id, Nothing, Nullable, Page, PageRequest, Timestamp } from './field-types';
import type { Scope } from './scopes';

/** The permissions of each role, as the scopes of an equivalent key. Owners and approvers can also approve campaigns. */
export const roleScopes = {
  owner: ['read', 'write', 'send', 'admin', 'consent'],
  sender: ['read', 'write', 'send'],
  editor: ['read', 'write'],
  approver: ['read'],
  viewer: ['read'],
} as const satisfies Record<string, readonly Scope[]>;
export type MemberRole = keyof typeof roleScopes;
export const memberRoles = Object.keys(roleScopes) as MemberRole[];

/** A text between services, because a later release may have more roles. */
const Role = Type.Unsafe<MemberRole>(Type.String());

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Sealed for the account service by the gateway: passwords and second factors cross the broker in no other form. */
const Sealed = Type.String();

/** The person who made a request in a session. */
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

/** An active sign-in. `expiresAt`: when it ends if it is not used. */
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

/** A person with a sign-in, and their accounts. */
export const Login = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  hasSecondFactor: Type.Boolean(),
  /** False: the person joined through a provider and has not set a password since. */
  hasPassword: Type.Boolean(),
  /** The number of unused recovery codes. */
  recoveryCodes: Type.Integer(),
  /** The identities at OpenID Connect providers; absent: none. */
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

/** The timeout of commands that wait for a mail server (milliseconds). */
const MAIL_TIMEOUT_MS = 20_000;
/** The timeout of commands that wait for a provider, which gets up to four requests (milliseconds). */
const PROVIDER_TIMEOUT_MS = 22_000;

/**
 * Why a provider's response doesn't sign the person in. A string between services, because a later release may have
 * more values.
 */
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
/** The session in which a person changes their own data. */
const Own = { by: By, loginId: Id, sessionId: Id };

export const memberMessages = {
  /**
   * Signs a person in. `password` is encrypted for `login:<id>:password`, `code` for `login:<id>:code`. `endsHash`: the
   * token hash of the session that this one replaces. `needsSecondFactor`: people without one are rejected, without
   * revealing whether password or code is wrong. Errors: sign_in_failed, second_factor_required.
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
  /** After too many wrong passwords for an address, the gateways accept only known browsers and codes for it. */
  'sign-in.limited': event(['account.events'], Type.Object({ email: Type.String(), at: Timestamp })),
  /** The sign-in provider in addition to passwords, with its display name; null: none. */
  'session.provider': read('account', Type.Object({}), Type.Object({ name: Nullable(Type.String()) })),
  /**
   * Starts an OpenID Connect sign-in. The reply contains the browser's redirect. `secret`, which the browser stores, is
   * encrypted for `oidc:<id>:secret`: state, nonce, and the PKCE verifier derive from it. Errors: route_not_found if
   * there is no provider, service_unavailable if it doesn't respond.
   */
  'session.begin-oidc': command(
    'account',
    Type.Object({ id: Id, secret: Sealed, redirectUri: Type.String() }),
    Type.Object({ url: Type.String() }),
    { timeoutMs: PROVIDER_TIMEOUT_MS },
  ),
  /**
   * Signs in with the provider's response: the query of the callback, encrypted for `oidc:<id>:answer`, and the secret
   * for `oidc:<id>:secret`, which works once. `refused` if there is no session. Errors: route_not_found,
   * service_unavailable.
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
   * Continues a session in another account of its person, with another token. Errors: user_not_found if the person
   * isn't a member, invalid_session.
   */
  'session.switch': command(
    'account',
    Type.Object({ loginId: Id, id: Id, userId: Id, tokenHash: Hash }),
    Session,
  ),

  'login.get': command('account', Type.Object({ id: Id }), Login),
  'login.rename': command('account', Type.Object({ ...Own, name: Type.String() }), Login),
  /**
   * Ends all other sessions. This one continues with the token of `tokenHash`. The passwords are encrypted for
   * `login:<sessionId>:current` and `login:<sessionId>:password`. Errors: validation_failed for a wrong current
   * password, password_not_set.
   */
  'login.change-password': command(
    'account',
    Type.Object({ ...Own, current: Sealed, password: Sealed, tokenHash: Type.Optional(Hash) }),
    Login,
  ),
  /**
   * Begins to set up TOTP (RFC 6238). It takes effect when a code has confirmed it. `secret` is sealed for
   * `login:<sessionId>:secret`. Errors: second_factor_exists, password_not_set.
   */
  'login.begin-second-factor': command(
    'account',
    Type.Object({ ...Own, current: Sealed, secret: Sealed }),
    Login,
  ),
  /**
   * `code` is encrypted for `login:<sessionId>:code`. Only hashes of recovery codes are sent. Errors:
   * second_factor_exists, second_factor_not_begun, validation_failed for a wrong code.
   */
  'login.confirm-second-factor': command(
    'account',
    Type.Object({ ...Own, code: Sealed, recoveryHashes: Type.Array(Hash) }),
    Login,
  ),
  'login.remove-second-factor': command('account', Type.Object({ ...Own, current: Sealed }), Login),
  /**
   * Disables sign-in with the provider until the person links it again; ends all other sessions. Errors:
   * validation_failed for a wrong password, password_not_set.
   */
  'login.unlink': command('account', Type.Object({ ...Own, current: Sealed, issuer: Type.String() }), Login),

  /**
   * Adds a member immediately. `password` counts only for people without a sign-in. Errors: member_exists,
   * limit_reached.
   */
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

  /** Emails a link below `publicUrl`. Errors: member_exists, limit_reached, mail_not_configured. */
  'invitation.create': command(
    'account',
    Type.Object({ by: By, ...ofUser, email: Type.String(), role: Role, publicUrl: Type.String() }),
    Invitation,
    { timeoutMs: MAIL_TIMEOUT_MS },
  ),
  'invitation.list': command('account', Type.Object({ userId: Id, ...PageRequest }), Page(Invitation)),
  'invitation.get': command('account', Type.Object(ofUser), Invitation),
  'invitation.delete': command('account', Type.Object({ by: By, ...ofUser }), Deleted),

  /**
   * Emails a link to a person who has forgotten the password. The reply is the same for everyone, and doesn't wait for
   * the email.
   */
  'password.forgotten': command(
    'account',
    Type.Object({ email: Type.String(), publicUrl: Type.String() }),
    Nothing,
  ),
  /** The purpose of an emailed link. Errors: link_not_found. */
  'password.read-link': command(
    'account',
    Type.Object({ tokenHash: Hash }),
    Type.Object({ email: Type.String(), accountName: Nullable(Type.String()), isNew: Type.Boolean() }),
  ),
  /**
   * Redeems a link once: sets the password of a person who has forgotten it or has none, and accepts an invitation.
   * `password` is encrypted for `link:<tokenHash>:password`; null if an invited person already has one. Errors:
   * link_not_found, validation_failed.
   */
  'password.use-link': command(
    'account',
    Type.Object({ tokenHash: Hash, name: Nullable(Type.String()), password: Nullable(Sealed) }),
    Type.Object({ email: Type.String() }),
  ),
};
