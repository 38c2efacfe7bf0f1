import {
  type Channel,
  type DeliveryState,
  type Timeline,
  type TimelineState,
  eachChannel,
  timelineStates,
} from '@carillon/contracts';
import type { Batch } from './batch';

/** The number of results in each of `timelineStates`, from `at` (seconds since 1970) on, within `seconds`. */
type Slot = [at: number, seconds: number, ...results: number[]];

/** A batch's results by time. Stored as one string, so that the database can group batches with the same results. */
type Stored = [channel: Channel, width: number, slots: Slot[]];

/** The maximum number of slots. A batch that sends for longer has wider slots, not more slots. */
const SLOTS = 16;

/**
 * Records when positions were completed, and with which result. Skipped or canceled positions are not included,
 * because no message was sent. Later provider reports about a message are also not included, because they are not a
 * result of sending it. Times come from the ledger, rounded to the second.
 */
export function timed(before: Batch, after: Batch, now: Date): Batch {
  if (after.todo.length >= before.todo.length) return after;
  const results = resultsOf(before, after);
  if (results.every((n) => n === 0)) return after;
  return { ...after, timeline: withResults(after, Math.floor(now.getTime() / 1000), results) };
}

/** The number of positions that left the queue, by result. Usually, all were sent, and only their number is known. */
function resultsOf(before: Batch, after: Batch): number[] {
  const results = timelineStates.map(() => 0);
  const count = (state: DeliveryState, n: number): void => {
    // A report may precede the result of the lease.
    const result = state === 'DELIVERED' || state === 'READ' ? 'SENT' : state;
    const index = timelineStates.indexOf(result as TimelineState);
    if (index >= 0) results[index] = (results[index] ?? 0) + n;
  };
  let rest = before.todo.length - after.todo.length;
  if (after.exceptions.length > 0) {
    const [queuedBefore, queuedAfter] = [new Set(before.todo), new Set(after.todo)];
    for (const { i, state } of after.exceptions) {
      if (!queuedBefore.has(i) || queuedAfter.has(i)) continue;
      count(state, 1);
      rest -= 1;
    }
  }
  count(after.outcome.state, rest);
  return results;
}

function withResults({ channel, timeline }: Batch, at: number, results: readonly number[]): string {
  const [, width, slots] = timeline === undefined ? [channel, 1, []] : (JSON.parse(timeline) as Stored);
  return JSON.stringify(fitted([channel, width, [...slots, [at, 1, ...results]]]));
}

/** Merges the results into as many slots as fit. A slot covers the time from its first to its last result. */
function fitted([channel, width, slots]: Stored): Stored {
  const merged = new Map<number, Slot>();
  for (const slot of slots) {
    const index = Math.floor(slot[0] / width);
    const other = merged.get(index);
    merged.set(index, other ? mergedSlot(other, slot) : slot);
  }
  if (merged.size > SLOTS) return fitted([channel, width * 2, [...merged.values()]]);
  return [channel, width, [...merged.values()].sort(([a], [b]) => a - b)];
}

function mergedSlot([at, seconds, ...results]: Slot, [otherAt, otherSeconds, ...others]: Slot): Slot {
  const first = Math.min(at, otherAt);
  const end = Math.max(at + seconds, otherAt + otherSeconds);
  return [first, end - first, ...results.map((n, index) => n + (others[index] ?? 0))];
}

/** Stored results, and the number of batches that have them. */
export interface TimelineRow {
  text: string;
  batches: number;
}

/** The maximum number of buckets: enough for a chart, and few enough for one response. */
const BUCKETS = 180;
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
/** The possible widths of a bucket (seconds). They make the times of buckets round. */
const widths = [
  ...[1, 2, 5, 10, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY],
];

/**
 * The results of a campaign in contiguous buckets, from the first result to the last, or to `now` while it sends.
 * Buckets are as narrow as their maximum number allows. Slots of a batch that are wider than a bucket are spread
 * evenly.
 */
export function timelineOf(rows: readonly TimelineRow[], asOf: Date, now: Date | null): Timeline {
  const parsed = rows.map(({ text, batches }) => ({ stored: JSON.parse(text) as Stored, batches }));
  let [first, until] = [Infinity, now ? Math.floor(now.getTime() / 1000) : -Infinity];
  for (const { stored } of parsed) {
    for (const [at, seconds] of stored[2]) {
      first = Math.min(first, at);
      until = Math.max(until, at + seconds);
    }
  }
  if (first === Infinity) return { asOf: asOf.toISOString(), bucketSeconds: 1, buckets: [] };
  const width = widths.find((each) => (until - first) / each <= BUCKETS) ?? until - first;
  const start = first - (first % width);
  const buckets = Array.from({ length: Math.ceil((until - start) / width) }, (_, index) => ({
    at: new Date((start + index * width) * 1000).toISOString(),
    channels: eachChannel(noResults),
  }));
  const add = (index: number, channel: Channel, state: number, n: number): void => {
    const [sums, name] = [buckets[index]?.channels[channel], timelineStates[state]];
    if (sums && name) sums[name] += n;
  };
  // A million recipients have about ten thousand slots, so this loop allocates no objects.
  for (const { stored, batches } of parsed) {
    const [channel, , slots] = stored;
    for (const slot of slots) {
      const [at, seconds] = slot;
      const [from, to] = [at - start, at - start + seconds];
      for (let state = 0; state < timelineStates.length; state++) {
        const n = (slot[state + 2] ?? 0) * batches;
        if (n === 0) continue;
        // Splits the number so that the parts add up to it.
        let given = 0;
        for (let index = Math.floor(from / width); index * width < to; index++) {
          const share = (Math.min((index + 1) * width, to) - from) / seconds;
          const part = Math.round(n * share) - given;
          add(index, channel, state, part);
          given += part;
        }
      }
    }
  }
  return { asOf: asOf.toISOString(), bucketSeconds: width, buckets };
}

function noResults(): Record<TimelineState, number> {
  return { SENT: 0, FAILED: 0, UNCONFIRMED: 0 };
}
