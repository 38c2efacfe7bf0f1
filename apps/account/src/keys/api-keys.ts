import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  type ApiKey,
  AppError,
  type KeyRate,
  type OperatorKey,
  type Payload,
  type Reply,
  pageOf,
} from '@carillon/contracts';
import { isDuplicateKey, owned } from '@carillon/mongo';
import { ApiKeyRecord, BY_HASH, IN_ORDER, type KeyDocument } from './api-key-record';
import {
  type KeyHolder,
  type NewApiKey,
  type NewOperatorKey,
  OPERATOR_KEY,
  newDocument,
  toApiKey,
  toHolder,
  toOperatorKey,
} from './key-forms';

type ConfiguredKey = Pick<KeyDocument, 'prefix' | 'keyHash'>;

/** A use of a user key or an operator key. */
export interface KeyUse {
  keyId: string;
  role: 'user' | 'operator';
  userId: string | null;
  name: string | null;
  at: Date;
}

/** A key with the fields that users do not see. */
export interface HeldKey {
  key: ApiKey;
  rate: KeyRate;
  slot: number;
  keyHash: string;
  attempt: number;
}

/** The keys of users and operators, by hash. */
@Injectable()
export class ApiKeys {
  constructor(@InjectModel(ApiKeyRecord.name) private readonly keys: Model<KeyDocument>) {}

  /** Adds a key in the slot. Throws an error that `isTaken` recognizes if the slot or the ID is taken. */
  async add(key: NewApiKey, slot: number, now: Date, session: ClientSession): Promise<ApiKey> {
    const { userId, rate, scopes } = key;
    const ofUser = { role: 'user' as const, userId: new ObjectId(userId), scopes, rate };
    const document: KeyDocument = { ...newDocument(key, slot, now), ...ofUser };
    await this.keys.insertOne(document, { session });
    return toApiKey(document);
  }

  async heldBy(userId: string): Promise<HeldKey[]> {
    const documents = await this.keys.find({ userId: new ObjectId(userId) }).lean();
    return documents.map((document) => {
      const { slot, keyHash, attempt, rate } = document;
      return { key: toApiKey(document), rate, slot, keyHash, attempt };
    });
  }

  /**
   * Replaces the secret with the secret of a later attempt. Returns null if the key doesn't exist, or has this attempt
   * or a later one.
   */
  async replaceSecret(key: NewApiKey, session: ClientSession): Promise<ApiKey | null> {
    const { prefix, attempt } = key;
    const document = await this.keys.findOneAndUpdate(
      { ...owned(key.userId, key.id), attempt: { $lt: attempt } },
      { $set: { prefix, keyHash: key.keyHash, attempt } },
      { session, returnDocument: 'after', lean: true },
    );
    return document && toApiKey(document);
  }

  /**
   * Sets the successor of a key, and the key's end unless it ends earlier. Returns the key before and after the change,
   * or null if it doesn't exist. @throws AppError api_key_rotated if its successor still exists
   */
  async succeed(
    userId: string,
    id: string,
    { by, at }: { by: string; at: Date },
    session: ClientSession,
  ): Promise<{ before: ApiKey; after: ApiKey } | null> {
    const before = await this.keys.findOne(owned(userId, id), null, { session }).lean();
    if (!before) return null;
    const { successor } = before;
    if (successor && (await this.keys.exists(owned(userId, successor.toHexString())).session(session)))
      throw new AppError('api_key_rotated');
    const expiresAt = before.expiresAt && before.expiresAt < at ? before.expiresAt : at;
    const set = { expiresAt, successor: new ObjectId(by) };
    await this.keys.updateOne(owned(userId, id), { $set: set }, { session });
    return { before: toApiKey(before), after: toApiKey({ ...before, expiresAt }) };
  }

  /** @throws AppError api_key_not_found */
  async get(userId: string, id: string): Promise<ApiKey> {
    const document = await this.keys.findOne(owned(userId, id)).lean();
    if (!document) throw new AppError('api_key_not_found');
    return toApiKey(document);
  }

  /** Oldest first, continuing after the given key ID. */
  async page({ userId, after, limit }: Payload<'api-key.list'>): Promise<Reply<'api-key.list'>> {
    const documents = await this.keys
      .find({ userId: new ObjectId(userId), ...(after !== null && { _id: { $gt: new ObjectId(after) } }) })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toApiKey), limit);
  }

  /** The given hashes that belong to keys, with the keys' holders. */
  async holdersOf(keyHashes: readonly string[]): Promise<{ keyHash: string; holder: KeyHolder }[]> {
    const keys = await this.keys.find({ keyHash: { $in: keyHashes }, role: { $ne: 'retired' } }).lean();
    return keys.map((key) => ({ keyHash: key.keyHash, holder: toHolder(key) }));
  }

  /** Removes a key and returns it. Returns null if the user has no key with this ID. */
  async remove(userId: string, id: string, session: ClientSession): Promise<ApiKey | null> {
    const removed = await this.keys.findOneAndDelete(owned(userId, id), { session, lean: true });
    return removed && toApiKey(removed);
  }

  /** Removes all keys of a user. */
  async removeAll(userId: string, session?: ClientSession): Promise<void> {
    await this.keys.deleteMany({ userId: new ObjectId(userId) }, session && { session });
  }

  /** The name and the prefix of a key. Returns null if no key has this ID. */
  async describe(
    id: string,
    session?: ClientSession,
  ): Promise<{ name: string | null; prefix: string } | null> {
    const key = await this.keys
      .findById(new ObjectId(id), null, session && { session })
      .lean<{ name?: string; prefix: string }>();
    return key && { name: key.name ?? null, prefix: key.prefix };
  }

  /** Records when keys were last used. A time that is older than the stored one changes nothing. */
  async noteUses({ uses }: Payload<'api-key.used'>): Promise<void> {
    if (uses.length === 0) return;
    await this.keys.bulkWrite(
      uses.map(({ keyId, at }) => ({
        updateOne: { filter: { _id: new ObjectId(keyId) }, update: { $max: { lastUsedAt: new Date(at) } } },
      })),
      { ordered: false },
    );
  }

  /** Adds an operator key in the slot. Throws the same error as `add`. */
  async addForOperator(
    key: NewOperatorKey,
    slot: number,
    now: Date,
    session: ClientSession,
  ): Promise<OperatorKey> {
    const { grants } = key;
    const document = { ...newDocument(key, slot, now), role: 'operator', grants } as KeyDocument;
    await this.keys.insertOne(document, { session });
    return toOperatorKey(document);
  }

  async heldByOperators(): Promise<Pick<KeyDocument, 'keyHash' | 'slot' | 'attempt' | '_id'>[]> {
    return this.keys.find(ofOperators).hint(IN_ORDER).lean();
  }

  /** Frees the slots of expired operator keys, which stay in the list until they are revoked. */
  async freeExpiredSlots(now: Date): Promise<void> {
    const expired = { ...ofOperators, slot: { $exists: true }, expiresAt: { $lte: now } };
    await this.keys.updateMany(expired, { $unset: { slot: 1 } });
  }

  /** Replaces the secret like `replaceSecret`. */
  async replaceOperatorSecret(key: NewOperatorKey, session: ClientSession): Promise<OperatorKey | null> {
    const { prefix, attempt } = key;
    const document = await this.keys.findOneAndUpdate(
      { _id: new ObjectId(key.id), ...ofOperators, attempt: { $lt: attempt } },
      { $set: { prefix, keyHash: key.keyHash, attempt } },
      { session, returnDocument: 'after', lean: true },
    );
    return document && toOperatorKey(document);
  }

  /** @throws AppError operator_key_not_found */
  async getOperatorKey(id: string): Promise<OperatorKey> {
    const document = await this.keys.findOne({ _id: new ObjectId(id), ...ofOperators }).lean();
    if (!document) throw new AppError('operator_key_not_found');
    return toOperatorKey(document);
  }

  /** Oldest first, continuing after a key ID. The key from the configuration comes first. */
  async operatorKeys({ after, limit }: Payload<'operator-key.list'>): Promise<Reply<'operator-key.list'>> {
    const documents = await this.keys
      .find({ ...ofOperators, ...(after !== null && { _id: { $gt: new ObjectId(after) } }) })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toOperatorKey), limit);
  }

  /** Retires an operator key. It stays invalid. Returns null if it doesn't exist. */
  async retire(id: string, now: Date, session: ClientSession): Promise<OperatorKey | null> {
    const document = await this.keys.findOneAndUpdate(
      { _id: new ObjectId(id), ...ofOperators },
      { $set: { role: 'retired', lastUsedAt: now }, $unset: { slot: 1 } },
      { session, returnDocument: 'before', lean: true },
    );
    return document && toOperatorKey(document);
  }

  /** The given keys that were not yet used on the day (UTC) of the given time. */
  async unusedOn(uses: Payload<'api-key.used'>['uses']): Promise<KeyUse[]> {
    const found = await this.keys
      .find({ _id: { $in: uses.map(({ keyId }) => new ObjectId(keyId)) }, role: { $ne: 'retired' } })
      .lean();
    const usedAt = new Map(uses.map(({ keyId, at }) => [keyId, new Date(at)]));
    return found.flatMap(({ _id, role, userId, name, lastUsedAt }) => {
      const at = usedAt.get(_id.toHexString());
      if (!at || role === 'retired' || (lastUsedAt !== null && lastUsedAt >= dayOf(at))) return [];
      const owner = role === 'user' ? { userId: userId.toHexString(), name } : { userId: null, name: null };
      return [{ keyId: _id.toHexString(), role, ...owner, at }];
    });
  }

  /** Records the use of a key. Returns false if a use on this day (UTC) or a later day is already recorded. */
  async noteFirstUse({ keyId, at }: KeyUse, session: ClientSession): Promise<boolean> {
    const unused = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: dayOf(at) } }] };
    const noted = await this.keys.updateOne(
      { _id: new ObjectId(keyId), ...unused },
      { $set: { lastUsedAt: at } },
      { session },
    );
    return noted.matchedCount === 1;
  }

  findOperatorKey(session: ClientSession): Promise<ConfiguredKey | null> {
    return this.keys.findById(OPERATOR_KEY, null, { session }).lean();
  }

  /** Makes this the key from the configuration, and replaces the previous one. */
  async replaceOperatorKey(key: ConfiguredKey, now: Date, session: ClientSession): Promise<void> {
    const facts = { role: 'operator', createdAt: now, lastUsedAt: null };
    await this.keys.replaceOne({ _id: OPERATOR_KEY }, { ...facts, ...key }, { upsert: true, session });
  }

  /** Retires the key from the configuration. */
  async retireOperatorKey(now: Date, session: ClientSession): Promise<void> {
    const key = await this.keys.findOneAndDelete({ _id: OPERATOR_KEY }, { session, lean: true });
    if (!key) return;
    const retiredKey = { ...key, _id: new ObjectId(), role: 'retired' as const, lastUsedAt: now };
    await this.keys.insertOne(retiredKey, { session });
  }

  /** Whether another key with this hash exists or existed, apart from the key from the configuration. */
  async isOtherKey(keyHash: string, session: ClientSession): Promise<boolean> {
    const other = { keyHash, _id: { $ne: OPERATOR_KEY } };
    return (await this.keys.exists(other).session(session)) !== null;
  }

  async removeOperatorKey(session: ClientSession): Promise<void> {
    await this.keys.deleteOne({ _id: OPERATOR_KEY }, { session });
  }
}

/** Operator keys have no user. With `userId`, the list index finds them. */
const ofOperators = { userId: null, role: 'operator' } as const;

function dayOf(time: Date): Date {
  return new Date(time.toISOString().slice(0, 10));
}

/** Whether a key was rejected because its slot or its ID is taken. */
export function isTaken(error: unknown): boolean {
  return isDuplicateKey(error) && !isDuplicateKey(error, BY_HASH);
}
