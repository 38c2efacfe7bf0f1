import {
  type Channel,
  type DeliveryReason,
  type DeliveryState,
  type Feedback,
  channels,
} from '@carillon/contracts';
import type { Batch, Counts } from './batch';
import { feedbackOf } from './report-rules';
import { type ReturnedCounts, statesOf } from './tally';

/** Deliveries of a batch that have the same reason. */
interface ReasonTally {
  state: DeliveryState;
  reason: DeliveryReason;
  providerCode: string | null;
  count: number;
  /** Absent: no bounces. */
  feedback?: Feedback;
}

/** The fields of a batch for reports. */
export interface Summary {
  channel: Channel;
  counts: Counts;
  reasons: ReasonTally[];
  /** The segments of all accepted messages, including failed ones, because the provider charges for them. */
  segments: number;
  /** Absent: no bounces or complaints. */
  returned?: ReturnedCounts;
}

/**
 * The summary as one string, so that a report reads only an index, and the database can group batches with the same
 * summary.
 */
export function summarize(batch: Batch, counts: Counts, returned: ReturnedCounts | null = null): string {
  const reasons = reasonsOf(batch).map(({ state, reason, providerCode, count, feedback }) => [
    state,
    reason,
    providerCode,
    count,
    ...(feedback ? [feedback] : []),
  ]);
  const segments = batch.exceptions.reduce((sum, exception) => sum + (exception.segments ?? 0), 0);
  const back = returned && [returned.bounced, returned.hard, returned.complained];
  const rest = back ? [segments, back] : segments > 0 ? [segments] : [];
  return JSON.stringify([batch.channel, counts, reasons, ...rest]);
}

export function readSummary(text: string): Summary {
  const [channel, counts, rows, segments = 0, back] = JSON.parse(text) as [
    Channel,
    Counts,
    [DeliveryState, DeliveryReason, string | null, number, Feedback?][],
    number?,
    [number, number, number]?,
  ];
  const reasons = rows.map(([state, reason, providerCode, count, feedback]) => ({
    state,
    reason,
    providerCode,
    count,
    ...(feedback && { feedback }),
  }));
  const [bounced = 0, hard = 0, complained = 0] = back ?? [];
  return { channel, counts, reasons, segments, ...(back && { returned: { bounced, hard, complained } }) };
}

/**
 * The reasons in a fixed order. Recipients that waited for a retry when the campaign was stopped are canceled with
 * their old reason.
 */
function reasonsOf(batch: Batch): ReasonTally[] {
  const { outcome, exceptions } = batch;
  if (exceptions.length === 0 && outcome.reason === null) return [];
  const tallies = new Map<string, ReasonTally>();
  const add = (
    state: DeliveryState | null,
    reason: DeliveryReason | null,
    providerCode: string | null,
    feedback: Feedback | null,
  ): void => {
    if (state === null || reason === null) return;
    const back = feedback && { feedback };
    const key = JSON.stringify([state, reason, providerCode, ...(back ? [feedback] : [])]);
    const tally = tallies.get(key) ?? { state, reason, providerCode, count: 0, ...back };
    tallies.set(key, { ...tally, count: tally.count + 1 });
  };
  const stateOf = statesOf(batch);
  for (const { i, reason, providerCode, feedback } of exceptions) {
    const state = stateOf(i);
    add(state, reason, providerCode, feedbackOf({ state, feedback }));
  }
  if (outcome.reason !== null) {
    const own = new Set(exceptions.map(({ i }) => i));
    for (let i = 0; i < batch.size; i++)
      if (!own.has(i) && stateOf(i) === outcome.state) add(outcome.state, outcome.reason, null, null);
  }
  return [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally);
}

/** A summary, and the number of batches that have it. */
interface SummaryRow extends Summary {
  batches: number;
}

/** Deliveries with a reason, by reason. */
interface ReasonCount extends ReasonTally {
  channel: Channel;
}

/** The final counts of a campaign, kept after its ledger is deleted. */
export interface FinalCounts {
  channels: Partial<Record<Channel, Counts>>;
  segments: Partial<Record<Channel, number>>;
  reasons: ReasonCount[];
  /** Absent: none, or the release that counted the campaign didn't know the field. */
  returned?: Partial<Record<Channel, ReturnedCounts>>;
}

export function hasQueued({ channels: perChannel }: FinalCounts): boolean {
  return Object.values(perChannel).some(({ QUEUED = 0 }) => QUEUED > 0);
}

/** The counts by state of all channels together. */
export function inAllChannels({ channels: perChannel }: Pick<FinalCounts, 'channels'>): Counts {
  return Object.values(perChannel).reduce((sums, counts) => plus(sums, counts, 1), {});
}

/** Sums the counts of a campaign from the summaries of its batches. */
export function addUp(rows: readonly SummaryRow[]): FinalCounts {
  const perChannel: FinalCounts['channels'] = {};
  const segments: FinalCounts['segments'] = {};
  const reasons = new Map<string, ReasonCount>();
  const back: Partial<Record<Channel, ReturnedCounts>> = {};
  for (const { channel, counts, reasons: tallies, segments: count, returned, batches } of rows) {
    perChannel[channel] = plus(perChannel[channel] ?? {}, counts, batches);
    segments[channel] = (segments[channel] ?? 0) + count * batches;
    for (const tally of tallies) note(reasons, channel, tally, batches);
    if (returned) back[channel] = plusReturned(back[channel], returned, batches);
  }
  const isAny = Object.keys(back).length > 0;
  return {
    channels: perChannel,
    segments,
    reasons: [...reasons.values()].sort(inOrder),
    ...(isAny && { returned: back }),
  };
}

function plusReturned(
  { bounced, hard, complained }: ReturnedCounts = { bounced: 0, hard: 0, complained: 0 },
  counts: ReturnedCounts,
  times: number,
): ReturnedCounts {
  return {
    bounced: bounced + counts.bounced * times,
    hard: hard + counts.hard * times,
    complained: complained + counts.complained * times,
  };
}

function plus(sum: Counts, counts: Counts, times: number): Counts {
  const next = { ...sum };
  for (const [state, count] of Object.entries(counts) as [DeliveryState, number][])
    next[state] = (next[state] ?? 0) + count * times;
  return next;
}

function note(reasons: Map<string, ReasonCount>, channel: Channel, tally: ReasonTally, times: number): void {
  const { state, reason, providerCode, feedback } = tally;
  const key = JSON.stringify([channel, state, reason, providerCode, feedback]);
  const before = reasons.get(key)?.count ?? 0;
  const count = before + tally.count * times;
  reasons.set(key, { channel, state, reason, providerCode, count, ...(feedback && { feedback }) });
}

/** Sorted by channel and state, with the most frequent reason first. */
function inOrder(a: ReasonCount, b: ReasonCount): number {
  return (
    channels.indexOf(a.channel) - channels.indexOf(b.channel) ||
    compare(a.state, b.state) ||
    b.count - a.count ||
    compare(a.reason, b.reason) ||
    compare(a.providerCode ?? '', b.providerCode ?? '')
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
