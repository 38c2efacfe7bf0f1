import { type Plain, collection } from '@carillon/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types } from 'mongoose';
import { type SubscriberConfig, subscriberConfig } from '../config';

/** How long a turn may take before another process may take over (milliseconds). */
const LEASE_MS = 60_000;
/** The pause after a failure (milliseconds). */
const PUT_OFF_MS = 10_000;
/** The longest pause between two looks at an account in which nothing happens (milliseconds). */
const LONGEST_PAUSE_MS = 5 * 60_000;
const LONG_AGO = new Date(0);

/** How far the behavior of a user's people (`_id`) is known. It exists from the first condition about behavior on. */
@Schema(collection('behaviorFeeds'))
export class BehaviorFeedRecord {
  readonly _id!: ObjectId;
  /** The last batch of the first walk through the ledger. Null: at the beginning. */
  @Prop({ type: String }) walkedTo!: string | null;
  @Prop({ type: Boolean }) isWalked!: boolean;
  /** The last processed change of each part. Null: not begun. */
  @Prop({ type: String }) states!: string | null;
  @Prop({ type: String }) marks!: string | null;
  /** The last processed reply. */
  @Prop({ type: Types.ObjectId }) reply!: ObjectId | null;
  /** All behavior that was stored before this time (dispatcher's database time) is known. */
  @Prop({ type: Date }) caughtUpTo!: Date | null;
  /** When deleted campaigns were last removed. */
  @Prop({ type: Date }) sweptAt!: Date;
  /** Consecutive looks that found nothing. */
  @Prop({ type: Number }) idle!: number;
  /** Database times. */
  @Prop({ type: Date }) dueAt!: Date;
  @Prop({ type: Date }) leaseUntil!: Date;
  @Prop({ type: Number }) fence!: number;
  @Prop({ type: Date }) createdAt!: Date;
}

export type BehaviorFeed = Plain<BehaviorFeedRecord>;
export type FeedPosition = Pick<
  BehaviorFeed,
  'walkedTo' | 'isWalked' | 'states' | 'marks' | 'reply' | 'sweptAt'
>;

const BY_DUE = { dueAt: 1 } as const;

export const BehaviorFeedSchema = SchemaFactory.createForClass(BehaviorFeedRecord).index(BY_DUE);

/** The accounts whose behavior is followed. Others cost nothing. */
@Injectable()
export class BehaviorFeeds {
  constructor(
    @InjectModel(BehaviorFeedRecord.name) private readonly feeds: Model<BehaviorFeed>,
    @Inject(subscriberConfig.token) private readonly config: SubscriberConfig,
  ) {}

  /** Begins to follow a user. Idempotent. */
  async begin(userId: string, now: Date): Promise<void> {
    const position: FeedPosition = {
      ...{ walkedTo: null, isWalked: false, states: null, marks: null, reply: null },
      sweptAt: now,
    };
    const rest = {
      caughtUpTo: null,
      idle: 0,
      dueAt: LONG_AGO,
      leaseUntil: LONG_AGO,
      fence: 0,
      createdAt: now,
    };
    await this.feeds.updateOne(
      { _id: new ObjectId(userId) },
      { $setOnInsert: { ...position, ...rest } },
      { upsert: true },
    );
  }

  async get(userId: string): Promise<BehaviorFeed | null> {
    return this.feeds.findById(new ObjectId(userId)).lean();
  }

  /** Makes a feed due now. */
  async hurry(userId: string): Promise<void> {
    await this.feeds.updateOne(
      { _id: new ObjectId(userId), dueAt: { $ne: LONG_AGO } },
      { $set: { dueAt: LONG_AGO } },
    );
  }

  /** Leases the feed that has been due for the longest time. Null: none is due. */
  async claim(): Promise<BehaviorFeed | null> {
    const free = { $and: [{ $lt: ['$dueAt', '$$NOW'] }, { $lt: ['$leaseUntil', '$$NOW'] }] };
    const turn = { dueAt: '$$NOW', leaseUntil: later(LEASE_MS), fence: { $add: ['$fence', 1] } };
    return this.feeds.findOneAndUpdate({ $expr: free }, [{ $set: turn }], {
      sort: BY_DUE,
      hint: BY_DUE,
      returnDocument: 'after',
      lean: true,
    });
  }

  /** Saves a position and renews the lease. Returns null if another process holds the feed, or it was removed. */
  async advance(feed: BehaviorFeed, position: Partial<FeedPosition>): Promise<BehaviorFeed | null> {
    const set = { ...literal(position), leaseUntil: later(LEASE_MS) };
    return this.feeds.findOneAndUpdate(held(feed), [{ $set: set }], { returnDocument: 'after', lean: true });
  }

  /** Ends the turn before everything is known. The next turn can follow after those of other feeds. */
  async giveWay(feed: BehaviorFeed): Promise<void> {
    await this.feeds.updateOne(held(feed), { $set: { leaseUntil: LONG_AGO } });
  }

  /** Ends the turn. The pause before the next one grows while nothing happens, and ends if someone hurries the feed. */
  async finish(feed: BehaviorFeed, caughtUpTo: Date, foundAny: boolean): Promise<void> {
    const idle = foundAny ? 0 : feed.idle + 1;
    const pause = Math.min(this.config.BEHAVIOR_EVERY_MS * 2 ** Math.min(idle, 10), LONGEST_PAUSE_MS);
    const rested = { caughtUpTo: { $literal: caughtUpTo }, idle, leaseUntil: LONG_AGO };
    const isHurried = { $lt: ['$dueAt', new Date(1)] };
    const dueAt = { $cond: [isHurried, '$dueAt', later(pause)] };
    await this.feeds.updateOne(held(feed), [{ $set: { ...rested, dueAt } }]);
  }

  /** Pauses the feed after a failure. */
  async putOff(feed: BehaviorFeed): Promise<void> {
    await this.feeds.updateOne(held(feed), [{ $set: { leaseUntil: LONG_AGO, dueAt: later(PUT_OFF_MS) } }]);
  }

  async remove(userId: string): Promise<void> {
    await this.feeds.deleteOne({ _id: new ObjectId(userId) });
  }

  /** The earliest time up to which behavior is known, over all feeds. Null: there is no feed. */
  async earliest(): Promise<Date | null> {
    const [first] = await this.feeds.aggregate<{ time: Date }>([
      { $group: { _id: null, time: { $min: { $ifNull: ['$caughtUpTo', '$createdAt'] } } } },
    ]);
    return first?.time ?? null;
  }
}

function held({ _id, fence }: BehaviorFeed): Pick<BehaviorFeed, '_id' | 'fence'> {
  return { _id, fence };
}

function later(ms: number): object {
  return { $add: ['$$NOW', ms] };
}

function literal(position: Partial<FeedPosition>): object {
  return Object.fromEntries(Object.entries(position).map(([name, value]) => [name, { $literal: value }]));
}
