import { Injectable } from '@nestjs/common';
import type { FinalCounts } from '../dispatches/dispatch';
import { KeptLedgers } from '../winding-up/kept-ledgers';
import { Recount } from './recount';

/** The counts of a campaign: its ledger added up, or what was kept when the ledger went. */
@Injectable()
export class CountCampaign {
  constructor(
    private readonly ledgers: KeptLedgers,
    private readonly recount: Recount,
  ) {}

  async execute(campaign: string): Promise<FinalCounts> {
    return (await this.ledgers.finalCounts(campaign)) ?? this.recount.execute(campaign);
  }

  /** Recipients a second, over the time since a moment; null: nobody. */
  async perSecond(campaign: string, since: Date, now: Date): Promise<number | null> {
    const settled = await this.recount.settledSince(campaign, since);
    return settled === 0 ? null : settled / ((now.getTime() - since.getTime()) / 1000);
  }
}
