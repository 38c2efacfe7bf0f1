import type { Channel, Payload } from '@carillon/contracts';
import { WebhookInterests } from '@carillon/webhooks';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model, QueryFilter, mongo } from 'mongoose';
import { apply } from './apply';
import { type Batch, type BatchDocument, BatchRecord } from './batch';
import { batchId, fromDocument, idRange, seqOf, toDocument } from './batch-document';
import { type ChangedDocument, changedDocuments } from './changed-documents';
import { insertAll, removeSome } from './bulk-writes';
import type { Fact } from './facts';
import { markWebhookEvents } from './mark-webhook-events';

/** The number of cached batches: usually more than are offered and leased at the same time. */
const MAX_CACHED = 512;
/** The number of concurrent writes when many batches are changed. */
const CHANGES_AT_ONCE = 10;

type Filter = QueryFilter<BatchDocument>;

/** A batch before and after a fact. The same object twice if the fact changed nothing. */
export interface Change {
  before: Batch;
  after: Batch;
}

/** A delivery, identified by the number of its batch and the position in the batch. */
export interface DeliveryPosition {
  seq: number;
  position: number;
}

export interface ChangeOptions {
  /** The batch that was read a moment ago. */
  known?: Batch;
  /**
   * Whether the result "no change is necessary" must be confirmed by a majority, which takes about 100 ms. This is
   * required if the message that requested the change is removed afterward.
   */
  proves?: boolean;
}

/** The ledger's batches. Every change applies a fact and is saved by compare-and-set on `rev`. */
@Injectable()
export class Batches {
  /**
   * The last written batches. They are most likely to change next, and don't have to be read again. A majority has
   * stored them, so no different batch can have the same `rev`.
   */
  private readonly written = new LRUCache<string, Batch>({ max: MAX_CACHED });

  constructor(
    @InjectModel(BatchRecord.name) private readonly batches: Model<BatchDocument>,
    @Inject(WebhookInterests) private readonly interests: Pick<WebhookInterests, 'of'>,
  ) {}

  /** Writes new batches in a transaction. @throws if a batch exists */
  async insert(batches: readonly Batch[], session: ClientSession): Promise<void> {
    await insertAll(this.batches, batches.map(toDocument), session);
  }

  /** The batch number and the position of a recipient of a page. Null: no batch has the recipient. */
  async locate(campaign: string, step: number, index: number): Promise<DeliveryPosition | null> {
    const ofStep = { $gte: batchId(campaign, seqOf(step, 0)), $lt: batchId(campaign, seqOf(step + 1, 0)) };
    const found = await this.batches
      .findOne({ _id: ofStep, offset: { $lte: index } }, { seq: 1, offset: 1 })
      .sort({ _id: -1 })
      .lean();
    return found && { seq: found.seq, position: index - found.offset };
  }

  async find(id: string): Promise<Batch | null> {
    const document = await this.batches.findById(id).lean();
    return document && fromDocument(document);
  }

  /** Those among these batches that exist, and belong to the user. */
  async some(user: string, ids: readonly string[]): Promise<Batch[]> {
    const found = await this.batches.find({ _id: { $in: [...ids] }, user: new ObjectId(user) }).lean();
    return found.map(fromDocument);
  }

  /** The batches of a user that were written after a change, in the order of their last change. */
  changed(user: string, after: string, limit: number): Promise<ChangedDocument[]> {
    return changedDocuments(this.batches, user, after, limit);
  }

  /**
   * The current batch. An isolated primary may not know later changes, so this read waits until a majority confirms
   * that it is still the primary, which takes about 100 ms.
   * @throws an outage if the majority does not confirm this
   */
  async current(id: string): Promise<Batch | null> {
    const document = await this.batches.findById(id).readConcern('linearizable').lean();
    return document && fromDocument(document);
  }

  /** The batch as this process last wrote it, if it is cached. Another process may have changed it in the meantime. */
  lastWritten(id: string): Batch | undefined {
    return this.written.get(id);
  }

  /** Drops a batch from the cache after it was changed otherwise than by a fact. */
  forget(id: string): void {
    this.written.delete(id);
  }

  /**
   * Applies the fact that `decide` derives from the current batch. Repeats this if another process changed the batch
   * first. Returns null if the batch doesn't exist, or `decide` returns null.
   */
  async change(
    id: string,
    decide: (batch: Batch) => Fact | null,
    { known, proves = false }: ChangeOptions = {},
  ): Promise<Change | null> {
    const cached = known ?? this.written.get(id);
    const change = cached && (await this.attempt(cached, decide));
    if (isMade(change)) return change;
    for (;;) {
      const before = await this.find(id);
      const tried = before && (await this.attempt(before, decide));
      if (isMade(tried)) return tried;
      if (tried === 'overtaken') continue;
      if (!proves) return tried;
      const current = await this.current(id);
      const proven = current && (await this.attempt(current, decide));
      if (proven !== 'overtaken') return proven;
    }
  }

  /** Changes many batches, several at a time. */
  async changeAll(ids: readonly string[], decide: (batch: Batch) => Fact | null): Promise<void> {
    for (let from = 0; from < ids.length; from += CHANGES_AT_ONCE) {
      await Promise.all(ids.slice(from, from + CHANGES_AT_ONCE).map((id) => this.change(id, decide)));
    }
  }

  /**
   * Applies a fact in a transaction. Returns false if the batch was changed since it was read, and then the transaction
   * must not be stored.
   */
  async changeIn(session: ClientSession, before: Batch, fact: Fact): Promise<boolean> {
    const rev = before.rev + 1;
    const unchanged: mongo.Document = { _id: before.id, rev: before.rev };
    const saved = toDocument({ ...apply(before, fact), rev });
    const { matchedCount } = await this.batches.collection.replaceOne(unchanged, saved, { session });
    this.written.delete(before.id);
    return matchedCount === 1;
  }

  /** These batches, in the order of planning. */
  async all(ids: readonly string[]): Promise<Batch[]> {
    const found = await this.batches
      .find({ _id: { $in: [...ids] } })
      .sort({ _id: 1 })
      .lean();
    return found.map(fromDocument);
  }

  private async attempt(
    before: Batch,
    decide: (batch: Batch) => Fact | null,
  ): Promise<Change | 'overtaken' | null> {
    const fact = decide(before);
    if (!fact) return null;
    const after = apply(before, fact);
    if (after === before) return { before, after };
    const wanted = await this.interests.of(before.user);
    const rev = before.rev + 1;
    const at = 'now' in fact ? fact.now : new Date();
    const saved = { ...markWebhookEvents(before, after, wanted, { n: rev, at }), rev };
    const unchanged: mongo.Document = { _id: before.id, rev: before.rev };
    // Bypasses the model, whose replaceOne would hydrate a document each time.
    const { matchedCount } = await this.batches.collection.replaceOne(unchanged, toDocument(saved));
    this.written.delete(before.id);
    if (matchedCount === 0) return 'overtaken';
    if (isUnderWay(saved)) this.written.set(saved.id, saved);
    return { before, after: saved };
  }

  /** Makes a batch ready again if this offer is still valid. A later offer isn't affected. */
  async takeBack(id: string, release: number): Promise<void> {
    await this.change(id, (batch) => (batch.release === release ? { type: 'release-taken-back' } : null));
  }

  /** IDs of a campaign's batches after a given batch, in the order of planning. */
  async following(campaign: string, after: string | null, limit: number): Promise<string[]> {
    const [from, to] = idRange(campaign).text;
    const found = await this.batches
      .find({ _id: { $gt: after ?? from, $lt: to } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    return found.map(({ _id }) => _id);
  }

  /** A campaign's batches on a channel in the order of planning, a page at a time. Calls `rest` between two pages. */
  async *onChannel(
    campaign: string,
    channel: Channel,
    { pageSize, rest }: { pageSize: number; rest: () => Promise<void> },
  ): AsyncGenerator<Batch[]> {
    const [from, to] = idRange(campaign).text;
    let after = from;
    for (;;) {
      const found = await this.batches
        .find({ _id: { $gt: after, $lt: to }, channel })
        .sort({ _id: 1 })
        .limit(pageSize)
        .lean();
      yield found.map(fromDocument);
      const last = found.at(-1);
      if (!last || found.length < pageSize) return;
      after = last._id;
      await rest();
    }
  }

  /** The last batch that may have a matching delivery before a position (null: the end). */
  async before(query: Payload<'dispatch.deliveries'>, until: DeliveryPosition | null): Promise<Batch | null> {
    const { campaignId, state, feedback, channel, reason } = query;
    const last = until && (until.position === 0 ? until.seq - 1 : until.seq);
    if (last === -1) return null;
    const [from, to] = idRange(campaignId).text;
    const upTo = last === null ? to : batchId(campaignId, last);
    const filter: Filter = {
      ...(channel !== null && { channel }),
      ...(reason !== null && { $or: [{ 'exceptions.reason': reason }, { 'outcome.reason': reason }] }),
      ...(state === null
        ? { _id: { $gte: from, $lte: upTo } }
        : {
            campaign: new ObjectId(campaignId),
            holds: feedback ?? state,
            // A delivery in such a state is always an exception.
            ...(feedback === null && { exceptions: { $elemMatch: { state, feedback: null } } }),
            ...(last !== null && { seq: { $lte: last } }),
          }),
    };
    const order = state === null ? { _id: -1 as const } : { seq: -1 as const };
    const document = await this.batches.findOne(filter).sort(order).lean();
    return document && fromDocument(document);
  }

  /** Removes some batches. Returns true if none is left. */
  async removeSome(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.batches, idRange(campaign).text, limit);
  }
}

/** Whether a fact changed the batch, and the change is saved. */
function isMade(change: Change | 'overtaken' | null | undefined): change is Change {
  return change != null && change !== 'overtaken' && change.after !== change.before;
}

/** Whether the batch is offered or leased. Another change follows soon in that case. */
function isUnderWay({ state }: Batch): boolean {
  return state === 'RELEASED' || state === 'LEASED';
}
