import { Injectable } from '@nestjs/common';
import {
  type Channel,
  type DispatchReport,
  type StateCounts,
  channels,
  deliveryStates,
  eachChannel,
} from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import { Dispatches } from '../dispatch/dispatches';
import type { Counts } from '../ledger/batch';
import type { FinalCounts } from '../ledger/summary';
import { adviceOn } from './advice';
import { CountCampaign } from './count-campaign';
import { Waiting } from './waiting';

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
