import type { Channel, Payload } from '@carillon/contracts';
import { WebhookInterests } from '@carillon/webhooks';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model, QueryFilter, mongo } from 'mongoose';
import { apply } from './apply';
import { type Batch, type BatchDocument, BatchRecord, hasPendingNews } from './batch';
import { batchId, fromDocument, idRange, seqOf, toDocument } from './batch-document';
import {
  type Failures,
  type HeldLease,
  type Outstanding,
  type OutstandingGroup,
  type CampaignChannel,
  dueSince,
  failuresOf,
  firstsDue,
  leasesOf,
  outstanding,
  settledSince,
  summariesOf,
  timelinesOf,
  toOutstanding,
  waitingSince,
} from './batch-pipelines';
import { insertAll, removeSome } from './bulk-writes';
import type { Fact } from './facts';
import type { Piece } from './progress';
import { type FinalCounts, addUp, readSummary } from './summary';
import type { TimelineRow } from './timeline';
import { withNewsMarks } from './news-marks';

/** Cached batches: usually more than are offered and leased at the same time. */
const MAX_CACHED = 512;
/**
 * How many of a hundred thousand waiting campaigns are loaded at a time. In between, the process handles other work.
 */
const READ_AT_ONCE = 2_000;
/** The latest time that a Date can have (milliseconds since 1970, ECMA-262). */
const LATEST = 8.64e15;
/** Concurrent writes when many batches are changed. */
const CHANGES_AT_ONCE = 10;

type Filter = QueryFilter<BatchDocument>;

/** A batch before and after a fact; the same object twice if the fact changed nothing. */
export interface Change {
  before: Batch;
  after: Batch;
}

/** A batch that may be released, and the number of its remaining recipients. */
export interface DueBatch {
  id: string;
  recipients: number;
}

/** A delivery, by the number of its batch and the position in it. */
export interface DeliveryPosition {
  seq: number;
  position: number;
}

/** A batch with pending news. */
export type BatchNews = Pick<
  Batch,
  'id' | 'campaign' | 'user' | 'channel' | 'recipientPage' | 'offset' | 'size'
> &
  Required<Pick<Batch, 'pendingNews'>>;

export interface ChangeOptions {
  /** The batch as it was read a moment ago. */
  known?: Batch;
  /**
   * Whether "no change is necessary" must be read from a primary that a majority confirms, which takes about 100 ms,
   * because the message that requested the change is then removed.
   */
  proves?: boolean;
}

/** The ledger's batches. Every change applies a fact and is saved by compare-and-set on `rev`. */
@Injectable()
export class Batches {
  /**
   * The last written batches are most likely to change next, and are not read again. A majority has stored them, so no
   * different batch can have their `rev`.
   */
  private readonly written = new LRUCache<string, Batch>({ max: MAX_CACHED });

  constructor(
    @InjectModel(BatchRecord.name) private readonly batches: Model<BatchDocument>,
    @Inject(WebhookInterests) private readonly interests: Pick<WebhookInterests, 'of'>,
  ) {}

  /** Writes new batches in a transaction. @throws if one of them exists */
  async insert(batches: readonly Batch[], session: ClientSession): Promise<void> {
    await insertAll(this.batches, batches.map(toDocument), session);
  }

  /** The batch number and the position of a recipient of a page; null: no batch has it. */
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

  /**
   * The current batch. A partitioned primary may not know later changes, so this read waits until a majority has confirmed
   * that it is still the primary, which takes about 100 ms.
   * @throws an outage if the majority does not confirm it
   */
  async current(id: string): Promise<Batch | null> {
    const document = await this.batches.findById(id).readConcern('linearizable').lean();
    return document && fromDocument(document);
  }

  /** The batch as this process last wrote it, if it is cached. Another process may have changed it since. */
  lastWritten(id: string): Batch | undefined {
    return this.written.get(id);
  }

  /**
   * Applies the fact that `decide` derives from the current batch. Repeats that if another process changed the batch first.
   * Returns null if the batch doesn't exist, or `decide` returns null.
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
    const saved = { ...withNewsMarks(before, after, wanted, { n: rev, at }), rev };
    const unchanged: mongo.Document = { _id: before.id, rev: before.rev };
    // Without the model, whose replaceOne would hydrate a document each time.
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

  /** Campaigns with a batch that may be released. Takes one index step per campaign. */
  async due(channel: Channel, now: Date): Promise<string[]> {
    return (await this.firstsDue(channel, now)).map(({ campaign }) => campaign);
  }

  /** Campaigns with a batch that may be released and has waited only since after `since`. Reads each such batch. */
  async dueSince(channel: Channel, since: Date, now: Date): Promise<string[]> {
    const found = await this.batches
      .aggregate<{ _id: ObjectId }>(dueSince(channel, since, now))
      .hint({ since: 1 });
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Channels with a batch that is READY, due or not. Takes one index step per channel. */
  channelsWithReady(): Promise<Channel[]> {
    return this.batches.distinct('channel', { state: 'READY' });
  }

  /** Campaigns with a batch in a channel that is READY, due or not. */
  async withReady(channel: Channel): Promise<string[]> {
    return this.due(channel, new Date(LATEST));
  }

  /** Campaigns with a batch that may be released, and since when the first of its batches is due. */
  async firstsDue(channel: Channel, now: Date): Promise<{ campaign: string; due: Date }[]> {
    const firsts = await this.batches
      .aggregate<{ _id: ObjectId; due: Date }>(firstsDue(channel))
      .option({ batchSize: READ_AT_ONCE })
      .hint('ready');
    return firsts
      .filter(({ due }) => due <= now)
      .map(({ _id, due }) => ({ campaign: _id.toHexString(), due }));
  }

  /**
   * The number of batches of these campaigns that may be released, and of their recipients. Reads at most `read` batches.
   * Beyond them, it counts up to `most` with only the index, and assumes batches of the same size.
   */
  async sumDue(
    campaigns: readonly string[],
    channel: Channel,
    now: Date,
    { read, most }: { read: number; most: number },
  ): Promise<{ batches: number; recipients: number }> {
    const campaign = { $in: campaigns.map((id) => new ObjectId(id)) };
    const ready = { state: 'READY' as const, channel, campaign, due: { $lte: now } };
    const [sum = { batches: 0, recipients: 0 }] = await this.batches
      .aggregate<{ batches: number; recipients: number }>([
        { $match: ready },
        { $limit: read },
        { $group: { _id: null, batches: { $sum: 1 }, recipients: { $sum: '$counts.QUEUED' } } },
      ])
      .hint('ready');
    const { batches, recipients } = sum;
    if (batches < read) return { batches, recipients };
    const counted = await this.batches.countDocuments(ready, { limit: most, hint: 'ready' });
    return { batches: counted, recipients: Math.round((recipients / batches) * counted) };
  }

  /** A campaign's batches that may be released; the earliest due comes first. */
  async next(campaign: string, channel: Channel, now: Date, limit: number): Promise<DueBatch[]> {
    const ready = { state: 'READY' as const, channel, campaign: new ObjectId(campaign), due: { $lte: now } };
    const found = await this.batches
      .find(ready, { counts: 1 })
      .sort({ due: 1, seq: 1 })
      .hint('ready')
      .limit(limit)
      .lean();
    return found.map(({ _id, counts }) => ({ id: _id, recipients: counts.QUEUED ?? 0 }));
  }

  /** The number of a campaign's batches that may be released in a channel, but at most `most`. */
  async waiting(campaign: string, channel: Channel, now: Date, most: number): Promise<number> {
    const ready = { state: 'READY' as const, channel, campaign: new ObjectId(campaign), due: { $lte: now } };
    return this.batches.countDocuments(ready, { limit: most, hint: 'ready' });
  }

  /** The offered or leased batches. */
  async outstanding(): Promise<Outstanding[]> {
    return (await this.batches.aggregate<OutstandingGroup>(outstanding)).map(toOutstanding);
  }

  /** The leases of a campaign, by channel and worker. */
  async leases(campaign: string): Promise<HeldLease[]> {
    return this.batches.aggregate<HeldLease>(leasesOf(campaign));
  }

  /** IDs of batches whose offer expired without a lease. */
  async expiredOffers(now: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'RELEASED', releasedUntil: { $lt: now } }, limit);
  }

  /**
   * IDs of a campaign's offered batches. The `$type` condition excludes nothing. It allows the query to use the partial
   * index.
   */
  async offered(campaign: string): Promise<string[]> {
    const offered = { state: 'RELEASED' as const, releasedUntil: { $type: 'date' as const } };
    return this.ids({ ...offered, campaign: new ObjectId(campaign) });
  }

  /** IDs of batches whose lease expired before `deadline`. */
  async expiredLeases(deadline: Date, limit: number): Promise<string[]> {
    return this.ids({ state: 'LEASED', 'lease.until': { $lt: deadline } }, limit);
  }

  /**
   * IDs of batches, of other campaigns than `notOverdue`, that have waited since before `deadline`. A campaign that
   * still sends in the batch's channel, even one message a minute, is not overdue.
   */
  async overdue(deadline: Date, notOverdue: readonly string[], limit: number): Promise<string[]> {
    const ids: string[] = [];
    for (const pair of await this.batches.aggregate<CampaignChannel>(waitingSince(deadline, notOverdue))) {
      if (ids.length >= limit) break;
      const waiting = { state: 'READY' as const, ...pair, since: { $lt: deadline } };
      if (!(await this.isServed(pair, deadline))) ids.push(...(await this.ids(waiting, limit)));
    }
    return ids;
  }

  /** Whether the provider has returned a result for a recipient since. Recipients that were given up do not count. */
  private async isServed(pair: CampaignChannel, since: Date): Promise<boolean> {
    const served = { ...pair, settledAt: { $gte: since }, 'progress.at': { $gte: since } };
    return (await this.batches.exists(served)) !== null;
  }

  /** IDs of a campaign's batches that have remaining recipients and are not cancelled. */
  async toCancel(campaign: string, limit: number): Promise<string[]> {
    return this.ids({ campaign: new ObjectId(campaign), holds: 'QUEUED', cancelled: false }, limit);
  }

  /** Whether a campaign has recipients that are queued or in a lease. */
  async hasOpen(campaign: string): Promise<boolean> {
    return (await this.batches.exists({ campaign: new ObjectId(campaign), holds: 'QUEUED' })) !== null;
  }

  /** IDs of a campaign's batches after one of them, in the order of planning. */
  async following(campaign: string, after: string | null, limit: number): Promise<string[]> {
    const [from, to] = idRange(campaign).text;
    const found = await this.batches
      .find({ _id: { $gt: after ?? from, $lt: to } }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    return found.map(({ _id }) => _id);
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

  /**
   * The counts of a campaign from one snapshot of the ledger, so that a batch that changes in the meantime is counted
   * once.
   */
  async recount(campaign: string): Promise<FinalCounts> {
    const rows = await this.batches
      .aggregate<{ _id: string; batches: number }>(summariesOf(campaign))
      .hint('summaries')
      .readConcern('snapshot');
    return addUp(rows.map(({ _id, batches }) => ({ ...readSummary(_id), batches })));
  }

  /** When a campaign's sends were completed, from one snapshot of an index. */
  async timeline(campaign: string): Promise<TimelineRow[]> {
    return this.batches
      .aggregate<TimelineRow>(timelinesOf(campaign))
      .hint('timelines')
      .readConcern('snapshot');
  }

  /** The failures and doubts of a campaign, summed by the database. */
  async failures(campaign: string): Promise<Failures[]> {
    return this.batches.aggregate<Failures>(failuresOf(campaign));
  }

  /** The number of recipients settled since a time. */
  async settledSince(campaign: string, since: Date): Promise<number> {
    const [row] = await this.batches.aggregate<{ settled: number }>(settledSince(campaign, since));
    return row?.settled ?? 0;
  }

  /** The progress of the last settled batches, for this number of recipients. */
  async lastSettled(campaign: string, since: Date, recipients: number): Promise<Piece[]> {
    const settled = { settledAt: { $gte: since }, 'progress.n': { $gt: 0 } };
    const found = await this.batches
      .find({ campaign: new ObjectId(campaign), ...settled }, { _id: 0, progress: 1 })
      .sort({ settledAt: -1 })
      .limit(recipients)
      .lean();
    return found.flatMap(({ progress }) => progress);
  }

  /** The first user after `after` whose batches have pending news; null: no such user. */
  async nextUserWithNews(after: string | null): Promise<string | null> {
    const next = await this.batches
      .findOne(
        { ...hasPendingNews, ...(after !== null && { user: { $gt: new ObjectId(after) } }) },
        { user: 1 },
      )
      .sort({ user: 1 })
      .hint('newsOfUser')
      .lean();
    return next?.user.toHexString() ?? null;
  }

  /**
   * Some batches of a user with pending news. The campaigns take turns: the same number of batches of each of the next
   * campaigns after `after`. `isMore`: these are not all.
   */
  async news(
    userId: string,
    after: string | null,
    most: { campaigns: number; batches: number },
  ): Promise<{ batches: BatchNews[]; isMore: boolean }> {
    const fields = { campaign: 1, user: 1, channel: 1, recipientPage: 1, offset: 1, size: 1, pendingNews: 1 };
    const user = new ObjectId(userId);
    const campaigns = await this.nextWithNews(user, after, most.campaigns);
    const each = Math.ceil(most.batches / Math.max(1, campaigns.length));
    const found = await Promise.all(
      campaigns.map((campaign) =>
        this.batches
          .find({ user, campaign, ...hasPendingNews }, fields)
          .hint('newsOfUser')
          .limit(each)
          .lean(),
      ),
    );
    const batches = found.flat().map(({ _id, campaign, pendingNews = [], ...rest }) => ({
      ...rest,
      id: _id,
      campaign: campaign.toHexString(),
      user: userId,
      pendingNews,
    }));
    const isMore = campaigns.length === most.campaigns || found.some(({ length }) => length === each);
    return { batches, isMore };
  }

  /** The next campaigns of a user after one, and then from the first, with pending news of deliveries. */
  private async nextWithNews(user: ObjectId, after: string | null, most: number): Promise<ObjectId[]> {
    const found: ObjectId[] = [];
    const begin = after === null ? null : new ObjectId(after);
    for (const end of begin ? [null, begin] : [null]) {
      let last = end ? null : begin;
      while (found.length < most) {
        const range = { ...(last && { $gt: last }), ...(end && { $lte: end }) };
        const among = last || end ? { campaign: range } : {};
        // Reads one index entry for each campaign.
        const next = await this.batches
          .findOne({ user, ...among, ...hasPendingNews }, { campaign: 1 })
          .sort({ campaign: 1 })
          .hint('newsOfUser')
          .lean();
        if (!next) break;
        last = next.campaign;
        found.push(last);
      }
    }
    return found;
  }

  /** Whether a campaign has pending news of deliveries. */
  async hasPendingNews(user: string, campaign: string): Promise<boolean> {
    const ofCampaign = { user: new ObjectId(user), campaign: new ObjectId(campaign), ...hasPendingNews };
    return (await this.batches.findOne(ofCampaign, { _id: 1 }).hint('newsOfUser').lean()) !== null;
  }

  /** Removes the news of these writes, by their `rev`. A concurrent change of the batch reads it again. */
  async clearNews(id: string, writes: readonly number[]): Promise<void> {
    this.written.delete(id);
    await this.batches.updateOne(
      { _id: id },
      { $pull: { pendingNews: { n: { $in: [...writes] } } }, $inc: { rev: 1 } },
    );
  }

  /** Removes some batches. Returns true if none is left. */
  async removeSome(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.batches, idRange(campaign).text, limit);
  }

  /** Limit 0: all. */
  private async ids(filter: Filter, limit = 0): Promise<string[]> {
    const found = await this.batches.find(filter, { _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id);
  }
}

/** Whether a fact changed the batch, and the change is saved. */
function isMade(change: Change | 'overtaken' | null | undefined): change is Change {
  return change != null && change !== 'overtaken' && change.after !== change.before;
}

/** Whether the batch is offered or leased: another change follows soon. */
function isUnderWay({ state }: Batch): boolean {
  return state === 'RELEASED' || state === 'LEASED';
}
