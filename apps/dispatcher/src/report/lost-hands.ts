import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import { DatabaseClock } from '../database-clock';
import type { BatchDocument } from '../ledger/batch-document';

/** Hands whose lease is over and that are not swept yet: nobody knows what became of their recipients. */
@Injectable()
export class LostHands {
  private readonly collection: Collection<BatchDocument>;

  constructor(
    database: Database,
    private readonly clock: DatabaseClock,
  ) {
    this.collection = database.collection('batches');
  }

  /** Those of a campaign by channel, with the end of the first lease. */
  async of(campaign: string): Promise<{ channel: Channel; since: Date }[]> {
    const over = { state: 'HELD', 'hand.until': { $lt: await this.clock.now() } };
    return this.collection
      .aggregate<{ channel: Channel; since: Date }>([
        { $match: { ...over, campaign: new ObjectId(campaign) } },
        { $group: { _id: '$channel', since: { $min: '$hand.until' } } },
        { $project: { _id: 0, channel: '$_id', since: 1 } },
        { $sort: { channel: 1 } },
      ])
      .toArray();
  }
}
