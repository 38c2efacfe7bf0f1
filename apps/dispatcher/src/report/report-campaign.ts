import { Injectable } from '@nestjs/common';
import { type Dispatch, Dispatches } from '../dispatch';
import { BatchCounts, type Counts, type FinalCounts, type Piece, timelineOf } from '../ledger';
import {
  type Channel,
  channels,
  deliveryStates,
  type DispatchReport,
  eachChannel,
  type StateCounts,
  type Timeline,
} from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { Engagement } from '../engagement';
import { adviceOn } from './advice';
import { SharedReads } from './shared-reads';
import { Waiting } from './waiting';

/** The rate is measured over this time if it contains enough settlements (milliseconds). */
const WINDOW_MS = 10_000;
/** The number of recipients from which a rate is derived. */
const ENOUGH = 20;
/** Settlements older than this do not affect the rate (milliseconds). */
const MAX_WINDOW_MS = 3_600_000;
/** The shortest time over which a rate is measured (milliseconds). */
const MIN_WINDOW_MS = 1_000;

/** The counts of a campaign, summed from its ledger, or as stored when the ledger was deleted. */
@Injectable()
export class CountCampaign {
  constructor(private readonly counts: BatchCounts) {}

  async count({ campaign, ledger, final }: Dispatch): Promise<FinalCounts> {
    return ledger !== 'KEPT' && final ? final : this.counts.recount(campaign);
  }

  /** Recipients per second at the current rate. Null if no message is being sent. */
  async perSecond(campaign: string, startedAt: Date, now: Date): Promise<number | null> {
    const recent = await this.counts.settledSince(campaign, new Date(now.getTime() - WINDOW_MS));
    if (recent >= ENOUGH) return recentRate(recent, startedAt, now);
    const since = new Date(now.getTime() - MAX_WINDOW_MS);
    return rateOfFew(await this.counts.lastSettled(campaign, since, ENOUGH), startedAt, now);
  }
}

/** Recipients per second if `n` were settled in the last ten seconds, or since sending began if that was later. */
export function recentRate(n: number, startedAt: Date, now: Date): number {
  return n / seconds(Math.max(startedAt.getTime(), now.getTime() - WINDOW_MS), now);
}

/**
 * Recipients per second of slow campaigns: the latest twenty recipients, divided by the time since the first of them.
 * Therefore, a rate of one message per minute is always shown correctly, and the rate decreases while no message
 * follows. Returns null if no recipient was settled in an hour.
 */
export function rateOfFew(pieces: readonly Piece[], startedAt: Date, now: Date): number | null {
  const since = Math.max(startedAt.getTime(), now.getTime() - MAX_WINDOW_MS);
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
  return Math.max(MIN_WINDOW_MS, now.getTime() - since) / 1_000;
}

/** Significant digits of the rate. More would suggest precision that the rate lacks. */
const DIGITS = 3;

/** Reports the state of a campaign, summed from the ledger. */
@Injectable()
export class ReportCampaign {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly countCampaign: CountCampaign,
    private readonly waiting: Waiting,
    private readonly engagement: Engagement,
    private readonly clock: DatabaseClock,
  ) {}

  /** Returns null if the user has no such campaign. */
  async report(user: string, campaign: string): Promise<DispatchReport | null> {
    const dispatch = await this.dispatches.find(campaign);
    if (dispatch?.user !== user) return null;
    const now = await this.clock.now();
    const startedAt = dispatch.startedAt ?? now;
    const [counts, ratePerSecond, waiting, engagement] = await Promise.all([
      this.countCampaign.count(dispatch),
      dispatch.state === 'OPEN' ? this.countCampaign.perSecond(campaign, startedAt, now) : null,
      this.waiting.of(dispatch),
      this.engagement.of(campaign),
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
      senderChanges: (dispatch.senderChanges ?? []).map(({ id: _id, ...change }) => change),
      ratePerSecond: ratePerSecond === null ? null : Number(ratePerSecond.toPrecision(DIGITS)),
      estimatedEndAt: isUnderWay ? endOf(untried(states, counts.reasons), ratePerSecond, now) : null,
      ...engagement,
    };
  }
}

function byChannel({ channels: counts, segments, returned = {} }: FinalCounts): DispatchReport['channels'] {
  const of = (channel: Channel): DispatchReport['channels'][Channel] => {
    const states = sum([counts[channel] ?? {}]);
    const back = returned[channel];
    return {
      total: totalOf(states),
      states,
      segments: segments[channel] ?? 0,
      ...(back && { returned: back }),
    };
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

/**
 * The recipients for whom no attempt was made yet. QUEUED recipients with a reason are retried after a pause that does
 * not depend on the rate.
 */
function untried({ QUEUED }: StateCounts, reasons: FinalCounts['reasons']): number {
  const retried = reasons.filter(({ state }) => state === 'QUEUED').reduce((n, { count }) => n + count, 0);
  return QUEUED - retried;
}

/** Returns null if the end cannot be estimated. */
function endOf(left: number, ratePerSecond: number | null, now: Date): string | null {
  if (ratePerSecond === null || left === 0) return null;
  return new Date(now.getTime() + (left / ratePerSecond) * 1000).toISOString();
}

/** The number of timelines that are kept. */
const TIMELINES = 200;

/** Returns when the messages of a campaign were completed, from its ledger or as stored when the ledger was deleted. */
@Injectable()
export class ReadTimeline {
  /** A read takes about 50 ms of CPU time for a million text messages, and pages request it repeatedly. */
  private readonly shared = new SharedReads((dispatch) => this.of(dispatch), TIMELINES);

  constructor(
    private readonly dispatches: Dispatches,
    private readonly counts: BatchCounts,
    private readonly clock: DatabaseClock,
  ) {}

  /** Returns null if the user has no such campaign. */
  async readTimeline(user: string, campaign: string): Promise<Timeline | null> {
    const dispatch = await this.dispatches.find(campaign);
    return dispatch?.user === user ? this.shared.of(dispatch) : null;
  }

  private async of({ campaign, state, ledger, timeline }: Dispatch): Promise<Timeline> {
    const now = await this.clock.now();
    if (ledger !== 'KEPT' && timeline) return { ...timeline, asOf: now.toISOString() };
    return timelineOf(await this.counts.timeline(campaign), now, state === 'OPEN' ? now : null);
  }
}
