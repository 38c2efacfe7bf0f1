import { Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import { type Collection, type Filter, ObjectId } from 'mongodb';
import type { FinalCounts } from '../dispatches/dispatch';
import type { DispatchDocument } from '../dispatches/dispatch-document';
import { SECOND_LOOK_MS } from './second-look';

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
    return this.campaigns({ ledger: 'KEPT', finishedAt: { $lt: endedBefore } }, limit);
  }

  /** Keeps the counts and lets the ledger go, unless it runs again by now. */
  async retire(campaign: string, final: FinalCounts, now: Date): Promise<void> {
    await this.collection.updateOne(
      { _id: new ObjectId(campaign), finishedAt: { $ne: null }, ledger: 'KEPT' },
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
