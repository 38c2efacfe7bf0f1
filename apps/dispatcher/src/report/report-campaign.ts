import { Injectable } from '@nestjs/common';
import { type Dispatch, Dispatches } from '../dispatch';
import { Batches, type Counts, type FinalCounts, type Piece } from '../ledger';
import {
  type Channel,
  channels,
  deliveryStates,
  type DispatchReport,
  eachChannel,
  type StateCounts,
} from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import { adviceOn } from './advice';
import { Waiting } from './waiting';

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

/** Of the speed; more would say more than is known. */
const DIGITS = 3;

/** Where a campaign stands, added up from the ledger. */
@Injectable()
export class ReportCampaign {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly countCampaign: CountCampaign,
    private readonly waiting: Waiting,
    private readonly clock: DatabaseClock,
  ) {}

  /** Null: this user's campaign is not known here. */
  async execute(user: string, campaign: string): Promise<DispatchReport | null> {
    const dispatch = await this.dispatches.find(campaign);
    if (dispatch?.user !== user) return null;
    const now = await this.clock.now();
    const startedAt = dispatch.startedAt ?? now;
    const [counts, ratePerSecond, waiting] = await Promise.all([
      this.countCampaign.execute(dispatch),
      dispatch.state === 'OPEN' ? this.countCampaign.perSecond(campaign, startedAt, now) : null,
      this.waiting.of(dispatch),
    ]);
    const states = sum(channels.map((channel) => counts.channels[channel] ?? {}));
    const total = totalOf(states);
    const isUnderWay = dispatch.planned && waiting.length === 0;
    return {
      asOf: now.toISOString(),
      startedAt: dispatch.startedAt?.toISOString() ?? null,
      planning: { done: dispatch.planned, planned: total },
      total,
      states,
      channels: byChannel(counts),
      reasons: counts.reasons.map((row) => ({ ...row, advice: adviceOn(row.state, row.reason) })),
      waiting,
      ratePerSecond: ratePerSecond === null ? null : Number(ratePerSecond.toPrecision(DIGITS)),
      estimatedEndAt: isUnderWay ? endOf(untried(states, counts.reasons), ratePerSecond, now) : null,
    };
  }
}

function byChannel({ channels: counts, segments }: FinalCounts): DispatchReport['channels'] {
  const of = (channel: Channel): DispatchReport['channels'][Channel] => {
    const states = sum([counts[channel] ?? {}]);
    return { total: totalOf(states), states, segments: segments[channel] ?? 0 };
  };
  return eachChannel(of);
}

function sum(all: readonly Counts[]): StateCounts {
  const states = deliveryStates.map(
    (state) => [state, all.reduce((n, counts) => n + (counts[state] ?? 0), 0)] as const,
  );
  return Object.fromEntries(states) as StateCounts;
}

function totalOf(states: StateCounts): number {
  return deliveryStates.reduce((total, state) => total + states[state], 0);
}

/** Who is QUEUED for a reason had a turn, and has another after a pause that has nothing to do with the speed. */
function untried({ QUEUED }: StateCounts, reasons: FinalCounts['reasons']): number {
  const again = reasons.filter(({ state }) => state === 'QUEUED').reduce((n, { count }) => n + count, 0);
  return QUEUED - again;
}

/** Null where there is nothing to go by. */
function endOf(left: number, ratePerSecond: number | null, now: Date): string | null {
  if (ratePerSecond === null || left === 0) return null;
  return new Date(now.getTime() + (left / ratePerSecond) * 1000).toISOString();
}
