import type { Timeline } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { FinalCounts } from '../ledger';
import { type DispatchDocument, type Filter, DispatchRecord, change, unclaimed, key } from './dispatch';

/**
 * How long a planner that was halted within a page may take to write data that must be removed again (milliseconds).
 */
const SECOND_CHECK_MS = 10 * 60_000;

/** A stopped dispatch that is due for a check of its remaining data, and the scheduled time of the check. */
export interface DueCheck {
  campaign: string;
  dueAt: Date;
}

/** The stopped dispatches, and the expired ledgers, for the leader. */
@Injectable()
export class DispatchRetention {
  constructor(@InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>) {}

  /** Canceled dispatches that may have batches left to cancel now. */
  async toCancel(now: Date, limit: number): Promise<DueCheck[]> {
    const due: Filter = { 'cancellation.lookAt': { $lte: now } };
    const found = await this.dispatches.find(due, { cancellation: 1 }).limit(limit).lean();
    return found.flatMap(({ _id, cancellation }) =>
      cancellation ? [{ campaign: _id.toHexString(), dueAt: cancellation.lookAt }] : [],
    );
  }

  /**
   * Records the end and the final counts, unless a planner holds a claim, and schedules one more check. Changes nothing
   * if another check was scheduled after `dueAt` was read, because a planner wrote late, possibly after this check.
   */
  async cancelled({ campaign, dueAt }: DueCheck, final: FinalCounts, now: Date): Promise<void> {
    const secondCheck = { lookAt: secondCheckAt(now), again: true };
    const end = {
      final: { $literal: final },
      finishedAt: { $ifNull: ['$finishedAt', now] },
      cancellation: { $cond: ['$cancellation.again', null, { $literal: secondCheck }] },
    };
    const cancelled = { ...key(campaign), 'cancellation.lookAt': dueAt, $or: unclaimed(now) };
    await this.dispatches.updateOne(cancelled, [{ $set: end }]);
  }

  /** Dispatches whose ledger is due for deletion and that no planner has claimed. */
  async toDelete(now: Date, limit: number): Promise<(DueCheck & { isCampaignDeleted: boolean })[]> {
    const due: Filter = { ledger: 'DELETING', deleteAt: { $lte: now }, $or: unclaimed(now) };
    const found = await this.dispatches.find(due, { deleteAt: 1, deleted: 1 }).limit(limit).lean();
    return found.flatMap(({ _id, deleteAt, deleted: isCampaignDeleted = false }) =>
      deleteAt ? [{ campaign: _id.toHexString(), dueAt: deleteAt, isCampaignDeleted }] : [],
    );
  }

  /**
   * Records a deletion of the ledger: the first time schedules a second deletion, the second time marks it as DELETED.
   * Changes nothing if another check was scheduled after `dueAt` was read.
   */
  async removed({ campaign, dueAt }: DueCheck, now: Date): Promise<void> {
    const ledger = { $cond: ['$removedOnce', 'DELETED', 'DELETING'] };
    await this.dispatches.updateOne({ ...key(campaign), ledger: 'DELETING', deleteAt: dueAt }, [
      { $set: { ledger, deleteAt: secondCheckAt(now), removedOnce: true } },
    ]);
  }

  /** Dispatches that ended before this time and still have their ledger. */
  async withExpiredLedger(endedBefore: Date, limit: number): Promise<string[]> {
    const expired = { ledger: 'KEPT' as const, finishedAt: { $lt: endedBefore } };
    const found = await this.dispatches.find(expired, { _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id.toHexString());
  }

  /**
   * Stores the counts and the timeline, and schedules the deletion of the ledger, unless the campaign is running again.
   */
  async expireLedger(
    campaign: string,
    { final, timeline }: { final: FinalCounts; timeline: Timeline },
    now: Date,
  ): Promise<void> {
    await change(
      this.dispatches,
      { ...key(campaign), finishedAt: { $ne: null }, ledger: 'KEPT' },
      { $set: { final, timeline, ledger: 'DELETING', deleteAt: now } },
    );
  }
}

const secondCheckAt = (now: Date): Date => new Date(now.getTime() + SECOND_CHECK_MS);
