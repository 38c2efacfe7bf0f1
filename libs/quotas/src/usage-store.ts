import { randomUUID } from 'node:crypto';
import type { Amounts, QuotaKind } from '@carillon/contracts';
import { type Plain, collection, isDuplicateKey } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Document, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';

const DAY_MS = 24 * 3_600_000;
/** How long a started count blocks another one, because its process may have crashed (milliseconds). */
const COUNT_CLAIM_MS = 60_000;
/**
 * The pause between two counts of a kind: in milliseconds, and as a multiple of the last count's duration, because a
 * large count costs more.
 */
const COUNT_PAUSE_MS = 10_000;
const COUNT_PAUSE_TIMES = 60;
/**
 * The number of attempts, because the index of IDs can refuse all but one of several concurrent first writes for a
 * user.
 */
const TRIES = 3;

/**
 * A user's usage, which writers increase and decrease. A crash between a write and its count makes the two differ,
 * until the kind is counted again.
 */
@Schema(collection('usage'))
export class UsageRecord {
  /** The ID of the user. */
  readonly _id!: ObjectId;
  @Prop({ type: Object }) used?: Partial<Record<QuotaKind, number>>;
  /** When each kind was counted last. All times are on the database's clock. */
  @Prop({ type: Object }) countedAt?: Partial<Record<QuotaKind, Date>>;
  /** The earliest start of the next count of the kind. */
  @Prop({ type: Object }) countAfter?: Partial<Record<QuotaKind, Date>>;
  /** The process that started the last count of the kind. */
  @Prop({ type: Object }) countedBy?: Partial<Record<QuotaKind, string>>;
  /** When all kinds are counted next. */
  @Prop({ type: Date }) dueAt!: Date;
}

const BY_DUE = { dueAt: 1 } as const;

export const UsageSchema = SchemaFactory.createForClass(UsageRecord).index(BY_DUE);

export type Usage = Plain<UsageRecord>;
/** The changes of each kind, by user. */
export type Changes = ReadonlyMap<string, ReadonlyMap<QuotaKind, number>>;

/** A count that this process has begun. */
export interface BegunCount {
  userId: string;
  kind: QuotaKind;
  /** The stored usage when the count started. */
  noted: number;
}

/** The usage of users in this service: one document for each user. */
@Injectable()
export class UsageStore {
  constructor(
    @InjectModel(UsageRecord.name) private readonly usage: Model<Usage>,
    private readonly clock: Clock,
  ) {}

  async find(userId: string): Promise<Usage | null> {
    return this.usage.findOne({ _id: new ObjectId(userId) }).lean();
  }

  /**
   * Increases or decreases the usage of all users in one write. The usage of unknown users isn't decreased, because
   * they may be erased.
   */
  async add(changes: Changes): Promise<void> {
    const dueAt = this.dueAt();
    const writes = [...changes].map(([userId, byKind]) => ({
      updateOne: {
        filter: { _id: new ObjectId(userId) },
        update: {
          $inc: Object.fromEntries([...byKind].map(([kind, amount]) => [`used.${kind}`, amount])),
          $setOnInsert: { dueAt },
        },
        upsert: [...byKind.values()].some((amount) => amount > 0),
      },
    }));
    // Bypasses the model, because the values need no cast, and the paths are dotted.
    if (writes.length > 0) await this.usage.collection.bulkWrite(writes, { ordered: false });
  }

  /**
   * Increases the usage by at most `amount`, within the limit, in one write; not at all if the limit allows less than
   * `least`. Returns the increase.
   */
  async take(
    userId: string,
    kind: QuotaKind,
    { amount, least, limit }: { amount: number; least: number; limit: number },
  ): Promise<number> {
    const noted = ifNull(`$used.${kind}`, 0);
    const room = { $subtract: [limit, noted] };
    const granted = { $cond: [{ $gte: [room, least] }, { $min: [amount, room] }, 0] };
    const before = await this.change(userId, { [`used.${kind}`]: { $add: [noted, granted] } }, 'before');
    const left = limit - (before?.used?.[kind] ?? 0);
    return left >= least ? Math.min(amount, left) : 0;
  }

  /** Starts a count of a user's usage of a kind. Returns null if a count ran recently or is running. */
  async beginCount(userId: string, kind: QuotaKind): Promise<BegunCount | null> {
    const me = randomUUID();
    const isDue = { $lte: [ifNull(`$countAfter.${kind}`, new Date(0)), '$$NOW'] };
    const when = (then: unknown, field: string) => ({ $cond: [isDue, then, ifNull(`$${field}`, null)] });
    const claim = {
      [`countAfter.${kind}`]: when(inMs(COUNT_CLAIM_MS), `countAfter.${kind}`),
      [`countedBy.${kind}`]: when(me, `countedBy.${kind}`),
    };
    const after = await this.change(userId, claim, 'after');
    if (after?.countedBy?.[kind] !== me) return null;
    return { userId, kind, noted: after.used?.[kind] ?? 0 };
  }

  /**
   * Corrects the stored usage by the difference, so that concurrent changes stay. `took`: the time of the count
   * (milliseconds). A user who was dropped in the meantime stays dropped.
   */
  async endCount({ userId, kind, noted }: BegunCount, counted: number, took: number): Promise<void> {
    const pause = Math.ceil(COUNT_PAUSE_MS + COUNT_PAUSE_TIMES * took);
    const right = {
      [`used.${kind}`]: { $add: [ifNull(`$used.${kind}`, 0), counted - noted] },
      [`countedAt.${kind}`]: '$$NOW',
      [`countAfter.${kind}`]: inMs(pause),
    };
    await this.usage.collection.updateOne({ _id: new ObjectId(userId) }, [{ $set: right }]);
  }

  /** Forgets a user. */
  async remove(userId: string): Promise<void> {
    await this.usage.deleteOne({ _id: new ObjectId(userId) });
  }

  /** Claims a user whose kinds are due for counting. Returns null if no user is due. */
  async claimDue(): Promise<string | null> {
    const due = await this.usage.findOneAndUpdate(
      { $expr: { $lte: ['$dueAt', '$$NOW'] } },
      [{ $set: { dueAt: inMs(DAY_MS) } }],
      { sort: BY_DUE, hint: BY_DUE, returnDocument: 'after', lean: true },
    );
    return due?._id.toHexString() ?? null;
  }

  private async change(
    userId: string,
    set: Document,
    returnDocument: 'before' | 'after',
  ): Promise<Usage | null> {
    const _id = new ObjectId(userId);
    const update = [{ $set: { ...set, dueAt: ifNull('$dueAt', inMs(DAY_MS)) } }];
    const options = { upsert: true, returnDocument };
    for (let tries = 1; ; tries++) {
      try {
        // Bypasses the model, which would cast the dotted paths of the pipeline.
        return (await this.usage.collection.findOneAndUpdate({ _id }, update, options)) as Usage | null;
      } catch (error) {
        if (!isDuplicateKey(error) || tries === TRIES) throw error;
      }
    }
  }

  private dueAt(): Date {
    return new Date(this.clock.now().getTime() + DAY_MS);
  }
}

/** The stored usage, at least zero, because a crash can leave more counted down than up. */
export function usedOf(usage: Usage | null, kind: QuotaKind): number {
  return Math.max(0, usage?.used?.[kind] ?? 0);
}

export function amountsOf(usage: Usage | null, kinds: readonly QuotaKind[]): Amounts {
  return Object.fromEntries(kinds.map((kind) => [kind, usedOf(usage, kind)]));
}

function ifNull(path: string, otherwise: unknown): Document {
  return { $ifNull: [path, otherwise] };
}

function inMs(milliseconds: number): Document {
  return { $add: ['$$NOW', milliseconds] };
}
