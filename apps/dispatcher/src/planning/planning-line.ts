import { Injectable } from '@nestjs/common';
import { type Plain, collection } from '@carillon/mongo';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { DispatchPlanning } from '../dispatch';
import { LeaderTask } from '../leader';

/** Writes don't wait for the journal, because `JoinWaiting` restores lost users. */
const written = { writeConcern: { w: 1, j: false } } as const;
/** Earlier than any real time, so that users without a turn come first, and can be planned immediately. */
const AT_ONCE = new Date(0);

/** The entry of a user in the planning line. `_id` is the user. */
@Schema(collection('planningLine'))
export class PlanningLineRecord {
  readonly _id!: ObjectId;
  /** When the user last had a turn. */
  @Prop({ type: Date }) lastTurnAt!: Date;
  /** Until this time, all campaigns of the user are claimed or postponed. */
  @Prop({ type: Date }) restsUntil!: Date;
  /** The number of times that the user joined. */
  @Prop({ type: Number }) joined!: number;
}

export const PlanningLineSchema = SchemaFactory.createForClass(PlanningLineRecord).index({
  lastTurnAt: 1,
  restsUntil: 1,
});

/** A turn of a user. */
export interface Turn {
  user: string;
  joined: number;
}

/**
 * The users with campaigns to plan, in the order of their last turns. A turn is one page of one campaign, so a small
 * campaign of one user waits for only one page of another user's thousand campaigns. The cost of finding the next user
 * does not depend on the number of waiting users.
 */
@Injectable()
export class PlanningLine {
  constructor(
    @InjectModel(PlanningLineRecord.name) private readonly entries: Model<Plain<PlanningLineRecord>>,
  ) {}

  /** Ensures that this user is in the line and is not postponed. */
  async join(user: string): Promise<void> {
    const entry = {
      $set: { restsUntil: AT_ONCE },
      $inc: { joined: 1 },
      $setOnInsert: { lastTurnAt: AT_ONCE },
    };
    await this.entries.updateOne(keyOf(user), entry, { upsert: true, ...written });
  }

  /** Adds the users that are not in the line. */
  async joinMissing(users: readonly string[]): Promise<void> {
    const _id = { $in: users.map((user) => new ObjectId(user)) };
    const found = await this.entries.find({ _id }, { _id: 1 }).lean();
    const present = new Set(found.map(({ _id: user }) => user.toHexString()));
    for (const user of users) if (!present.has(user)) await this.join(user);
  }

  /** Gives a turn to the user whose last turn was longest ago, and moves the user to the end of the line. */
  async next(now: Date): Promise<Turn | null> {
    const entry = await this.entries.findOneAndUpdate(
      { restsUntil: { $lt: now } },
      { $set: { lastTurnAt: now } },
      { sort: { lastTurnAt: 1 }, lean: true, ...written },
    );
    return entry && { user: entry._id.toHexString(), joined: entry.joined };
  }

  /**
   * Postpones the user until this time, or removes the user if it is null. Has no effect if the user joined again after
   * this turn.
   */
  async rest({ user, joined }: Turn, until: Date | null): Promise<void> {
    const entry = { ...keyOf(user), joined };
    if (until) await this.entries.updateOne(entry, { $set: { restsUntil: until } }, written);
    else await this.entries.deleteOne(entry, written);
  }
}

const keyOf = (user: string) => ({ _id: new ObjectId(user) });

/** Restores users that were lost when a dispatcher crashed or the database failed over. */
@Injectable()
export class JoinWaiting extends LeaderTask {
  readonly name = 'joining the planning line';
  readonly everyMs = 5_000;

  constructor(
    private readonly planning: DispatchPlanning,
    private readonly line: PlanningLine,
  ) {
    super();
  }

  async run(): Promise<boolean> {
    await this.line.joinMissing(await this.planning.usersToPlan());
    return false;
  }
}
