import type { Group } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/platform';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ObjectId } from 'mongodb';
import { Types } from 'mongoose';

/**
 * A living group has a slug and a slot, which numbers the groups that a user may have so that a unique index bounds them.
 * A deleted one has neither: it waits for its members to be removed.
 */
@Schema(collection('groups'))
export class GroupRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name!: string;
  @Prop({ type: String }) slug?: string;
  @Prop({ type: Number }) slot?: number;
  @Prop({ type: Date }) createdAt!: Date;
  @Prop({ type: Date }) updatedAt!: Date;
  @Prop({ type: Date }) deletedAt?: Date;
  /** The message that deleted it, so that its redelivery is recognised. */
  @Prop({ type: String }) deletedBy?: string;
}

export type GroupDocument = Plain<GroupRecord>;
export type LiveGroupDocument = GroupDocument & { slug: string; slot: number };

/** The index that lists follow; left to choose, the planner may read past every other user's groups. */
export const IN_ORDER = { userId: 1, _id: 1 } as const;

const where = (field: 'slug' | 'slot' | 'deletedAt') => ({
  partialFilterExpression: { [field]: { $exists: true } },
});

export const GroupSchema = SchemaFactory.createForClass(GroupRecord)
  .index({ userId: 1, slug: 1 }, { unique: true, ...where('slug') })
  .index({ userId: 1, slot: 1 }, { unique: true, ...where('slot') })
  .index(IN_ORDER)
  .index({ deletedAt: 1 }, where('deletedAt'));

export function toGroup({ _id, userId, name, slug, createdAt, updatedAt }: LiveGroupDocument): Group {
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    name,
    slug,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
