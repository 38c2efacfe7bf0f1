import { Inject, Injectable } from '@nestjs/common';
import { type Channel, channels } from '@carillon/contracts';
import { Database } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import type { BatchDocument } from '../ledger/batch-document';
import { Workforce } from '../workers/workforce';

interface Holding {
  channel: Channel;
  holder: string;
  /** When the first of its hands is over. */
  until: Date;
}

/**
 * Hands that are not swept yet though their worker is silent or their lease is over: nobody knows what became of their
 * recipients.
 */
@Injectable()
export class LostHands {
  private readonly collection: Collection<BatchDocument>;

  constructor(
    database: Database,
    private readonly workforce: Workforce,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
    private readonly clock: DatabaseClock,
  ) {
    this.collection = database.collection('batches');
  }

  /** Those of a campaign by channel, with the last sign of life in the ledger. */
  async of(campaign: string): Promise<{ channel: Channel; since: Date }[]> {
    const [now, holdings] = await Promise.all([this.clock.now(), this.holdings(campaign)]);
    const lost = holdings.filter(({ holder, until }) => until < now || this.workforce.isLost(holder));
    return channels.flatMap((channel) => {
      const ends = lost.filter((each) => each.channel === channel).map(({ until }) => until.getTime());
      return ends.length > 0
        ? [{ channel, since: new Date(Math.min(...ends) - this.config.HAND_LEASE_MS) }]
        : [];
    });
  }

  /** The type says nothing new: it lets the partial index be used. */
  private holdings(campaign: string): Promise<Holding[]> {
    return this.collection
      .aggregate<Holding>([
        { $match: { state: 'HELD', 'hand.until': { $type: 'date' }, campaign: new ObjectId(campaign) } },
        { $group: { _id: { channel: '$channel', holder: '$hand.holder' }, until: { $min: '$hand.until' } } },
        { $project: { _id: 0, channel: '$_id.channel', holder: '$_id.holder', until: 1 } },
      ])
      .toArray();
  }
}
