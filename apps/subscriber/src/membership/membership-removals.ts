import type { Payload } from '@carillon/contracts';
import { type Plain, collection } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';

const DAY_SECONDS = 24 * 3600;
/** Longer than most campaigns take. For a campaign that was paused or is retried, older removals are unknown. */
const KEPT_SECONDS = 5 * DAY_SECONDS;
/** More recent removals are certainly still stored. The database deletes expired removals based on its own clock. */
const CERTAIN_MS = (KEPT_SECONDS - DAY_SECONDS) * 1_000;
/**
 * Clocks of two machines differ, and time passes between the record of a removal and the deletion itself. A process
 * that stalls for longer has lost its connection to the broker, and the message with it.
 */
const MARGIN_MS = 60_000;

/** A deletion of members, a deletion of a group with all its members, or a move of members to another group. */
@Schema(collection('membershipRemovals'))
export class MembershipRemovalRecord {
  /** The ID of the message that requested it. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) userId!: ObjectId;
  @Prop({ type: [Types.ObjectId] }) subscriberIds!: ObjectId[];
  @Prop({ type: Date }) at!: Date;
  /** The member was moved to another group; absent: removed. */
  @Prop({ type: Boolean }) moved?: true;
}

/** The index of moves only, which are rare compared to removals. */
const MOVES = { userId: 1, at: 1, _id: 1 } as const;

export const MembershipRemovalSchema = SchemaFactory.createForClass(MembershipRemovalRecord)
  .index({ userId: 1, at: 1 })
  .index(MOVES, { partialFilterExpression: { moved: true } })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export interface MembershipRemoval {
  messageId: string;
  userId: string;
  subscriberIds: readonly string[];
  moved?: true;
}

type MovesQuery = Pick<Payload<'audience.moved'>, 'userId' | 'since' | 'after' | 'limit'>;

/** A move of a member to another group. `cursor`: its position in the order of moves. */
export interface Move {
  subscriberId: string;
  cursor: string;
}

/** Records when members of a user's groups were removed or moved, so that one read can show that no member left. */
@Injectable()
export class MembershipRemovals {
  constructor(
    @InjectModel(MembershipRemovalRecord.name)
    private readonly removals: Model<Plain<MembershipRemovalRecord>>,
  ) {}

  /** Notes a removal. Call it before the members are removed, or moved. */
  async note({ messageId, userId, subscriberIds, moved }: MembershipRemoval, now: Date): Promise<void> {
    await this.removals.updateOne(
      { _id: messageId, userId: new ObjectId(userId) },
      {
        $set: { at: now, ...(moved && { moved }) },
        $push: { subscriberIds: { $each: subscriberIds.map((id) => new ObjectId(id)) } },
      },
      { upsert: true },
    );
  }

  /** The IDs of all members that this message removed. */
  async notedBy(userId: string, messageId: string): Promise<Set<string>> {
    const removal = await this.removals.findOne({ _id: messageId, userId: new ObjectId(userId) }).lean();
    return new Set(removal?.subscriberIds.map((id) => id.toHexString()));
  }

  /** Moves since then, oldest first, continuing after a cursor. Includes some earlier moves, and some that failed. */
  async movesSince({ userId, since, after, limit }: MovesQuery): Promise<Move[]> {
    const [time, id = ''] = after?.split(' ') ?? [];
    const at = time === undefined ? new Date(Date.parse(since) - MARGIN_MS) : new Date(Number(time));
    const moves = await this.removals
      .find(
        {
          userId: new ObjectId(userId),
          moved: true,
          at: { $gte: at },
          ...(time !== undefined && { $or: [{ at: { $gt: at } }, { _id: { $gt: id } }] }),
        },
        { at: 1, subscriberIds: 1 },
      )
      .sort({ at: 1, _id: 1 })
      .hint(MOVES)
      .limit(limit)
      .lean();
    return moves.flatMap(({ _id, at: when, subscriberIds: [moved] }) =>
      moved ? [{ subscriberId: moved.toHexString(), cursor: `${when.getTime()} ${_id}` }] : [],
    );
  }

  /** Removes the records of a deleted user. Each record expires after several days. */
  async removeAll(userId: string): Promise<void> {
    await this.removals.deleteMany({ userId: new ObjectId(userId) });
  }

  /** False only if it is certain that no member of the user's groups was removed or moved since. */
  async anySince(userId: string, since: Date, now: Date): Promise<boolean> {
    if (since.getTime() < now.getTime() - CERTAIN_MS) return true;
    const at = { $gte: new Date(since.getTime() - MARGIN_MS) };
    const found = await this.removals.findOne({ userId: new ObjectId(userId), at }, { _id: 0, at: 1 }).lean();
    return found !== null;
  }
}
