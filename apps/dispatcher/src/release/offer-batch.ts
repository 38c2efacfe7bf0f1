import { Injectable } from '@nestjs/common';
import { hintOf } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '../database-clock';
import { Batches } from '../ledger/batches';
import { TakeBackOffer } from './take-back-offer';

/** An offer that nobody took by then is taken back (milliseconds). */
const OFFER_MS = 10_000;

/** Offers one batch to the workers of its channel: the ledger first, then the hint. */
@Injectable()
export class OfferBatch {
  constructor(
    private readonly batches: Batches,
    private readonly takeBackOffer: TakeBackOffer,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
  ) {}

  /** Recipients that were offered; 0 when somebody else was faster. Throws if there is no way to the workers. */
  async execute(id: string): Promise<number> {
    const until = new Date((await this.clock.now()).getTime() + OFFER_MS);
    const change = await this.batches.change(id, () => ({ type: 'released', until }));
    if (!change || change.after === change.before) return 0;
    const { campaign, channel, release, todo } = change.after;
    try {
      await this.messenger.publish(hintOf(channel), { batchId: id, campaignId: campaign, release });
    } catch (error) {
      await this.takeBackOffer.execute(id, release);
      throw error;
    }
    return todo.length;
  }
}
