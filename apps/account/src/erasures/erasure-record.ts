import type { By, Erasure, ErasingService } from '@carillon/contracts';
import { type Plain, collection, part } from '@carillon/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';

/**
 * A service's part of an erasure. `after`: where its next step begins; `isDone`: whether this pass is complete;
 * `erasedAt`: when its first pass ended.
 */
export interface Part {
  service: ErasingService;
  after: string | null;
  isDone: boolean;
  erasedAt: Date | null;
}

const PartSchema = new MongooseSchema<Part>(
  { service: String, after: String, isDone: Boolean, erasedAt: Date },
  part,
);

/**
 * The erasure of an address, of a person with all addresses, or of a user. Each address of a person has an erasure of its
 * own, and the person's erasure waits for them. The address is kept only until all services have done their part. Its hash
 * stays, so that the erasure can be applied again to restored data.
 */
@Schema(collection('erasures'))
export class ErasureRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) kind!: Erasure['kind'];
  @Prop({ type: String }) address!: string | null;
  /** The person that is erased with all addresses. Absent: one address, or a user. */
  @Prop({ type: Types.ObjectId }) personId?: ObjectId;
  /** The erasure of the person who had this address. */
  @Prop({ type: Types.ObjectId }) partOf?: ObjectId;
  @Prop({ type: String }) hash!: string | null;
  @Prop({ type: String }) state!: Erasure['state'];
  @Prop({ type: Object }) requestedBy!: By;
  @Prop({ type: Date }) requestedAt!: Date;
  @Prop({ type: [PartSchema] }) parts!: Part[];
  /** The pass: 1 or 2. */
  @Prop({ type: Number }) pass!: number;
  /** When the erasure began, or began again after a restore. */
  @Prop({ type: Date }) begunAt!: Date;
  /** When the erasure continues (database time). A claim postpones it. */
  @Prop({ type: Date }) dueAt!: Date;
  /** Increases with every claim. */
  @Prop({ type: Number }) fence!: number;
  @Prop({ type: Date }) finishedAt!: Date | null;
}

export type ErasureDocument = Plain<ErasureRecord>;

/** The index that lists use. */
export const IN_ORDER = { userId: 1, _id: 1 } as const;
/** Finds the running erasures of a user, in the order of their turns. */
export const BY_TURN = { userId: 1, dueAt: 1 } as const;
export const OF_USERS = { kind: 1, _id: 1 } as const;
const running = { partialFilterExpression: { state: 'RUNNING' as const } };

export const ErasureSchema = SchemaFactory.createForClass(ErasureRecord)
  .index(IN_ORDER)
  .index({ userId: 1, hash: 1 })
  .index(BY_TURN, running)
  .index({ partOf: 1 }, { partialFilterExpression: { partOf: { $exists: true } } })
  .index(OF_USERS, { partialFilterExpression: { kind: 'USER' as const } });
