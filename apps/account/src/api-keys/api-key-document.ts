import type { ObjectId } from 'mongodb';
import type { ApiKey, KeyRate, Scope } from '@carillon/contracts';

/** A key of a user. `slot` numbers the keys that a user may have, so that a unique index bounds them. */
export interface UserKeyDocument {
  _id: ObjectId;
  role: 'user';
  userId: ObjectId;
  slot: number;
  name: string;
  prefix: string;
  keyHash: string;
  /** Which attempt at the request that made the key the hash is of. Absent in keys from before there were several. */
  attempt?: number;
  scopes: Scope[];
  /** Absent in keys from before there were rates. */
  rate?: KeyRate;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The operator's key from the configuration. */
export interface OperatorKeyDocument {
  _id: ObjectId;
  role: 'operator';
  prefix: string;
  keyHash: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The key as it may be shown. */
export function toApiKey(key: UserKeyDocument): ApiKey {
  return {
    id: key._id.toHexString(),
    userId: key.userId.toHexString(),
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  };
}
