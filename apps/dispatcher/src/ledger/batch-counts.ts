import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { type BatchDocument, BatchRecord } from './batch';
import { type Failures, failuresOf, settledSince, summariesOf, timelinesOf } from './batch-pipelines';
import type { Piece } from './progress';
import { type FinalCounts, addUp, readSummary } from './summary';
import type { TimelineRow } from './timeline';

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
