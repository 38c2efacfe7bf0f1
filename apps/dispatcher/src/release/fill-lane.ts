import { Injectable } from '@nestjs/common';
import type { Breaker } from '../breakers/breaker';
import { Breakers } from '../breakers/breakers';
import { DatabaseClock } from '../database-clock';
import { Batches } from '../ledger/batches';
import type { Lane } from './lane';
import { OfferBatch } from './offer-batch';

/** Offers batches of one channel until its window is full or nobody has anything due. */
@Injectable()
export class FillLane {
  constructor(
    private readonly batches: Batches,
    private readonly breakers: Breakers,
    private readonly offer: OfferBatch,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(lane: Lane): Promise<void> {
    const now = await this.clock.now();
    const open = new Map((await this.breakers.all()).map((breaker) => [breaker.integration, breaker]));
    for (let next = lane.next(); next; next = lane.next()) {
      const { campaign } = next;
      const queue =
        lane.queueOf(campaign) ??
        lane.enqueue(campaign, await this.batches.ready(campaign, lane.channel, now, lane.free));
      const batch = queue.shift();
      if (!batch) lane.exhausted(campaign);
      else if (await this.mayGo(batch.integration, open, now))
        lane.offered(next, await this.offer.execute(batch.id));
      else lane.exhausted(campaign);
    }
  }

  /** While a breaker is open nothing goes, but for one probe each time its pause is over. */
  private async mayGo(integration: string | null, open: Map<string, Breaker>, now: Date): Promise<boolean> {
    const breaker = integration === null ? undefined : open.get(integration);
    if (!breaker) return true;
    if (breaker.nextTryAt > now) return false;
    await this.breakers.probe(breaker, now);
    open.set(breaker.integration, { ...breaker, nextTryAt: new Date(8.64e15) });
    return true;
  }
}
