import { ObjectId } from 'mongodb';
import {
  type ApiKey,
  AppError,
  type OperatorKey,
  type Payload,
  type Principal,
  operatorScopes,
} from '@carillon/contracts';
import type { KeyDocument } from './api-key-record';

/** The key from the configuration has a fixed ID, because at most one exists. */
export const OPERATOR_KEY = new ObjectId('000000000000000000000001');
export const OPERATOR_KEY_ID = OPERATOR_KEY.toHexString();

type UserHolder = Omit<Extract<Principal, { role: 'user' }>, 'plan' | 'status'>;
/** The holder of a key. */
export type KeyHolder = UserHolder | Extract<Principal, { role: 'operator' }>;

export type NewApiKey = Omit<Payload<'api-key.create'>, 'by'>;
export type NewOperatorKey = Omit<Payload<'operator-key.create'>, 'by'>;

/** @throws AppError validation_failed for a past time */
export function requireToCome(expiresAt: string | null | undefined, now: Date): void {
  if (!expiresAt || Date.parse(expiresAt) > now.getTime()) return;
  const detail = 'This time is in the past';
  throw new AppError('validation_failed', undefined, [{ field: 'expiresAt', code: 'too_small', detail }]);
}

/** The fields that new user keys and operator keys share. */
export function newDocument(key: NewApiKey | NewOperatorKey, slot: number, now: Date) {
  const { id, name, prefix, keyHash, attempt, expiresAt, networks } = key;
  return {
    _id: new ObjectId(id),
    slot,
    name,
    prefix,
    keyHash,
    attempt,
    ...(expiresAt && { expiresAt: new Date(expiresAt) }),
    ...(networks && { networks }),
    createdAt: now,
    lastUsedAt: null,
  };
}

/** The networks and the time for which a key is accepted. */
function limitations({ expiresAt, networks }: KeyDocument) {
  return {
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(networks && { networks }),
  };
}

export function toHolder(key: KeyDocument): KeyHolder {
  const { role, userId, scopes, grants = [], rate } = key;
  const holder = { keyId: key._id.toHexString(), ...limitations(key) };
  return role === 'operator'
    ? { ...holder, role, ...(!key._id.equals(OPERATOR_KEY) && { grants }) }
    : { ...holder, role: 'user', userId: userId.toHexString(), rate, scopes };
}

/** The public fields that user keys and operator keys share. */
function shown({ _id, prefix, createdAt, lastUsedAt }: KeyDocument) {
  return {
    id: _id.toHexString(),
    prefix,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** The key as shown to users. */
export function toApiKey(key: KeyDocument): ApiKey {
  const { userId, name, scopes } = key;
  return { ...shown(key), userId: userId.toHexString(), name, scopes, ...limitations(key) };
}

/** The key as shown to operators. The key from the configuration has all scopes and no name. */
export function toOperatorKey(key: KeyDocument): OperatorKey {
  const isConfigured = key._id.equals(OPERATOR_KEY);
  const grants = isConfigured ? [...operatorScopes] : (key.grants ?? []);
  const name = isConfigured ? 'BOOTSTRAP_OPERATOR_KEY' : key.name;
  return { ...shown(key), name, grants, isConfigured, ...limitations(key) };
}
