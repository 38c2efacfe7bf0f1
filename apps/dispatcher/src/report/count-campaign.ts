import { Injectable } from '@nestjs/common';
import type { FinalCounts } from '../dispatches/dispatch';
import { KeptLedgers } from '../winding-up/kept-ledgers';
import { Recount } from './recount';
import { ENOUGH, LONGEST_MS, WINDOW_MS, speedLately, speedOfFew } from './speed';

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

  /** Recipients a second, as things go now; null: nothing goes. */
  async perSecond(campaign: string, startedAt: Date, now: Date): Promise<number | null> {
    const lately = await this.recount.settledSince(campaign, new Date(now.getTime() - WINDOW_MS));
    if (lately >= ENOUGH) return speedLately(lately, startedAt, now);
    const since = new Date(now.getTime() - LONGEST_MS);
    return speedOfFew(await this.recount.lastSettled(campaign, since, ENOUGH), startedAt, now);
  }
}
