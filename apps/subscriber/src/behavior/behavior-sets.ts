import type { BehaviorKind, Channel } from '@carillon/contracts';
import { type Plain, collection, readLimitMs, refusedDuplicates } from '@carillon/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import { type Model, Types, type mongo } from 'mongoose';
import { type SubscriberConfig, subscriberConfig } from '../config';
import { startOf } from '../utc-days';
import { type DaySet, withDays } from './day-sets';
import { chunkOf } from '../number-sets';

/** SENT on a channel, so that a reply finds its campaign. */
type SentOn = `SENT_${Channel}`;
type StoredKind = BehaviorKind | SentOn;

/** The people of a chunk with one kind of event in one campaign, by the day of their first event. */
@Schema(collection('behaviorSets'))
export class BehaviorSetRecord {
  /** Campaign, kind, link, and chunk. */
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Types.ObjectId }) user!: ObjectId;
  @Prop({ type: Types.ObjectId }) campaign!: ObjectId;
  @Prop({ type: String }) kind!: StoredKind;
  /** The number of the clicked link. Null: any link, or no click. */
  @Prop({ type: Number }) link!: number | null;
  @Prop({ type: Number }) chunk!: number;
  @Prop({ type: [Object] }) days!: readonly DaySet[];
  @Prop({ type: Number }) lastDay!: number;
  /** For SENT on a channel: when the campaign began to send. */
  @Prop({ type: Date }) firstAt?: Date;
  @Prop({ type: Number }) rev!: number;
  @Prop({ type: Date }) expiresAt!: Date;
}

export type BehaviorSet = Plain<BehaviorSetRecord>;

/** Campaigns together, so that each can be counted once. */
const BY_KIND = { user: 1, kind: 1, link: 1, campaign: 1, lastDay: 1, chunk: 1 } as const;

export const BehaviorSetSchema = SchemaFactory.createForClass(BehaviorSetRecord)
  .index(BY_KIND)
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Another process has changed the same sets. The step that adds to them is repeated. */
class SetsChanged extends Error {}

/** Binary values as buffers. */
const reading = () => ({ promoteBuffers: true, maxTimeMS: readLimitMs() });

/** Which sets to read. Absent campaign: all. */
export interface SetQuery {
  kind: StoredKind;
  link: number | null;
  campaignId?: string | undefined;
  chunk?: number | undefined;
  /** Sets without a later day are left out. */
  from: number;
}

/** The stored behavior of people. Adding something again changes nothing. */
@Injectable()
export class BehaviorSets {
  constructor(
    @InjectModel(BehaviorSetRecord.name) private readonly sets: Model<BehaviorSet>,
    @Inject(subscriberConfig.token) private readonly config: SubscriberConfig,
  ) {}

  /** Adds to the sets of a user. If it fails, it can be repeated completely. */
  async add(userId: string, additions: Additions): Promise<void> {
    const added = additions.bySet();
    if (added.size === 0) return;
    const stored = await this.sets.collection
      .find<BehaviorSet>({ _id: { $in: [...added.keys()] } as never }, reading())
      .toArray();
    const known = new Map(stored.map((set) => [set._id, set]));
    const writes = [...added].flatMap(([id, addition]): mongo.AnyBulkWriteOperation[] => {
      const before = known.get(id);
      const days = withDays(before?.days ?? [], addition.days);
      const firstAt = earliest(before?.firstAt, addition.firstAt);
      if (days === before?.days && firstAt?.getTime() === before.firstAt?.getTime()) return [];
      const lastDay = days.at(-1)?.d ?? 0;
      const expiresAt = startOf(lastDay + 1 + this.config.BEHAVIOR_DAYS);
      const changed = { days, lastDay, expiresAt, ...(firstAt && { firstAt }), rev: (before?.rev ?? 0) + 1 };
      if (before)
        return [{ updateOne: { filter: { _id: id as never, rev: before.rev }, update: { $set: changed } } }];
      const { campaign, kind, link, chunk } = addition;
      const key = {
        _id: id,
        user: new ObjectId(userId),
        campaign: new ObjectId(campaign),
        kind,
        link,
        chunk,
      };
      return [{ insertOne: { document: { ...key, ...changed } as mongo.Document } }];
    });
    if (writes.length === 0) return;
    try {
      const done = await this.sets.collection.bulkWrite(writes, { ordered: false });
      if (done.matchedCount + done.insertedCount === writes.length) return;
    } catch (error) {
      refusedDuplicates(error);
    }
    throw new SetsChanged('Another process has changed the same sets of people');
  }

  /** The sets, one campaign after another. One set is in memory at a time. */
  async *read(
    userId: string,
    { kind, link, campaignId, chunk, from }: SetQuery,
  ): AsyncGenerator<BehaviorSet> {
    const filter = {
      user: new ObjectId(userId),
      kind,
      link,
      ...(campaignId !== undefined && { campaign: new ObjectId(campaignId) }),
      ...(chunk !== undefined && { chunk }),
      lastDay: { $gte: from },
    };
    yield* this.sets.collection
      .find<BehaviorSet>(filter as never, reading())
      .sort({ campaign: 1 })
      .hint(BY_KIND)
      .batchSize(100);
  }

  /** The campaigns of a user in which someone did something. */
  async campaigns(userId: string): Promise<string[]> {
    const found = await this.sets.distinct('campaign', { user: new ObjectId(userId) });
    return found.map((id) => id.toHexString());
  }

  async removeCampaign(userId: string, campaignId: string): Promise<void> {
    const ofCampaign = { $gt: `${campaignId}-`, $lt: `${campaignId}.` };
    await this.sets.deleteMany({ _id: ofCampaign, user: new ObjectId(userId) });
  }

  async removeAll(userId: string): Promise<void> {
    await this.sets.deleteMany({ user: new ObjectId(userId) });
  }
}

function earliest(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

interface Addition {
  campaign: string;
  kind: StoredKind;
  link: number | null;
  chunk: number;
  days: Map<number, number[]>;
  firstAt?: Date | undefined;
}

/** What to add to sets, collected by set. */
export class Additions {
  private readonly sets = new Map<string, Addition>();

  add(
    of: { campaign: string; kind: StoredKind; link: number | null; firstAt?: Date | undefined },
    day: number,
    number: number,
  ): void {
    const chunk = chunkOf(number);
    const id = `${of.campaign}-${of.kind}-${of.link ?? ''}-${chunk}`;
    let set = this.sets.get(id);
    if (!set) this.sets.set(id, (set = { ...of, chunk, days: new Map() }));
    set.firstAt = earliest(set.firstAt, of.firstAt);
    const numbers = set.days.get(day);
    if (numbers) numbers.push(number);
    else set.days.set(day, [number]);
  }

  bySet(): ReadonlyMap<string, Addition> {
    return this.sets;
  }
}
