import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import { Dispatches } from '../dispatches/dispatches';
import type { Batch } from '../ledger/batch';
import { Batches } from '../ledger/batches';
import type { Granted } from '../ledger/facts';
import { DraftGrant } from './draft-grant';
import type { Terms } from './hand-terms';

/** Writes a hand into the ledger: the durable record that precedes any word to a provider. */
@Injectable()
export class GrantHand {
  constructor(
    private readonly batches: Batches,
    private readonly dispatches: Dispatches,
    private readonly draftGrant: DraftGrant,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * The batch with the hand that this request got, or without one, as nobody was left to send to; null: somebody else was
   * faster, or the rate is used up for now, or it took so long that the campaign was stopped or the offer is over.
   */
  async execute(request: Payload<'batch.take'>, terms: Terms, offered: Batch): Promise<Batch | null> {
    const { batchId, release } = request;
    const granted = await this.draftGrant.execute(request, terms, offered);
    if (!granted || !(await this.dispatches.isOpen(offered.campaign))) return null;
    const now = await this.clock.now();
    const grant = (batch: Batch): Granted | null =>
      batch.release === release && isOnOffer(batch, now) ? granted : null;
    return (await this.batches.change(batchId, grant, offered))?.after ?? null;
  }
}

/** Whoever asked for an offer that is over waits no more: it would be a hand that nobody knows of. */
function isOnOffer({ state, releasedUntil }: Batch, now: Date): boolean {
  return state === 'RELEASED' && releasedUntil !== null && releasedUntil > now;
}
