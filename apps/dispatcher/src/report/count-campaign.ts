import { Injectable } from '@nestjs/common';
import type { Dispatch } from '../dispatch/dispatch';
import { Batches } from '../ledger/batches';
import type { Piece } from '../ledger/progress';
import type { FinalCounts } from '../ledger/summary';

/** Where enough is settled in so long, the speed is that of this time (milliseconds). */
const WINDOW_MS = 10_000;
/** Enough to go by. */
const ENOUGH = 20;
/** What lies further back says nothing about now (milliseconds). */
const LONGEST_MS = 3_600_000;
/** Nothing is measured over less (milliseconds). */
const SHORTEST_MS = 1_000;

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

/** Recipients a second where `n` were settled in the last ten seconds, or since sending began, if that is later. */
export function speedLately(n: number, startedAt: Date, now: Date): number {
  return n / seconds(Math.max(startedAt.getTime(), now.getTime() - WINDOW_MS), now);
}

/**
 * Recipients a second where sending is slow: of the latest twenty, over the time since the first of them, so that one
 * message a minute is one a minute all the time, and less the longer nothing comes. Null: none in an hour.
 */
export function speedOfFew(pieces: readonly Piece[], startedAt: Date, now: Date): number | null {
  const since = Math.max(startedAt.getTime(), now.getTime() - LONGEST_MS);
  const latest = pieces
    .filter(({ at }) => at.getTime() >= since)
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  let n = 0;
  for (const piece of latest) {
    n += piece.n;
    if (n >= ENOUGH) return n / seconds(piece.at.getTime(), now);
  }
  return n === 0 ? null : n / seconds(since, now);
}

function seconds(since: number, now: Date): number {
  return Math.max(SHORTEST_MS, now.getTime() - since) / 1_000;
}
