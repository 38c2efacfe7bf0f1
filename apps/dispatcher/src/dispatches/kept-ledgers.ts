import { Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import { type Collection, type Filter, ObjectId } from 'mongodb';
import type { FinalCounts } from './dispatch';
import type { DispatchDocument } from './dispatch-document';

/** Time for a planner that was halted in the middle of a page to write what nobody needs any more (milliseconds). */
const SECOND_LOOK_MS = 10 * 60_000;

/** Which dispatches still have a ledger, and when it goes. */
@Injectable()
export class KeptLedgers {
  private readonly collection: Collection<DispatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('dispatches');
  }

  /** Campaigns whose ledger is to be removed now, none of them being planned right now. */
  async leaving(now: Date, limit: number): Promise<string[]> {
    const unplanned = { $or: [{ planner: null }, { 'planner.until': { $lt: now } }] };
    return this.campaigns({ ledger: 'LEAVING', leaveAt: { $lte: now }, ...unplanned }, limit);
  }

  /** Removed: the first time it is looked at again later, the second time it is gone for good. */
  async removed(campaign: string, now: Date): Promise<void> {
    const secondLook = new Date(now.getTime() + SECOND_LOOK_MS);
    await this.collection.updateOne({ _id: new ObjectId(campaign), ledger: 'LEAVING' }, [
      {
        $set: {
          ledger: { $cond: ['$removedOnce', 'GONE', 'LEAVING'] },
          leaveAt: secondLook,
          removedOnce: true,
        },
      },
    ]);
  }

  /** Campaigns that ended before a moment and still have their ledger. */
  async toRetire(endedBefore: Date, limit: number): Promise<string[]> {
    return this.campaigns({ state: 'DONE', finishedAt: { $lt: endedBefore }, ledger: 'KEPT' }, limit);
  }

  /** Keeps the counts and lets the ledger go. */
  async retire(campaign: string, final: FinalCounts, now: Date): Promise<void> {
    await this.collection.updateOne(
      { _id: new ObjectId(campaign), state: 'DONE' },
      { $set: { final, ledger: 'LEAVING', leaveAt: now } },
    );
  }

  /** The final counts of a campaign whose ledger is not whole any more; null: count the ledger. */
  async finalCounts(campaign: string): Promise<FinalCounts | null> {
    const found = await this.collection.findOne(
      { _id: new ObjectId(campaign), ledger: { $ne: 'KEPT' } },
      { projection: { final: 1 } },
    );
    return found?.final ?? null;
  }

  private async campaigns(filter: Filter<DispatchDocument>, limit: number): Promise<string[]> {
    const found = await this.collection
      .find(filter)
      .project<{ _id: ObjectId }>({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  }
}
