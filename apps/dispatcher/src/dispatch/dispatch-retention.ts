import type { Timeline } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { FinalCounts } from '../ledger';
import { type DispatchDocument, type Filter, DispatchRecord, change, unclaimed, key } from './dispatch';

/** Time for a planner that was halted in mid-page to write what must be removed again (milliseconds). */
const SECOND_CHECK_MS = 10 * 60_000;

/** A stopped dispatch that is to be checked for what is left, and the time for which the check was scheduled. */
export interface DueCheck {
  campaign: string;
  dueAt: Date;
}

/** The dispatches, as the leader sees them that ends cancelled ones and deletes ledgers. */
@Injectable()
export class DispatchRetention {
  constructor(@InjectModel(DispatchRecord.name) private readonly dispatches: Model<DispatchDocument>) {}

  /** Cancelled dispatches that may have batches left to cancel now. */
  async toCancel(now: Date, limit: number): Promise<DueCheck[]> {
    const due: Filter = { 'cancellation.lookAt': { $lte: now } };
    const found = await this.dispatches.find(due, { cancellation: 1 }).limit(limit).lean();
    return found.flatMap(({ _id, cancellation }) =>
      cancellation ? [{ campaign: _id.toHexString(), dueAt: cancellation.lookAt }] : [],
    );
  }

  /**
   * Records the end and the final counts, unless a planner holds a claim; schedules one more check. Changes nothing if
   * another check was scheduled since `dueAt` was read: a planner wrote late, maybe behind the one that looked.
   */
  async cancelled({ campaign, dueAt }: DueCheck, final: FinalCounts, now: Date): Promise<void> {
    const secondLook = { lookAt: secondCheckAt(now), again: true };
    const end = {
      final: { $literal: final },
      finishedAt: { $ifNull: ['$finishedAt', now] },
      cancellation: { $cond: ['$cancellation.again', null, { $literal: secondLook }] },
    };
    const cancelled = { ...key(campaign), 'cancellation.lookAt': dueAt, $or: unclaimed(now) };
    await this.dispatches.updateOne(cancelled, [{ $set: end }]);
  }

  /** Dispatches whose ledger is to be deleted now and that no planner has claimed. */
  async toDelete(now: Date, limit: number): Promise<DueCheck[]> {
    const due: Filter = { ledger: 'DELETING', deleteAt: { $lte: now }, $or: unclaimed(now) };
    const found = await this.dispatches.find(due, { deleteAt: 1 }).limit(limit).lean();
    return found.flatMap(({ _id, deleteAt }) =>
      deleteAt ? [{ campaign: _id.toHexString(), dueAt: deleteAt }] : [],
    );
  }

  /**
   * Records a deletion of the ledger: the first time schedules a second deletion, the second time marks it as
   * DELETED. Changes nothing if another check was scheduled since `dueAt` was read.
   */
  async removed({ campaign, dueAt }: DueCheck, now: Date): Promise<void> {
    const ledger = { $cond: ['$removedOnce', 'DELETED', 'DELETING'] };
    await this.dispatches.updateOne({ ...key(campaign), ledger: 'DELETING', deleteAt: dueAt }, [
      { $set: { ledger, deleteAt: secondCheckAt(now), removedOnce: true } },
    ]);
  }

  /** Dispatches that ended before a moment and still have their ledger. */
  async withExpiredLedger(endedBefore: Date, limit: number): Promise<string[]> {
    const expired = { ledger: 'KEPT' as const, finishedAt: { $lt: endedBefore } };
    const found = await this.dispatches.find(expired, { _id: 1 }).limit(limit).lean();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Keeps the counts and the timeline, and schedules the deletion of the ledger, unless the campaign runs again by now. */
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
