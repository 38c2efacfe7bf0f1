import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Completions } from '../dispatches/completions';
import type { Batch } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';
import { TakeBackOffer } from '../release/take-back-offer';
import { GrantHand } from './grant-hand';
import { HandTerms } from './hand-terms';

/**
 * Grants a hand of an offered batch, if it may be handed out; else the offer is taken back, so that it keeps no place. A
 * batch of which all have withdrawn is at its end, and perhaps the campaign with it.
 */
@Injectable()
export class GrantOffer {
  constructor(
    private readonly handTerms: HandTerms,
    private readonly grantHand: GrantHand,
    private readonly takeBackOffer: TakeBackOffer,
    private readonly completions: Completions,
  ) {}

  async execute(
    request: Payload<'batch.take'>,
    batch: Batch,
    entries: readonly RosterEntry[],
  ): Promise<Batch | null> {
    const terms = await this.handTerms.of(batch, entries);
    const after = terms && (await this.grantHand.execute(request, terms, batch));
    if (after?.hand?.requestId === request.requestId) return after;
    if (after?.state === 'DONE') this.completions.check(after.campaign);
    await this.takeBackOffer.execute(request.batchId, request.release);
    return null;
  }
}
