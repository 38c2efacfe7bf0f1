import type { Channel, Payload } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter, mongo } from 'mongoose';
import { apply } from './apply';
import { type Batch, type BatchDocument, BatchRecord } from './batch';
import { batchId, fromDocument, idRange, toDocument } from './batch-document';
import {
  type Failures,
  type HeldLease,
  type Outstanding,
  type OutstandingGroup,
  type Way,
  failuresOf,
  firstsDue,
  leasesOf,
  outstanding,
  settledSince,
  summariesOf,
  toOutstanding,
  waysSince,
} from './batch-pipelines';
import { insertMissing, removeSome } from './bulk-writes';
import type { Fact } from './facts';
import type { Piece } from './progress';
import { type FinalCounts, addUp, readSummary } from './summary';

/** More than are on offer and in flight at once, as a rule. */
const REMEMBERED = 512;
/** Of many changes, so many are on their way at once. */
const CHANGES_AT_ONCE = 10;

type Filter = QueryFilter<BatchDocument>;

/** A batch before and after a fact; the very same object twice when the fact changed nothing. */
export interface Change {
  before: Batch;
  after: Batch;
}

/** A delivery's place: the batch, and the position in it. */
export interface Place {
  seq: number;
  position: number;
}

/** The ledger's batches. Every change is a fact applied and saved by compare-and-set on `rev`. */
@Injectable()
export class Batches {
  /**
   * What is changed next is most likely what was written last, and need not be read. A majority has it, so no other
   * batch can have its `rev`.
   */
  private readonly written = new LRUCache<string, Batch>({ max: REMEMBERED });

  constructor(@InjectModel(BatchRecord.name) private readonly batches: Model<BatchDocument>) {}

  /** Writes new batches; those that are there already stay as they are. */
  async insertMissing(batches: readonly Batch[]): Promise<void> {
    await insertMissing(this.batches, batches.map(toDocument));
  }

  async find(id: string): Promise<Batch | null> {
    const document = await this.batches.findById(id).lean();
    return document && fromDocument(document);
  }

  /** The batch as this process wrote it last, if that is not long ago; somebody else may have changed it since. */
  lastWritten(id: string): Batch | undefined {
    return this.written.get(id);
  }

  /**
   * Applies the fact that `decide` makes of the batch as it stands, again if somebody else was faster. Null: there is
   * no such batch, or `decide` has nothing to say. `known`: the batch as it was read a moment ago.
   */
  async change(id: string, decide: (batch: Batch) => Fact | null, known?: Batch): Promise<Change | null> {
    const early = known ?? this.written.get(id);
    const change = early && (await this.attempt(early, decide));
    // Only a batch that is read now can tell that nothing is to be changed.
    if (change && change !== 'overtaken' && change.after !== change.before) return change;
    for (;;) {
      const before = await this.find(id);
      const tried = before && (await this.attempt(before, decide));
      if (tried !== 'overtaken') return tried;
    }
  }

  /** The same for many of them, one limits after the other. */
  async changeAll(ids: readonly string[], decide: (batch: Batch) => Fact | null): Promise<void> {
    for (let from = 0; from < ids.length; from += CHANGES_AT_ONCE) {
      await Promise.all(ids.slice(from, from + CHANGES_AT_ONCE).map((id) => this.change(id, decide)));
    }
  }

  private async attempt(
    before: Batch,
    decide: (batch: Batch) => Fact | null,
  ): Promise<Change | 'overtaken' | null> {
    const fact = decide(before);
    if (!fact) return null;
    const after = apply(before, fact);
    if (after === before) return { before, after };
    const saved = { ...after, rev: before.rev + 1 };
    const asItWas: mongo.Document = { _id: before.id, rev: before.rev };
    // By the model's replaceOne a document would be hydrated, and each batch is written some times.
    const { matchedCount } = await this.batches.collection.replaceOne(asItWas, toDocument(saved));
    this.written.delete(before.id);
    if (matchedCount === 0) return 'overtaken';
    if (isUnderWay(saved)) this.written.set(saved.id, saved);
    return { before, after: saved };
  }

  /** Makes a batch ready again whose offer came to nothing. A later offer of it is left alone. */
  async takeBack(id: string, release: number): Promise<void> {
    await this.change(id, (batch) => (batch.release === release ? { type: 'release-expired' } : null));
  }

  /** Campaigns with a batch that may be released; one step in the index for each, however many batches it has. */
  async due(channel: Channel, now: Date): Promise<string[]> {
    const firsts = await this.batches
      .aggregate<{ _id: ObjectId; due: Date }>(firstsDue(channel))
      .hint('ready');
    return firsts.filter(({ due }) => due <= now).map(({ _id }) => _id.toHexString());
  }

  /** Ids of a campaign's batches that may be released, the earliest due first. */
  async next(campaign: string, channel: Channel, now: Date, limit: number): Promise<string[]> {
    const ready = { state: 'READY' as const, channel, campaign: new ObjectId(campaign), due: { $lte: now } };
    const found = await this.batches
      .find(ready, { _id: 1 })
      .sort({ due: 1, seq: 1 })
      .hint('ready')
      .limit(limit)
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** What is released or held. */
  async outstanding(): Promise<Outstanding[]> {
    return (await this.batches.aggregate<OutstandingGroup>(outstanding)).map(toOutstanding);
  }

  /** What is held of a campaign, by channel and worker. */
  async leases(campaign: string): Promise<HeldLease[]> {
    return this.batches.aggregate<HeldLease>(leasesOf(campaign));
  }

  /** Ids of batches that were offered and not taken. */
  async untaken(now: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'RELEASED', releasedUntil: { $lt: now } }, limit);
  }

  /** Ids of a campaign's batches that are offered. The type says nothing new: it lets the partial index be used. */
  async offered(campaign: string): Promise<string[]> {
    const offered = { state: 'RELEASED' as const, releasedUntil: { $type: 'date' as const } };
    return this.ids({ ...offered, campaign: new ObjectId(campaign) });
  }

  /** Ids of batches whose lease was over before `deadline`. */
  async abandoned(deadline: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'LEASED', 'lease.until': { $lt: deadline } }, limit);
  }

  /**
   * Ids of batches, of other campaigns than `notOverdue`, that wait since before `deadline`. A campaign does not wait that
   * goes on in this channel, be it at one a minute.
   */
  async overdue(deadline: Date, notOverdue: readonly string[], limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (const way of await this.batches.aggregate<Way>(waysSince(deadline, notOverdue))) {
      if (ids.length >= limit) break;
      const waiting = { state: 'READY' as const, ...way, since: { $lt: deadline } };
      if (!(await this.isServed(way, deadline))) ids.push(...(await this.ids(waiting, limit)));
    }
    return ids;
  }

  /** Whether the provider has dealt with anybody since. What was given up is no progress. */
  private async isServed(way: Way, since: Date): Promise<boolean> {
    const served = { ...way, settledAt: { $gte: since }, 'progress.at': { $gte: since } };
    return (await this.batches.exists(served)) !== null;
  }

  /** Ids of batches of a campaign that have something to send and are not cancelled. */
  async toCancel(campaign: string, limit: number): Promise<string[]> {
    return this.ids({ campaign: new ObjectId(campaign), holds: 'QUEUED', cancelled: false }, limit);
  }

  /** Whether anybody of a campaign is still to be sent to, or is being sent to. */
  async hasOpen(campaign: string): Promise<boolean> {
    return (await this.batches.exists({ campaign: new ObjectId(campaign), holds: 'QUEUED' })) !== null;
  }

  /** Ids of a campaign's batches behind one of them, in the order of planning. */
  async following(campaign: string, after: string | null, limit: number): Promise<string[]> {
    const [from, to] = idRange(campaign).text;
    const found = await this.batches
      .find({ _id: { $gt: after ?? from, $lt: to } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** The last batch that may have a matching delivery before a place (null: the end). */
  async before(query: Payload<'dispatch.deliveries'>, place: Place | null): Promise<Batch | null> {
    const { campaignId, state, channel, reason } = query;
    const last = place && (place.position === 0 ? place.seq - 1 : place.seq);
    if (last === -1) return null;
    const [from, to] = idRange(campaignId).text;
    const upTo = last === null ? to : batchId(campaignId, last);
    const filter: Filter = {
      ...(channel !== null && { channel }),
      ...(reason !== null && { $or: [{ 'exceptions.reason': reason }, { 'verdict.reason': reason }] }),
      ...(state === null
        ? { _id: { $gte: from, $lte: upTo } }
        : {
            campaign: new ObjectId(campaignId),
            holds: state,
            ...(last !== null && { seq: { $lte: last } }),
          }),
    };
    const order = state === null ? { _id: -1 as const } : { seq: -1 as const };
    const document = await this.batches.findOne(filter).sort(order).lean();
    return document && fromDocument(document);
  }

  /** The counts of a campaign, as the ledger was at one moment: a batch that changes meanwhile is seen once. */
  async recount(campaign: string): Promise<FinalCounts> {
    const rows = await this.batches
      .aggregate<{ _id: string; batches: number }>(summariesOf(campaign))
      .hint('summaries')
      .readConcern('snapshot');
    return addUp(rows.map(({ _id, batches }) => ({ ...readSummary(_id), batches })));
  }

  /** What did not arrive of a campaign, added up by the database. */
  async failures(campaign: string): Promise<Failures[]> {
    return this.batches.aggregate<Failures>(failuresOf(campaign));
  }

  /** How many recipients were settled since a moment. */
  async settledSince(campaign: string, since: Date): Promise<number> {
    const [row] = await this.batches.aggregate<{ settled: number }>(settledSince(campaign, since));
    return row?.settled ?? 0;
  }

  /** The progress of those batches that were last settled, for as many recipients as are asked for. */
  async lastSettled(campaign: string, since: Date, recipients: number): Promise<Piece[]> {
    const settled = { settledAt: { $gte: since }, 'progress.n': { $gt: 0 } };
    const found = await this.batches
      .find({ campaign: new ObjectId(campaign), ...settled }, { _id: 0, progress: 1 })
      .sort({ settledAt: -1 })
      .limit(recipients)
      .lean();
    return found.flatMap(({ progress }) => progress);
  }

  /** True when none is left. */
  async removeSome(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.batches, idRange(campaign).text, limit);
  }

  /** Limit 0: all. */
  private async ids(filter: Filter, limit = 0): Promise<string[]> {
    const found = await this.batches.find(filter, { _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id);
  }
}

/** Offered or in flight: there is more to come soon. */
function isUnderWay({ state }: Batch): boolean {
  return state === 'RELEASED' || state === 'LEASED';
}
