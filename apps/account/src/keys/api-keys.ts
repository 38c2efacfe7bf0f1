import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import {
  type ApiKey,
  AppError,
  type KeyRate,
  type Payload,
  type Reply,
  type Scope,
  pageOf,
} from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey, owned } from '@carillon/platform';

/** The index that lists name: the planner could choose one that reads past every other user's keys. */
const IN_ORDER = { userId: 1, _id: 1 } as const;
const BY_HASH = 'keyHash_1';

/** There is at most one operator key, so it has a fixed id. */
const OPERATOR_KEY = new ObjectId('000000000000000000000001');
export const OPERATOR_KEY_ID = OPERATOR_KEY.toHexString();

/** A user's key, or the operator's, which has no owner, slot, name, attempt, scopes or rate. */
@Schema(collection('apiKeys'))
export class ApiKeyRecord {
  readonly _id!: ObjectId;
  @Prop({ type: String }) role!: 'user' | 'operator';
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  /** Numbers the keys of a user, so that a unique index bounds them. */
  @Prop({ type: Number }) slot!: number;
  @Prop({ type: String }) name!: string;
  @Prop({ type: String }) prefix!: string;
  @Prop({ type: String }) keyHash!: string;
  /** The attempt at the create request that the hash belongs to. */
  @Prop({ type: Number }) attempt!: number;
  @Prop({ type: [String], default: undefined }) scopes!: Scope[];
  @Prop({ type: Object }) rate!: KeyRate;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) lastUsedAt!: Date | null;
}

export const ApiKeySchema = SchemaFactory.createForClass(ApiKeyRecord)
  .index({ keyHash: 1 }, { name: BY_HASH, unique: true })
  .index({ userId: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } })
  .index(IN_ORDER);

type UserKeyDocument = Plain<ApiKeyRecord>;
type OperatorKey = Pick<UserKeyDocument, 'prefix' | 'keyHash'>;

/** The holder of a key. */
export type KeyHolder = { keyId: string } & (
  { role: 'user'; userId: string; scopes: Scope[]; rate: KeyRate } | { role: 'operator' }
);

export type NewApiKey = Omit<Payload<'api-key.create'>, 'by'>;

/** A key with the fields that users do not see. */
export interface HeldKey {
  key: ApiKey;
  slot: number;
  keyHash: string;
  attempt: number;
}

/** The keys of users and the operator's, by their hashes. */
@Injectable()
export class ApiKeys {
  constructor(@InjectModel(ApiKeyRecord.name) private readonly keys: Model<UserKeyDocument>) {}

  /** Adds a key in the slot. Throws an error that `isTaken` recognises if the slot or the id is taken. */
  async add(key: NewApiKey, slot: number, now: Date, session: ClientSession): Promise<ApiKey> {
    const { id, userId, ...facts } = key;
    const document: UserKeyDocument = {
      ...facts,
      _id: new ObjectId(id),
      role: 'user',
      userId: new ObjectId(userId),
      slot,
      createdAt: now,
      lastUsedAt: null,
    };
    await this.keys.insertOne(document, { session });
    return toApiKey(document);
  }

  async heldBy(userId: string): Promise<HeldKey[]> {
    const documents = await this.keys.find({ userId: new ObjectId(userId) }).lean();
    return documents.map((document) => {
      const { slot, keyHash, attempt } = document;
      return { key: toApiKey(document), slot, keyHash, attempt };
    });
  }

  /** Replaces the secret by that of a later attempt. Returns null if there is no such key, or it has that attempt or a later one. */
  async replaceSecret(key: NewApiKey, session: ClientSession): Promise<ApiKey | null> {
    const { prefix, keyHash, attempt } = key;
    const document = await this.keys.findOneAndUpdate(
      { ...owned(key.userId, key.id), attempt: { $lt: attempt } },
      { $set: { prefix, keyHash, attempt } },
      { session, returnDocument: 'after', lean: true },
    );
    return document && toApiKey(document);
  }

  /** @throws AppError api_key_not_found */
  async get(userId: string, id: string): Promise<ApiKey> {
    const document = await this.keys.findOne(owned(userId, id)).lean();
    if (!document) throw new AppError('api_key_not_found');
    return toApiKey(document);
  }

  /** Oldest first, continuing after a key's id. */
  async page({ userId, after, limit }: Payload<'api-key.list'>): Promise<Reply<'api-key.list'>> {
    const documents = await this.keys
      .find({ userId: new ObjectId(userId), ...(after !== null && { _id: { $gt: new ObjectId(after) } }) })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(documents.map(toApiKey), limit);
  }

  /** The hashes among these that belong to keys, with their holders. */
  async holdersOf(keyHashes: readonly string[]): Promise<{ keyHash: string; holder: KeyHolder }[]> {
    const keys = await this.keys.find({ keyHash: { $in: keyHashes } }).lean();
    return keys.map((key) => ({ keyHash: key.keyHash, holder: toHolder(key) }));
  }

  /** Removes a key and returns it. Returns null if this user has no key with this id. */
  async remove(userId: string, id: string, session: ClientSession): Promise<ApiKey | null> {
    const removed = await this.keys.findOneAndDelete(owned(userId, id), { session, lean: true });
    return removed && toApiKey(removed);
  }

  /** The name and the prefix of a user's key or the operator's. Returns null if there is no key with this id. */
  async describe(
    id: string,
    session: ClientSession,
  ): Promise<{ name: string | null; prefix: string } | null> {
    const key = await this.keys.findById(new ObjectId(id), null, { session }).lean();
    return key && { name: key.role === 'user' ? key.name : null, prefix: key.prefix };
  }

  /** Notes when keys were last used; an older time than the stored one changes nothing. */
  async noteUses({ uses }: Payload<'api-key.used'>): Promise<void> {
    if (uses.length === 0) return;
    await this.keys.bulkWrite(
      uses.map(({ keyId, at }) => ({
        updateOne: { filter: { _id: new ObjectId(keyId) }, update: { $max: { lastUsedAt: new Date(at) } } },
      })),
      { ordered: false },
    );
  }

  findOperatorKey(session: ClientSession): Promise<OperatorKey | null> {
    return this.keys.findById(OPERATOR_KEY, null, { session }).lean();
  }

  /** Makes this the operator's key, in place of the former one. */
  async replaceOperatorKey(key: OperatorKey, now: Date, session: ClientSession): Promise<void> {
    const facts = { role: 'operator', createdAt: now, lastUsedAt: null };
    await this.keys.replaceOne({ _id: OPERATOR_KEY }, { ...facts, ...key }, { upsert: true, session });
  }

  async removeOperatorKey(session: ClientSession): Promise<void> {
    await this.keys.deleteOne({ _id: OPERATOR_KEY }, { session });
  }
}

/** Whether a key was not added because its slot or its id is taken. */
export function isTaken(error: unknown): boolean {
  return isDuplicateKey(error) && !isDuplicateKey(error, BY_HASH);
}

function toHolder({ _id, role, userId, scopes, rate }: UserKeyDocument): KeyHolder {
  const keyId = _id.toHexString();
  return role === 'operator' ? { keyId, role } : { keyId, role, userId: userId.toHexString(), scopes, rate };
}

/** The key as users see it. */
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
