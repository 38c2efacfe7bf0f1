import { Clock, type Plain, collection } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

const DAY_SECONDS = 24 * 3600;
/** Longer than most campaigns take; of one that was paused, or is sent again, nothing is known beyond it. */
const KEPT_SECONDS = 5 * DAY_SECONDS;
/** Nothing from within this time can have been forgotten, though the database forgets by its own clock. */
const CERTAIN_MS = (KEPT_SECONDS - DAY_SECONDS) * 1_000;
/**
 * Clocks of two machines differ, and between noting a removal and the deletion itself some time passes. A process that
 * stalls longer than this has lost its connection to the broker, and with it the message.
 */
const MARGIN_MS = 60_000;

/** One deletion: of the members named, or of a group with all its members. */
@Schema(collection('membershipRemovals'))
export class MembershipRemovalRecord {
  /** The message that asked for it. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: [Types.ObjectId] }) subscriberIds!: ObjectId[];
  @Prop({ type: Date }) at!: Date;
}

export const MembershipRemovalSchema = SchemaFactory.createForClass(MembershipRemovalRecord)
  .index({ userId: 1, at: 1 })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export interface MembershipRemoval {
  messageId: string;
  userId: string;
  subscriberIds: readonly string[];
}

/** When members of a user's groups left, so that one look tells that nobody did. */
@Injectable()
export class MembershipRemovals {
  constructor(
    @InjectModel(MembershipRemovalRecord.name) private readonly removals: Model<Plain<MembershipRemovalRecord>>,
    private readonly clock: Clock,
  ) {}

  /** Notes who is about to leave; to be called before they are removed. */
  async note({ messageId, userId, subscriberIds }: MembershipRemoval): Promise<void> {
    await this.removals.updateOne(
      { _id: messageId, userId: new ObjectId(userId) },
      {
        $set: { at: this.clock.now() },
        $push: { subscriberIds: { $each: subscriberIds.map((id) => new ObjectId(id)) } },
      },
      { upsert: true },
    );
  }

  /** Everybody whom this message removed. */
  async notedBy(userId: string, messageId: string): Promise<Set<string>> {
    const removal = await this.removals.findOne({ _id: messageId, userId: new ObjectId(userId) }).lean();
    return new Set(removal?.subscriberIds.map((id) => id.toHexString()));
  }

  /** False only if it is certain that no member of the user's groups has left since. */
  async anySince(userId: string, since: Date): Promise<boolean> {
    if (since.getTime() < this.clock.now().getTime() - CERTAIN_MS) return true;
    const at = { $gte: new Date(since.getTime() - MARGIN_MS) };
    const found = await this.removals
      .findOne({ userId: new ObjectId(userId), at }, { _id: 0, at: 1 })
      .lean();
    return found !== null;
  }
}
