import { Injectable } from '@nestjs/common';
import { type Plain, collection } from '@carillon/mongo';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { DispatchPlanning } from '../dispatch';
import { LeaderTask } from '../leader';

/** Losing a place loses nothing: `JoinWaiting` restores missing users. So writes don't wait for the journal. */
const written = { writeConcern: { w: 1, j: false } } as const;
/** Earlier than any time: users without a turn come first, and can be planned immediately. */
const AT_ONCE = new Date(0);

/** The place of a user in the planning line. `_id` is the user. */
@Schema(collection('planningLine'))
export class PlaceRecord {
  readonly _id!: ObjectId;
  /** When a planner last took this place. */
  @Prop({ type: Date }) lastTurnAt!: Date;
  /** All campaigns of the user are claimed or postponed until then. */
  @Prop({ type: Date }) restsUntil!: Date;
  /** The number of times that the user joined. */
  @Prop({ type: Number }) joined!: number;
}

export const PlaceSchema = SchemaFactory.createForClass(PlaceRecord).index({ lastTurnAt: 1, restsUntil: 1 });

/** A turn of a user. */
export interface Turn {
  user: string;
  joined: number;
}

/**
 * The users with campaigns to plan, in the order of their last turns. A turn is one page of one campaign: a small
 * campaign of one user waits for one page of another user's thousand campaigns, and to find the next one costs the
 * same however many wait.
 */
@Injectable()
export class PlanningLine {
  constructor(@InjectModel(PlaceRecord.name) private readonly places: Model<Plain<PlaceRecord>>) {}

  /** Makes sure that this user has a place and does not rest. */
  async join(user: string): Promise<void> {
    const place = {
      $set: { restsUntil: AT_ONCE },
      $inc: { joined: 1 },
      $setOnInsert: { lastTurnAt: AT_ONCE },
    };
    await this.places.updateOne(keyOf(user), place, { upsert: true, ...written });
  }

  /** Adds those of these users who are not in the line. */
  async joinMissing(users: readonly string[]): Promise<void> {
    const _id = { $in: users.map((user) => new ObjectId(user)) };
    const found = await this.places.find({ _id }, { _id: 1 }).lean();
    const present = new Set(found.map(({ _id: user }) => user.toHexString()));
    for (const user of users) if (!present.has(user)) await this.join(user);
  }

  /** Takes the turn of the user whose last turn was longest ago, and moves them to the end of the line. */
  async next(now: Date): Promise<Turn | null> {
    const place = await this.places.findOneAndUpdate(
      { restsUntil: { $lt: now } },
      { $set: { lastTurnAt: now } },
      { sort: { lastTurnAt: 1 }, lean: true, ...written },
    );
    return place && { user: place._id.toHexString(), joined: place.joined };
  }

  /** Postpones the user until then; null: the user leaves the line. No effect if they joined since this turn. */
  async rest({ user, joined }: Turn, until: Date | null): Promise<void> {
    const place = { ...keyOf(user), joined };
    if (until) await this.places.updateOne(place, { $set: { restsUntil: until } }, written);
    else await this.places.deleteOne(place, written);
  }
}

const keyOf = (user: string) => ({ _id: new ObjectId(user) });

/** Restores the places of users that were lost in a crash of a dispatcher or a failover of the database. */
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
