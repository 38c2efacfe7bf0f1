import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import { type ApiKey, type KeyRate, type Payload, type Scope, pageOf } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';

/** A key of a user. `slot` numbers the keys that a user may have, so that a unique index bounds them. */
interface UserKeyDocument {
  _id: ObjectId;
  role: 'user';
  userId: ObjectId;
  slot: number;
  name: string;
  prefix: string;
  keyHash: string;
  scopes: Scope[];
  /** Absent in keys from before there were rates. */
  rate?: KeyRate;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface OperatorKeyDocument {
  _id: ObjectId;
  role: 'operator';
  prefix: string;
  keyHash: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Who presented a key. */
export type KeyHolder = { keyId: string } & (
  { role: 'user'; userId: string; scopes: Scope[]; rate: KeyRate } | { role: 'operator' }
);

/** The index that lists follow; left to choose, the planner may read past every other user's keys. */
const IN_ORDER = { userId: 1, _id: 1 } as const;
const BY_HASH = 'keyHash_1';
/** The one key that comes from the configuration. */
const BOOTSTRAP_KEY_ID = new ObjectId('000000000000000000000001');

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

  /** Adds a key in the slot. Null: the slot or the id is taken meanwhile. */
  async add(key: Payload<'api-key.create'>, slot: number, now: Date): Promise<ApiKey | null> {
    const document: UserKeyDocument = {
      _id: new ObjectId(key.id),
      role: 'user',
      userId: new ObjectId(key.userId),
      slot,
      name: key.name,
      prefix: key.prefix,
      keyHash: key.keyHash,
      scopes: key.scopes,
      rate: key.rate,
      createdAt: now,
      lastUsedAt: null,
    };
    try {
      await this.keys.insertOne(document);
    } catch (error) {
      if (isDuplicateKey(error) && !isDuplicateKey(error, BY_HASH)) return null;
      throw error;
    }
    return toApiKey(document);
  }

  async heldBy(userId: string): Promise<{ key: ApiKey; slot: number }[]> {
    const documents = await this.keys.find({ userId: new ObjectId(userId) }).toArray();
    return documents.map((document) => ({ key: toApiKey(document), slot: document.slot }));
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

  /** True when there was such a key of this user. */
  async remove(userId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.keys.deleteOne({
      _id: new ObjectId(id),
      userId: new ObjectId(userId),
    });
    return deletedCount === 1;
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

  /** Makes this the operator's key from the configuration; whichever was it before ends here. */
  async replaceBootstrapKey(keyHash: string, prefix: string, now: Date): Promise<void> {
    await this.anyKeys.deleteOne({ _id: BOOTSTRAP_KEY_ID, keyHash: { $ne: keyHash } });
    await this.anyKeys.updateOne(
      { _id: BOOTSTRAP_KEY_ID },
      { $setOnInsert: { role: 'operator', keyHash, prefix, createdAt: now, lastUsedAt: null } },
      { upsert: true },
    );
  }

  async removeBootstrapKey(): Promise<void> {
    await this.anyKeys.deleteOne({ _id: BOOTSTRAP_KEY_ID });
  }
}

function toApiKey(key: UserKeyDocument): ApiKey {
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

function toHolder(key: UserKeyDocument | OperatorKeyDocument): KeyHolder {
  const keyId = key._id.toHexString();
  return key.role === 'operator'
    ? { keyId, role: 'operator' }
    : { keyId, role: 'user', userId: key.userId.toHexString(), scopes: key.scopes, rate: key.rate ?? 'PLAN' };
}
