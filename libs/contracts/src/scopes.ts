import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from './field-types';

/** The scopes of release 0.2.0, whose processes accept no others. */
const FormerScope = Type.Union([Type.Literal('read'), Type.Literal('write'), Type.Literal('send')]);
type FormerScope = Static<typeof FormerScope>;
const formerScopes = ['read', 'write', 'send'] as const satisfies FormerScope[];

/** What a user's key may do. `admin`: keys and integrations; `consent`: lift suppressions, erase people, set opt-out words. */
export const scopes = [...formerScopes, 'admin', 'consent'] as const;
export type Scope = (typeof scopes)[number];

/** What an operator's key may do. `users`: change users and their keys; `admin`: operators' keys. */
export const operatorScopes = ['read', 'users', 'admin'] as const;
export type OperatorScope = (typeof operatorScopes)[number];

/**
 * How a key's scopes cross services (ADR 49). `grants` has all of them, as plain texts, so that later releases can add
 * more; `scopes` those of release 0.2.0. Keys that were made by that release have no `grants`.
 */
export const CarriedScopes = {
  scopes: Type.Array(FormerScope),
  grants: Type.Optional(Type.Array(Type.Unsafe<Scope>(Type.String()))),
};
export const OperatorGrants = Type.Array(Type.Unsafe<OperatorScope>(Type.String()));

/** Where and until when a key is accepted. `networks`: addresses and CIDR blocks; absent: from anywhere. */
export const KeyLimitations = {
  expiresAt: Type.Optional(Nullable(Timestamp)),
  networks: Type.Optional(Type.Array(Type.String())),
};

interface Carried {
  scopes: FormerScope[];
  grants?: Scope[];
}

/** The form in which the scopes of a new key cross services. */
export function carriedScopes(all: readonly Scope[]): Required<Carried> {
  return { scopes: formerScopes.filter((scope) => all.includes(scope)), grants: [...all] };
}

/** All scopes of a key. `write` of a former key includes what has become `admin` and `consent`. */
export function scopesOf({ scopes: former, grants }: Carried): Scope[] {
  if (grants) return grants;
  return former.includes('write') ? [...former, 'admin', 'consent'] : former;
}

/**
 * Whether a gateway of release 0.2.0 would let the key do what it may not: it knows neither `admin` and `consent`, which
 * were part of `write`, nor limitations.
 */
export function isBeyondFormerGateways(key: {
  grants?: readonly string[];
  scopes?: readonly string[];
  expiresAt?: string | null;
  networks?: readonly string[];
}): boolean {
  if ((key.expiresAt ?? null) !== null || key.networks !== undefined) return true;
  if (!key.grants) return false;
  return !key.scopes || (key.scopes.includes('write') && !hasAll(key.grants, ['admin', 'consent']));
}

function hasAll(given: readonly string[], needed: readonly string[]): boolean {
  return needed.every((each) => given.includes(each));
}
