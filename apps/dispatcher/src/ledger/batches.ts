import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type Collection, type Filter, MongoBulkWriteError, ObjectId } from 'mongodb';
import { apply } from './apply';
import type { Batch } from './batch';
import { type BatchDocument, fromDocument, idRange, toDocument } from './batch-document';
import type { Fact } from './facts';

const indexes = [
  { key: { campaign: 1, state: 1, due: 1, seq: 1 } },
  { key: { campaign: 1, holds: 1, seq: -1 } },
  { key: { releasedUntil: 1 }, partialFilterExpression: { state: 'RELEASED' } },
  { key: { 'hand.until': 1 }, partialFilterExpression: { state: 'HELD' } },
  { key: { plannedAt: 1 }, partialFilterExpression: { state: 'READY' } },
];

const open = ['READY', 'RELEASED', 'HELD'] as const;

/** A batch before and after a fact; the very same object twice when the fact changed nothing. */
export interface Change {
  before: Batch;
  after: Batch;
}

/** The ledger's batches. Every change is a fact applied and saved by compare-and-set on `rev`. */
@Injectable()
export class Batches {
  private readonly collection: Collection<BatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('batches', indexes);
  }

  /** Writes new batches; those that are there already stay as they are. */
  async insertMissing(batches: readonly Batch[]): Promise<void> {
    if (batches.length === 0) return;
    try {
      await this.collection.insertMany(batches.map(toDocument), { ordered: false });
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
    }
  }

  async find(id: string): Promise<Batch | null> {
    const document = await this.collection.findOne({ _id: id });
    return document && fromDocument(document);
  }

  /**
   * Applies the fact that `decide` makes of the batch as it stands, again if somebody else was faster. Null: there is
   * no such batch, or `decide` has nothing to say.
   */
  async change(id: string, decide: (batch: Batch) => Fact | null): Promise<Change | null> {
    for (;;) {
      const before = await this.find(id);
      const fact = before && decide(before);
      if (!fact) return null;
      const after = apply(before, fact);
      if (after === before) return { before, after };
      const saved = { ...after, rev: before.rev + 1 };
      const { matchedCount } = await this.collection.replaceOne(
        { _id: id, rev: before.rev },
        toDocument(saved),
      );
      if (matchedCount === 1) return { before, after: saved };
    }
  }

  /** Batches that may be released, the earliest due first. */
  async ready(campaign: string, channel: Channel, now: Date, limit: number): Promise<ReadyBatch[]> {
    const filter = { campaign: new ObjectId(campaign), state: 'READY' as const, channel, due: { $lte: now } };
    const options = { projection: { integration: 1 }, limit, sort: { due: 1, seq: 1 } } as const;
    const found = await this.collection.find(filter, options).toArray();
    return found.map(({ _id, integration }) => ({ id: _id, integration }));
  }

  /** Ids of batches that were offered and not taken. */
  async untaken(now: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'RELEASED', releasedUntil: { $lt: now } }, limit);
  }

  /** Ids of batches whose hand was over before `deadline`. */
  async abandoned(deadline: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'HELD', 'hand.until': { $lt: deadline } }, limit);
  }

  /** Ids of batches that wait since before `deadline`. */
  async tooOld(deadline: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'READY', plannedAt: { $lt: deadline } }, limit);
  }

  /** Ids of batches of a campaign that are neither done nor cancelled yet. */
  async toCancel(campaign: string, limit: number): Promise<string[]> {
    return this.ids({ campaign: new ObjectId(campaign), state: { $in: [...open] }, cancelled: false }, limit);
  }

  async hasOpen(campaign: string): Promise<boolean> {
    const filter = { campaign: new ObjectId(campaign), state: { $in: [...open] } };
    return (await this.collection.findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** What is released or held: batches and recipients by channel, user, campaign and integration. */
  async outstanding(): Promise<Outstanding[]> {
    const groups = await this.collection
      .aggregate<{ _id: Omit<Outstanding, 'released' | 'recipients'>; released: number; recipients: number }>(
        [
          {
            $match: {
              $or: [
                { state: 'RELEASED', releasedUntil: { $type: 'date' } },
                { state: 'HELD', 'hand.until': { $type: 'date' } },
              ],
            },
          },
          {
            $group: {
              _id: {
                channel: '$channel',
                user: { $toString: '$user' },
                campaign: { $toString: '$campaign' },
                integration: '$integration',
              },
              released: { $sum: { $cond: [{ $eq: ['$state', 'RELEASED'] }, 1, 0] } },
              recipients: { $sum: '$counts.QUEUED' },
            },
          },
        ],
      )
      .toArray();
    return groups.map(({ _id, released, recipients }) => ({ ..._id, released, recipients }));
  }

  async remove(campaign: string): Promise<void> {
    const [from, to] = idRange(campaign).text;
    await this.collection.deleteMany({ _id: { $gte: from, $lt: to } });
  }

  private async ids(filter: Filter<BatchDocument>, limit: number): Promise<string[]> {
    const found = await this.collection.find(filter, { projection: { _id: 1 }, limit }).toArray();
    return found.map(({ _id }) => _id);
  }
}

export interface Outstanding {
  channel: Channel;
  user: string;
  campaign: string;
  integration: string | null;
  released: number;
  recipients: number;
}

export interface ReadyBatch {
  id: string;
  integration: string | null;
}
