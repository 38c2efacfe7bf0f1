import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import type { Exception } from '../ledger/batch';
import type { BatchDocument } from '../ledger/batch-document';

/** Deliveries that may be retried or not, alike in all that decides about it. */
export interface Failures extends Pick<Exception, 'state' | 'reason' | 'permanent'> {
  channel: Channel;
  count: number;
}

/** What did not arrive of a campaign, added up by the database. */
@Injectable()
export class FailureCounts {
  private readonly collection: Collection<BatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('batches');
  }

  async of(campaign: string): Promise<Failures[]> {
    const states = { $in: ['FAILED', 'UNCONFIRMED'] };
    const { state, reason, permanent } = {
      state: '$exceptions.state',
      reason: { $ifNull: ['$exceptions.reason', null] },
      permanent: { $ifNull: ['$exceptions.permanent', false] },
    };
    return this.collection
      .aggregate<Failures>([
        { $match: { campaign: new ObjectId(campaign), holds: states } },
        { $unwind: '$exceptions' },
        { $match: { 'exceptions.state': states } },
        { $group: { _id: { channel: '$channel', state, reason, permanent }, count: { $sum: 1 } } },
        { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
      ])
      .toArray();
  }
}
