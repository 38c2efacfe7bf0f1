import { Injectable } from '@nestjs/common';
import { Breakers } from '../breakers/breakers';
import { Dispatches } from '../dispatches/dispatches';
import type { Batch, Withdrawal } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';
import { AccountStanding } from './account-standing';
import { FindWithdrawn } from './find-withdrawn';
import { handLimit } from './hand-limit';

/** On what terms a batch is handed out: to how many, as a probe or not, and who is left out. */
export interface Terms {
  limit: number;
  probe: boolean;
  withdrawn: readonly Withdrawal[];
}

/** Settles whether a batch may be handed out at this moment, and how. */
@Injectable()
export class HandTerms {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly breakers: Breakers,
    private readonly standing: AccountStanding,
    private readonly findWithdrawn: FindWithdrawn,
  ) {}

  /** Null: not now. The campaign was stopped, its account suspended, or its integration is down and this is no probe. */
  async of(batch: Batch, entries: readonly RosterEntry[]): Promise<Terms | null> {
    const [dispatch, size] = await Promise.all([this.dispatches.find(batch.campaign), this.size(batch)]);
    if (dispatch?.state !== 'OPEN' || !size || (await this.standing.keepsBack(dispatch))) return null;
    return { ...size, withdrawn: await this.findWithdrawn.execute(dispatch, batch, entries) };
  }

  private async size(batch: Batch): Promise<Pick<Terms, 'limit' | 'probe'> | null> {
    const breaker = batch.integration === null ? null : await this.breakers.find(batch.integration);
    if (!breaker) return { limit: handLimit(batch), probe: false };
    return breaker.probe === batch.id ? { limit: 1, probe: true } : null;
  }
}
