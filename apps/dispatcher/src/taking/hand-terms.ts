import { Injectable } from '@nestjs/common';
import { Dispatches } from '../dispatches/dispatches';
import type { Batch } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';
import { AccountStanding } from './account-standing';
import { type AudienceNews, FindWithdrawn } from './find-withdrawn';
import { HandSize, type Size } from './hand-size';

/** On what terms a batch is handed out: to how many, how fast, as a probe or not, who is left out and who has written. */
export type Terms = Size & AudienceNews;

/** Settles whether a batch may be handed out at this moment, and how. */
@Injectable()
export class HandTerms {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly handSize: HandSize,
    private readonly standing: AccountStanding,
    private readonly findWithdrawn: FindWithdrawn,
  ) {}

  /** Null: not now. The campaign was stopped, its account suspended, or its integration is down and this is no probe. */
  async of(batch: Batch, entries: readonly RosterEntry[]): Promise<Terms | null> {
    const dispatch = await this.dispatches.find(batch.campaign);
    const route = dispatch?.routes?.[batch.channel];
    if (dispatch?.state !== 'OPEN' || !route) return null;
    const size = await this.handSize.of(batch, route);
    if (!size || (await this.standing.keepsBack(dispatch))) return null;
    return { ...size, ...(await this.findWithdrawn.execute(dispatch, batch, entries)) };
  }
}
