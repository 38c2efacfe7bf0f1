import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type Batch, type BatchDocument, BatchRecord } from './batch';
import { fromDocument, idRange } from './batch-document';
import {
  type Failures,
  failuresOf,
  settledBySender,
  settledSince,
  summariesBySender,
  summariesOf,
  timelinesOf,
} from './batch-pipelines';
import type { Piece } from './progress';
import { type FinalCounts, addUp, readSummary, summarize } from './summary';
import { tally, tallyReturned } from './tally';
import type { TimelineRow } from './timeline';

/** The number of batches of a sender with the same summary. */
interface SummariesOfSender {
  _id: { sender: string; summary: string };
  batches: number;
}

/** Counts the recipients of a campaign in the ledger. */
@Injectable()
export class BatchCounts {
  constructor(@InjectModel(BatchRecord.name) private readonly batches: Model<BatchDocument>) {}

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

  /** The counts of a campaign by sender, and how many deliveries each passed on to another sender of its pool. */
  async bySender(campaign: string): Promise<{ sender: string; counts: FinalCounts; failedOver: number }[]> {
    const rows = await this.batches.aggregate<SummariesOfSender>(summariesBySender(campaign));
    const summaries = rows.map(({ _id, batches }) => {
      return { sender: _id.sender, failedOver: 0, row: { ...readSummary(_id.summary), batches } };
    });
    const [from, to] = idRange(campaign).text;
    const shared = this.batches.find({ _id: { $gte: from, $lt: to }, senders: { $exists: true } }).lean();
    for await (const document of shared.cursor()) summaries.push(...bySender(fromDocument(document)));
    const senders = Map.groupBy(summaries, ({ sender }) => sender);
    return [...senders].map(([sender, parts]) => ({
      sender,
      counts: addUp(parts.map(({ row }) => row)),
      failedOver: parts.reduce((sum, { failedOver }) => sum + failedOver, 0),
    }));
  }

  /**
   * The counts by sender of the batches of these campaigns that a provider has answered for since a time. A batch with
   * several senders counts for the last one.
   */
  async settledBySender(
    campaigns: readonly string[],
    since: Date,
  ): Promise<{ sender: string; counts: FinalCounts }[]> {
    const rows = await this.batches
      .aggregate<SummariesOfSender>(settledBySender(campaigns, since))
      .hint('settled');
    const senders = Map.groupBy(rows, ({ _id }) => _id.sender);
    return [...senders].map(([sender, own]) => ({
      sender,
      counts: addUp(own.map(({ _id, batches }) => ({ ...readSummary(_id.summary), batches }))),
    }));
  }

  /** The times when a campaign's messages were completed, from one snapshot of an index. */
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
}

/** The summary of each sender's part of a batch. */
function bySender(batch: Batch) {
  return (batch.senders ?? []).map(({ sender, positions }) => {
    const own = new Set(positions);
    const isOwn = (position: number): boolean => own.has(position);
    const part: Batch = {
      ...batch,
      size: positions.length,
      todo: batch.todo.filter(isOwn),
      exceptions: batch.exceptions.filter(({ i }) => isOwn(i)),
      lease: batch.lease && { ...batch.lease, positions: batch.lease.positions.filter(isOwn) },
    };
    const summary = readSummary(summarize(part, tally(part), tallyReturned(part)));
    const failovers = batch.exceptions.flatMap((exception) => exception.failovers);
    const failedOver = failovers.filter((failover) => failover.sender === sender).length;
    return { sender, failedOver, row: { ...summary, batches: 1 } };
  });
}
