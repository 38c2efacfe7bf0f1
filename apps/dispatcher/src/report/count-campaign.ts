import { Injectable } from '@nestjs/common';
import type { Dispatch } from '../dispatches/dispatch';
import { Batches } from '../ledger/batches';
import type { FinalCounts } from '../ledger/summary';
import { ENOUGH, LONGEST_MS, WINDOW_MS, speedLately, speedOfFew } from './speed';

/** The counts of a campaign: its ledger added up, or what was kept when the ledger went. */
@Injectable()
export class CountCampaign {
  constructor(private readonly batches: Batches) {}

  async execute({ campaign, ledger, final }: Dispatch): Promise<FinalCounts> {
    return ledger !== 'KEPT' && final ? final : this.batches.recount(campaign);
  }

  /** Recipients a second, as things go now; null: nothing goes. */
  async perSecond(campaign: string, startedAt: Date, now: Date): Promise<number | null> {
    const lately = await this.batches.settledSince(campaign, new Date(now.getTime() - WINDOW_MS));
    if (lately >= ENOUGH) return speedLately(lately, startedAt, now);
    const since = new Date(now.getTime() - LONGEST_MS);
    return speedOfFew(await this.batches.lastSettled(campaign, since, ENOUGH), startedAt, now);
  }
}
