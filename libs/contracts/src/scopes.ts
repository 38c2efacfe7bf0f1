import { Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from './field-types';

/**
 * The permissions of a user key. `admin`: keys, senders, and the brand; `consent`: lift suppressions, erase people, set
 * opt-out words.
 */
export const scopes = ['read', 'write', 'send', 'admin', 'consent'] as const;
export type Scope = (typeof scopes)[number];

/** The permissions of an operator key. `users`: change users and their keys; `admin`: operator keys and prices. */
export const operatorScopes = ['read', 'users', 'admin'] as const;
export type OperatorScope = (typeof operatorScopes)[number];

/** The scopes of a user's key. They are plain texts, so that later releases can add more. */
export const UserScopes = Type.Array(Type.Unsafe<Scope>(Type.String()));
export const OperatorGrants = Type.Array(Type.Unsafe<OperatorScope>(Type.String()));

/**
 * The networks from which, and the time until which, a key is accepted. `networks`: addresses and CIDR blocks; absent:
 * from anywhere.
 */
export const KeyLimitations = {
  expiresAt: Type.Optional(Nullable(Timestamp)),
  networks: Type.Optional(Type.Array(Type.String())),
};
