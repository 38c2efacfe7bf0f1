import type { Channel, Suppression, SuppressionReason } from '@carillon/contracts';
import { type Plain, collection, part } from '@carillon/platform';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { type Cause, type Eligibility, strongest } from './eligibility';

const CauseSchema = new MongooseSchema<Cause>(
  { reason: String, sender: String, at: Date, source: String },
  part,
);

/** What is known of an address, for ever: without causes it is no suppression, and nobody sees it. */
@Schema(collection('suppressions'))
export class SuppressionRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) channel!: Channel;
  @Prop({ type: String }) address!: string;
  @Prop({ type: [CauseSchema] }) causes!: Cause[];
  @Prop({ type: Object }) heardAt!: Partial<Record<SuppressionReason, Date>>;
  @Prop({ type: [String] }) words!: string[];
  @Prop({ type: String }) liftedBy!: string | null;
  /** That of the strongest cause, to be searched by. */
  @Prop({ type: String }) reason!: SuppressionReason | null;
  /** When a cause was added last (database time). */
  @Prop({ type: Date }) at?: Date;
  @Prop({ type: Number }) rev!: number;
}

export type SuppressionDocument = Plain<SuppressionRecord>;

/** One address on one channel is one document; also how it is looked for before anybody writes to it. */
export const BY_ADDRESS = { userId: 1, channel: 1, address: 1 } as const;
/** Since when a cause may have been added on a channel. */
export const BY_TIME = { userId: 1, channel: 1, at: 1 } as const;
/** The index that lists follow, merged by `_id` where a filter is not set. */
export const IN_ORDER = { userId: 1, channel: 1, reason: 1, _id: 1 } as const;

export const SuppressionSchema = SchemaFactory.createForClass(SuppressionRecord)
  .index(BY_ADDRESS, { unique: true })
  .index(BY_TIME)
  .index(IN_ORDER);

/** An address on a channel of a user. */
export interface Address {
  userId: string;
  channel: Channel;
  address: string;
}

/** What is known of an address under its id. */
export interface Known {
  id: string;
  address: Address;
  eligibility: Eligibility;
  /** 0: nothing was known. */
  rev: number;
}

export function toKnown(document: SuppressionDocument): Known {
  const { _id, userId, channel, address, causes, heardAt, words, liftedBy, rev } = document;
  return {
    id: _id.toHexString(),
    address: { userId: userId.toHexString(), channel, address },
    eligibility: { causes, heardAt, words, liftedBy },
    rev,
  };
}

/** As the user sees it; nothing if nothing speaks against writing to it. */
export function shown({ id, address, eligibility }: Known): Suppression[] {
  const cause = strongest(eligibility);
  if (!cause) return [];
  const { reason, sender, at } = cause;
  return [{ id, ...address, sender, reason, createdAt: at.toISOString() }];
}
