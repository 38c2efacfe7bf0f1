import { Injectable } from '@nestjs/common';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';
import { type ApiKey, type KeyRate, type Payload, type Scope, pageOf } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type OperatorKeyDocument, type UserKeyDocument, toApiKey } from './api-key-document';

/** Who presented a key. */
export type KeyHolder = { keyId: string } & (
  { role: 'user'; userId: string; scopes: Scope[]; rate: KeyRate } | { role: 'operator' }
);

export type NewApiKey = Omit<Payload<'api-key.create'>, 'by'>;

/** A key with what is not shown of it. */
export interface HeldKey {
  key: ApiKey;
  slot: number;
  keyHash: string;
  attempt: number;
}

/** The index that lists follow; left to choose, the planner may read past every other user's keys. */
const IN_ORDER = { userId: 1, _id: 1 } as const;
const BY_HASH = 'keyHash_1';

/** The keys of users and the operator's. Of a key itself only its hash is here. */
@Injectable()
export class ApiKeys {
  private readonly keys: Collection<UserKeyDocument>;
  private readonly anyKeys: Collection<UserKeyDocument | OperatorKeyDocument>;

  constructor(database: Database) {
    this.keys = database.collection<UserKeyDocument>('apiKeys', [
      { key: { keyHash: 1 }, name: BY_HASH, unique: true },
      { key: { userId: 1, slot: 1 }, unique: true, partialFilterExpression: { slot: { $exists: true } } },
      { key: IN_ORDER },
    ]);
    this.anyKeys = database.collection<UserKeyDocument | OperatorKeyDocument>('apiKeys');
  }

  /** Adds a key in the slot. Throws what `isTaken` knows if the slot or the id is taken meanwhile. */
  async add(key: NewApiKey, slot: number, now: Date, session: ClientSession): Promise<ApiKey> {
    const document: UserKeyDocument = {
      _id: new ObjectId(key.id),
      role: 'user',
      userId: new ObjectId(key.userId),
      slot,
      name: key.name,
      prefix: key.prefix,
      keyHash: key.keyHash,
      attempt: key.attempt,
      scopes: key.scopes,
      rate: key.rate,
      createdAt: now,
      lastUsedAt: null,
    };
    await this.keys.insertOne(document, { session });
    return toApiKey(document);
  }

  async heldBy(userId: string): Promise<HeldKey[]> {
    const documents = await this.keys.find({ userId: new ObjectId(userId) }).toArray();
    return documents.map((document) => {
      const { slot, keyHash, attempt = 1 } = document;
      return { key: toApiKey(document), slot, keyHash, attempt };
    });
  }

  /** The key with the secret of a later attempt. Null: it is not there, or that of a later one still. */
  async replaceSecret(key: NewApiKey, session: ClientSession): Promise<ApiKey | null> {
    const { prefix, keyHash, attempt } = key;
    const document = await this.keys.findOneAndUpdate(
      {
        _id: new ObjectId(key.id),
        userId: new ObjectId(key.userId),
        $or: [{ attempt: { $lt: attempt } }, { attempt: { $exists: false } }],
      },
      { $set: { prefix, keyHash, attempt } },
      { session, returnDocument: 'after' },
    );
    return document && toApiKey(document);
  }

  async get(userId: string, id: string): Promise<ApiKey | null> {
    const document = await this.keys.findOne({ _id: new ObjectId(id), userId: new ObjectId(userId) });
    return document && toApiKey(document);
  }

  /** Oldest first, continuing after a key's id. */
  async page({
    userId,
    after,
    limit,
  }: Payload<'api-key.list'>): Promise<{ items: ApiKey[]; next: string | null }> {
    const documents = await this.keys
      .find({
        userId: new ObjectId(userId),
        ...(after !== null && { _id: { $gt: new ObjectId(after) } }),
      })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .toArray();
    return pageOf(documents.map(toApiKey), limit);
  }

  async holderOf(keyHash: string): Promise<KeyHolder | null> {
    const key = await this.anyKeys.findOne({ keyHash });
    return key && toHolder(key);
  }

  /** Those of these that are the hashes of keys, in no order. */
  async heldAmong(keyHashes: string[]): Promise<string[]> {
    const found = this.anyKeys.find({ keyHash: { $in: keyHashes } });
    const keys = await found.project<{ keyHash: string }>({ _id: 0, keyHash: 1 }).toArray();
    return keys.map(({ keyHash }) => keyHash);
  }

  /** The key that was there. Null: this user has none of this id. */
  async remove(userId: string, id: string, session: ClientSession): Promise<ApiKey | null> {
    const removed = await this.keys.findOneAndDelete(
      { _id: new ObjectId(id), userId: new ObjectId(userId) },
      { session },
    );
    return removed && toApiKey(removed);
  }

  /** By what a key, anybody's or the operator's, is known to people. Null: there is none of this id. */
  async describe(
    id: string,
    session: ClientSession,
  ): Promise<{ name: string | null; prefix: string } | null> {
    const key = await this.anyKeys.findOne({ _id: new ObjectId(id) }, { session });
    return key && { name: key.role === 'user' ? key.name : null, prefix: key.prefix };
  }

  /** Notes when keys were used last; an older time than the known one changes nothing. */
  async noteUses(uses: readonly { keyId: string; at: string }[]): Promise<void> {
    if (uses.length === 0) return;
    await this.anyKeys.bulkWrite(
      uses.map(({ keyId, at }) => ({
        updateOne: { filter: { _id: new ObjectId(keyId) }, update: { $max: { lastUsedAt: new Date(at) } } },
      })),
      { ordered: false },
    );
  }
}

/** True when a key could not be added because its slot or its id is taken. */
export function isTaken(error: unknown): boolean {
  return isDuplicateKey(error) && !isDuplicateKey(error, BY_HASH);
}

function toHolder(key: UserKeyDocument | OperatorKeyDocument): KeyHolder {
  const keyId = key._id.toHexString();
  return key.role === 'operator'
    ? { keyId, role: 'operator' }
    : { keyId, role: 'user', userId: key.userId.toHexString(), scopes: key.scopes, rate: key.rate ?? 'PLAN' };
}
