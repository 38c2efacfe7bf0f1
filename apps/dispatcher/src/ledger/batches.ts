import { Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import { LRUCache } from 'lru-cache';
import { type Collection, type Filter, ObjectId } from 'mongodb';
import { apply } from './apply';
import type { Batch } from './batch';
import { type BatchDocument, fromDocument, idRange, toDocument } from './batch-document';
import type { Fact } from './facts';
import { insertMissing } from './insert-missing';
import { removeSome } from './remove-some';

const indexes = [
  { key: { campaign: 1, holds: 1, seq: -1 } },
  {
    name: 'ready',
    key: { state: 1, channel: 1, campaign: 1, due: 1, seq: 1 },
    partialFilterExpression: { state: 'READY' },
  },
  { key: { since: 1 }, partialFilterExpression: { state: 'READY' } },
  { key: { releasedUntil: 1 }, partialFilterExpression: { state: 'RELEASED' } },
  { key: { 'hand.until': 1 }, partialFilterExpression: { state: 'HELD' } },
];

/** More than are on offer and in hand at once, as a rule. */
const REMEMBERED = 512;

/** Of many changes, so many are on their way at once. */
const CHANGES_AT_ONCE = 10;

/** A batch before and after a fact; the very same object twice when the fact changed nothing. */
export interface Change {
  before: Batch;
  after: Batch;
}

/** The ledger's batches. Every change is a fact applied and saved by compare-and-set on `rev`. */
@Injectable()
export class Batches {
  private readonly collection: Collection<BatchDocument>;
  /**
   * What is changed next is most likely what was written last, and need not be read. A majority has it, so no other
   * batch can have its `rev`.
   */
  private readonly written = new LRUCache<string, Batch>({ max: REMEMBERED });

  constructor(database: Database) {
    this.collection = database.collection('batches', indexes);
  }

  /** Writes new batches; those that are there already stay as they are. */
  async insertMissing(batches: readonly Batch[]): Promise<void> {
    await insertMissing(this.collection, batches.map(toDocument));
  }

  async find(id: string): Promise<Batch | null> {
    const document = await this.collection.findOne({ _id: id });
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

  /** The same for many of them, one portion after the other. */
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
    const { matchedCount } = await this.collection.replaceOne(
      { _id: before.id, rev: before.rev },
      toDocument(saved),
    );
    this.written.delete(before.id);
    if (matchedCount === 0) return 'overtaken';
    if (isUnderWay(saved)) this.written.set(saved.id, saved);
    return { before, after: saved };
  }

  /** Ids of batches that were offered and not taken. */
  async untaken(now: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'RELEASED', releasedUntil: { $lt: now } }, limit);
  }

  /** Ids of a campaign's batches that are offered. */
  async offered(campaign: string): Promise<string[]> {
    const offered = { state: 'RELEASED' as const, releasedUntil: { $type: 'date' as const } };
    return this.ids({ ...offered, campaign: new ObjectId(campaign) }, 0);
  }

  /** Ids of batches whose hand was over before `deadline`. */
  async abandoned(deadline: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'HELD', 'hand.until': { $lt: deadline } }, limit);
  }

  /** Ids of batches of a campaign that have something to send and are not cancelled. */
  async toCancel(campaign: string, limit: number): Promise<string[]> {
    return this.ids({ campaign: new ObjectId(campaign), holds: 'QUEUED', cancelled: false }, limit);
  }

  /** Ids of a campaign's batches behind one of them, in the order of planning. */
  async following(campaign: string, after: string | null, limit: number): Promise<string[]> {
    const [from, to] = idRange(campaign).text;
    const found = await this.collection
      .find({ _id: { $gt: after ?? from, $lt: to } })
      .project<{ _id: string }>({ _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Whether anybody of a campaign is still to be sent to, or is being sent to. */
  async hasOpen(campaign: string): Promise<boolean> {
    const filter = { campaign: new ObjectId(campaign), holds: 'QUEUED' as const };
    return (await this.collection.findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** True when none is left. */
  async removeSome(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.collection, idRange(campaign).text, limit);
  }

  private async ids(filter: Filter<BatchDocument>, limit: number): Promise<string[]> {
    const found = await this.collection.find(filter, { projection: { _id: 1 }, limit }).toArray();
    return found.map(({ _id }) => _id);
  }
}

/** Offered or in hand: there is more to come soon. */
function isUnderWay({ state }: Batch): boolean {
  return state === 'RELEASED' || state === 'HELD';
}
