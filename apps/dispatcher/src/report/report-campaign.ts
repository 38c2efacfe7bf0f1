import { Injectable } from '@nestjs/common';
import {
  type Channel,
  type DispatchReport,
  type StateCounts,
  channels,
  deliveryStates,
} from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import type { FinalCounts } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';
import type { Counts } from '../ledger/tally';
import { adviceOn } from './advice';
import { Recount } from './recount';
import { Waiting } from './waiting';

/** The speed is measured over this time (milliseconds). */
const RATE_WINDOW_MS = 10_000;

/** Where a campaign stands, added up from the ledger. */
@Injectable()
export class ReportCampaign {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly recount: Recount,
    private readonly waiting: Waiting,
    private readonly clock: DatabaseClock,
  ) {}

  /** Null: this user's campaign is not known here. */
  async execute(user: string, campaign: string): Promise<DispatchReport | null> {
    const dispatch = await this.dispatches.find(campaign);
    if (dispatch?.user !== user) return null;
    const now = await this.clock.now();
    const [counts, reasons, settled, waiting] = await Promise.all([
      dispatch.counts ?? this.recount.byChannel(campaign),
      this.recount.byReason(campaign),
      this.recount.settledSince(campaign, new Date(now.getTime() - RATE_WINDOW_MS)),
      this.waiting.of(dispatch),
    ]);
    const states = sum(channels.map((channel) => counts[channel] ?? {}));
    const total = totalOf(states);
    return {
      asOf: now.toISOString(),
      startedAt: dispatch.startedAt?.toISOString() ?? null,
      planning: { done: dispatch.planned, planned: total },
      total,
      states,
      channels: byChannel(counts),
      reasons: reasons.map((row) => ({ ...row, advice: adviceOn(row.reason) })),
      waiting,
      ...speed(dispatch.state === 'OPEN' ? settled : 0, states.QUEUED, dispatch.planned, now),
    };
  }
}

function byChannel(counts: FinalCounts): DispatchReport['channels'] {
  const of = (channel: Channel): DispatchReport['channels'][Channel] => {
    const states = sum([counts[channel] ?? {}]);
    return { total: totalOf(states), states, segments: 0 };
  };
  return { EMAIL: of('EMAIL'), WHATSAPP: of('WHATSAPP'), SMS: of('SMS') };
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

/** Null where there is nothing to go by. */
function speed(
  settled: number,
  queued: number,
  planned: boolean,
  now: Date,
): Pick<DispatchReport, 'ratePerSecond' | 'estimatedEndAt'> {
  if (settled === 0) return { ratePerSecond: null, estimatedEndAt: null };
  const ratePerSecond = settled / (RATE_WINDOW_MS / 1000);
  const end = new Date(now.getTime() + (queued / ratePerSecond) * 1000);
  return { ratePerSecond, estimatedEndAt: planned && queued > 0 ? end.toISOString() : null };
}
