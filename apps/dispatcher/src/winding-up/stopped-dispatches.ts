import { Injectable } from '@nestjs/common';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { FinalCounts } from '../dispatches/dispatch';
import type { DispatchDocument } from '../dispatches/dispatch-document';
import { SECOND_LOOK_MS } from './second-look';

/** Campaigns that were cancelled, until the last of each is. */
@Injectable()
export class StoppedDispatches {
  private readonly collection: Collection<DispatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('dispatches');
  }

  /** Those in which something may be left to cancel now. */
  async due(now: Date, limit: number): Promise<string[]> {
    const found = await this.collection
      .find({ 'stop.lookAt': { $lte: now } })
      .project<{ _id: ObjectId }>({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  }

  /** Notes the end and what it came to, unless it is being planned at this moment; looked at once more later. */
  async ended(campaign: string, final: FinalCounts, now: Date): Promise<void> {
    const unplanned = { $or: [{ planner: null }, { 'planner.until': { $lt: now } }] };
    const secondLook = { lookAt: new Date(now.getTime() + SECOND_LOOK_MS), again: true };
    await this.collection.updateOne({ _id: new ObjectId(campaign), stop: { $ne: null }, ...unplanned }, [
      {
        $set: {
          final: { $literal: final },
          finishedAt: { $ifNull: ['$finishedAt', now] },
          stop: { $cond: ['$stop.again', null, { $literal: secondLook }] },
        },
      },
    ]);
  }
}
