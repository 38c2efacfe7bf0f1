import { type Channel, type DeliveryState, channels } from '@carillon/contracts';
import type { FinalCounts, ReasonCount } from '../dispatches/dispatch';
import type { ReasonTally, Summary } from '../ledger/summary';
import type { Counts } from '../ledger/tally';

/** A summary, and how many batches have it. */
export interface SummaryRow extends Summary {
  batches: number;
}

/** The counts of a campaign from the summaries of its batches. */
export function addUp(rows: readonly SummaryRow[]): FinalCounts {
  const perChannel: FinalCounts['channels'] = {};
  const segments: FinalCounts['segments'] = {};
  const reasons = new Map<string, ReasonCount>();
  for (const { channel, counts, reasons: tallies, segments: count, batches } of rows) {
    perChannel[channel] = plus(perChannel[channel] ?? {}, counts, batches);
    segments[channel] = (segments[channel] ?? 0) + count * batches;
    for (const tally of tallies) note(reasons, channel, tally, batches);
  }
  return { channels: perChannel, segments, reasons: [...reasons.values()].sort(inOrder) };
}

function plus(sum: Counts, counts: Counts, times: number): Counts {
  const next = { ...sum };
  for (const [state, count] of Object.entries(counts) as [DeliveryState, number][])
    next[state] = (next[state] ?? 0) + count * times;
  return next;
}

function note(reasons: Map<string, ReasonCount>, channel: Channel, tally: ReasonTally, times: number): void {
  const { state, reason, providerCode } = tally;
  const key = JSON.stringify([channel, state, reason, providerCode]);
  const before = reasons.get(key)?.count ?? 0;
  reasons.set(key, { channel, state, reason, providerCode, count: before + tally.count * times });
}

/** By channel and state, the most frequent reason first. */
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
