import { Injectable } from '@nestjs/common';
import { Breakers } from '../breakers/breakers';
import type { Term } from '../leading/leader-lease';
import { Batches } from '../ledger/batches';
import type { Contender } from '../lanes/contender';
import type { Lane } from '../lanes/lane';
import { OfferBatch } from './offer-batch';
import { AdmitIntegration } from './admit-integration';

/** Offers batches of one channel until its places are taken or nobody has anything due. */
@Injectable()
export class FillLane {
  constructor(
    private readonly batches: Batches,
    private readonly breakers: Breakers,
    private readonly admitIntegration: AdmitIntegration,
    private readonly offerBatch: OfferBatch,
  ) {}

  async execute(lane: Lane, term: Term, now: Date): Promise<void> {
    for (let next = lane.next(); next && !term.isOver(); next = lane.next()) {
      if (lane.portionOf(next.route.integrationId) === undefined) {
        await this.admitIntegration.execute(next, lane, now);
        continue;
      }
      const batch = await this.batchOf(next, lane, now);
      if (batch === undefined) lane.exhausted(next.campaign);
      else if (next.breaker) await this.probe(next, batch, lane, now);
      else lane.offered(next, await this.offerBatch.execute(batch));
    }
  }

  private async batchOf({ campaign }: Contender, lane: Lane, now: Date): Promise<string | undefined> {
    const queue =
      lane.queueOf(campaign) ??
      lane.enqueue(campaign, await this.batches.next(campaign, lane.channel, now, lane.free));
    return queue.shift();
  }

  /** While a breaker is open nothing goes, but for one probe each time its pause is over. */
  private async probe(contender: Contender, batch: string, lane: Lane, now: Date): Promise<void> {
    lane.closed(contender.route.integrationId);
    if (contender.breaker && (await this.breakers.probe(contender.breaker, batch, now)))
      lane.offered(contender, await this.offerBatch.execute(batch));
  }
}
