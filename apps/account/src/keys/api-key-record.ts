import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';
import type { ApiKey, KeyRate, OperatorScope } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';

/** The index hint for lists. Without it, the planner could choose an index that scans every user's keys. */
export const IN_ORDER = { userId: 1, _id: 1 } as const;
export const BY_HASH = 'keyHash_1';
/** An expired key is listed for a month, because its users may notice the expiration late. */
const EXPIRED_KEPT_S = 30 * 86_400;

/**
 * A user key or an operator key, including retired ones. Operator keys have no owner, scopes, or rate. The key from the
 * configuration and retired keys also have no slot, name, attempt, or grants.
 */
@Schema(collection('apiKeys'))
export class ApiKeyRecord {
  readonly _id!: ObjectId;
  @Prop({ type: String }) role!: 'user' | 'operator' | 'retired';
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  /** Numbers the keys of a user, so that a unique index limits their number. */
  @Prop({ type: Number }) slot!: number;
  @Prop({ type: String }) name!: string;
  @Prop({ type: String }) prefix!: string;
  @Prop({ type: String }) keyHash!: string;
  /** The attempt at the create request that the hash belongs to. */
  @Prop({ type: Number }) attempt!: number;
  @Prop({ type: [String], default: undefined }) scopes!: ApiKey['scopes'];
  /** The scopes of an operator key. */
  @Prop({ type: [String], default: undefined }) grants?: OperatorScope[];
  @Prop({ type: Date }) expiresAt?: Date;
  /** The networks from which the key is accepted. Absent: any network. */
  @Prop({ type: [String], default: undefined }) networks?: string[];
  @Prop({ type: Object }) rate!: KeyRate;
  /** The key that replaces it after a rotation. */
  @Prop({ type: Types.ObjectId }) successor?: ObjectId;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) lastUsedAt!: Date | null;
}

export const ApiKeySchema = SchemaFactory.createForClass(ApiKeyRecord)
  .index({ keyHash: 1 }, { name: BY_HASH, unique: true })
  .index({ userId: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } })
  .index(IN_ORDER)
  .index(
    { expiresAt: 1 },
    { expireAfterSeconds: EXPIRED_KEPT_S, partialFilterExpression: { role: 'user' as const } },
  );

export type KeyDocument = Plain<ApiKeyRecord>;
