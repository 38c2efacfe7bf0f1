import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import type { Batch } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';
import { TakeBackOffer } from '../release/take-back-offer';
import { GrantHand } from './grant-hand';
import { HandTerms } from './hand-terms';

/** Grants a hand of an offered batch, if it may be handed out; else the offer is taken back, so that it keeps no place. */
@Injectable()
export class GrantOffer {
  constructor(
    private readonly handTerms: HandTerms,
    private readonly grantHand: GrantHand,
    private readonly takeBackOffer: TakeBackOffer,
  ) {}

  async execute(
    request: Payload<'batch.take'>,
    batch: Batch,
    entries: readonly RosterEntry[],
  ): Promise<Batch | null> {
    const terms = await this.handTerms.of(batch, entries);
    const held = terms && (await this.grantHand.execute(request, terms, batch));
    if (held) return held;
    await this.takeBackOffer.execute(request.batchId, request.release);
    return null;
  }
}
