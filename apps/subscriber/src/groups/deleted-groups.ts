import { type DeletedGroup, pageOf } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

/** The remainder of a deleted group: its name, because campaigns keep the IDs of their groups. `_id` is the group's. */
@Schema(collection('deletedGroups'))
export class DeletedGroupRecord {
  readonly _id!: ObjectId;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: String }) name!: string;
  @Prop({ type: Date }) deletedAt!: Date;
}

const IN_ORDER = { userId: 1, _id: 1 } as const;

export const DeletedGroupSchema = SchemaFactory.createForClass(DeletedGroupRecord).index(IN_ORDER);

/** The names of deleted groups, kept as long as the account exists. */
@Injectable()
export class DeletedGroups {
  constructor(
    @InjectModel(DeletedGroupRecord.name) private readonly deletedGroups: Model<Plain<DeletedGroupRecord>>,
  ) {}

  /** Idempotent. */
  async note(userId: string, { id, name }: { id: string; name: string }, deletedAt: Date): Promise<void> {
    await this.deletedGroups.updateOne(
      { _id: new ObjectId(id) },
      { $setOnInsert: { userId: new ObjectId(userId), name, deletedAt } },
      { upsert: true },
    );
  }

  /** In the order of their creation, continuing after a group's ID. */
  async page(
    userId: string,
    after: string | null,
    limit: number,
  ): Promise<{ items: DeletedGroup[]; next: string | null }> {
    const following = after === null ? {} : { _id: { $gt: new ObjectId(after) } };
    const found = await this.deletedGroups
      .find({ userId: new ObjectId(userId), ...following })
      .sort({ _id: 1 })
      .hint(IN_ORDER)
      .limit(limit + 1)
      .lean();
    return pageOf(
      found.map(({ _id, name, deletedAt }) => ({
        id: _id.toHexString(),
        name,
        deletedAt: deletedAt.toISOString(),
      })),
      limit,
    );
  }

  async removeAll(userId: string): Promise<void> {
    await this.deletedGroups.deleteMany({ userId: new ObjectId(userId) });
  }
}
