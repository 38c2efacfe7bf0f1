import type { Channel } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model, QueryFilter } from 'mongoose';
import { type BatchDocument, BatchRecord } from './batch';
import {
  type CampaignChannel,
  type HeldLease,
  type Outstanding,
  type OutstandingGroup,
  dueSince,
  firstsDue,
  leasesOf,
  outstanding,
  toOutstanding,
  waitingSince,
} from './batch-pipelines';

/**
 * The number of waiting campaigns, of which there may be a hundred thousand, that are loaded at a time. Between loads,
 * the process handles other work.
 */
const READ_AT_ONCE = 2_000;
/** The latest time that a Date can have (milliseconds since 1970, ECMA-262). */
const LATEST = 8.64e15;

/** A batch that may be released, with the number of its remaining recipients. */
export interface DueBatch {
  id: string;
  recipients: number;
}

/** Finds the batches of the ledger that wait, are offered, or are leased. */
@Injectable()
export class BatchQueue {
  constructor(@InjectModel(BatchRecord.name) private readonly batches: Model<BatchDocument>) {}

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

  /** Campaigns with a batch that may be released, and the time since which the first of their batches has been due. */
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
   * The number of batches of these campaigns that may be released, and the number of their recipients. Reads at most
   * `read` batches. Counts further batches up to `most` with only the index, and assumes that they have the same size.
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

  /** A campaign's batches that may be released, earliest due first; of one sender, or of the others. */
  async next(
    campaign: string,
    channel: Channel,
    now: Date,
    { limit, sender }: { limit: number; sender?: string | { $ne: string } | undefined },
  ): Promise<DueBatch[]> {
    const ready = { state: 'READY' as const, channel, campaign: new ObjectId(campaign), due: { $lte: now } };
    const found = await this.batches
      .find({ ...ready, ...(sender !== undefined && { sender }) }, { counts: 1 })
      .sort({ due: 1, seq: 1 })
      .hint('ready')
      .limit(limit)
      .lean();
    return found.map(({ _id, counts }) => ({ id: _id, recipients: counts.QUEUED ?? 0 }));
  }

  /** The number of a campaign's batches that may be released in a channel, up to `most`. */
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
   * IDs of batches that have waited since before `deadline`, except batches of the campaigns in `notOverdue`. A
   * campaign that still sends in the batch's channel, even one message a minute, is not overdue.
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

  /**
   * Whether the provider has returned a result for a recipient since the given time. Recipients that were given up do
   * not count.
   */
  private async isServed(pair: CampaignChannel, since: Date): Promise<boolean> {
    const served = { ...pair, settledAt: { $gte: since }, 'progress.at': { $gte: since } };
    return (await this.batches.exists(served)) !== null;
  }

  /** IDs of a campaign's batches that have remaining recipients and are not canceled. */
  async toCancel(campaign: string, limit: number): Promise<string[]> {
    return this.ids({ campaign: new ObjectId(campaign), holds: 'QUEUED', cancelled: false }, limit);
  }

  /** Whether a campaign has recipients that are queued or in a lease. */
  async hasOpen(campaign: string): Promise<boolean> {
    return (await this.batches.exists({ campaign: new ObjectId(campaign), holds: 'QUEUED' })) !== null;
  }

  /** Campaigns with failed deliveries that wait for a delivery on the next channel. */
  async campaignsToFallBack(): Promise<string[]> {
    const found = await this.batches.distinct('campaign', { fallbackDue: true });
    return found.map((campaign) => campaign.toHexString());
  }

  /** IDs of a campaign's batches with such deliveries, in the order of planning. */
  async toFallBack(campaign: string, limit: number): Promise<string[]> {
    const found = await this.batches
      .find({ campaign: new ObjectId(campaign), fallbackDue: true }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    return found.map(({ _id }) => _id);
  }

  /**
   * Until when sent deliveries of a campaign can still lead to deliveries on the next channel, and the channel of the
   * last one. Null: they can't, or only those that have failed already.
   */
  async lastFallback(
    campaign: string,
    now: Date,
  ): Promise<{ channel: Channel; since: Date; until: Date } | null> {
    const last = await this.batches
      .findOne(
        {
          campaign: new ObjectId(campaign),
          holds: { $in: ['SENT', 'UNCONFIRMED'] },
          fallbackUntil: { $gt: now },
        },
        { channel: 1, fallbackUntil: 1, plannedAt: 1 },
      )
      .sort({ fallbackUntil: -1 })
      .lean();
    return last?.fallbackUntil
      ? { channel: last.channel, since: last.plannedAt, until: last.fallbackUntil }
      : null;
  }

  /** Whether failed deliveries of a campaign wait for a delivery on the next channel. */
  async hasToFallBack(campaign: string): Promise<boolean> {
    return (await this.batches.exists({ campaign: new ObjectId(campaign), fallbackDue: true })) !== null;
  }

  /** Limit 0: all. */
  private async ids(filter: QueryFilter<BatchDocument>, limit = 0): Promise<string[]> {
    const found = await this.batches.find(filter, { _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id);
  }
}
