import {
  type Channel,
  type Timeline,
  type TimelineState,
  eachChannel,
  timelineStates,
} from '@carillon/contracts';
import type { Batch } from './batch';

/** Results that came from `at` (seconds since 1970) on, within so many seconds: how many of each of `timelineStates`. */
type Slot = [at: number, seconds: number, ...results: number[]];

/** A batch's results by time, as stored: one text, so that the database groups batches that have the same. */
type Stored = [channel: Channel, width: number, slots: Slot[]];

/** A batch that sends for longer has wider slots, not more of them. */
const SLOTS = 16;

/**
 * Notes when positions were done with, and with which result. Whoever is skipped or cancelled was not sent to; what a
 * provider reports of a message later is not a result of sending it. Times are those of the ledger, to the second.
 */
export function timed(before: Batch, after: Batch, now: Date): Batch {
  if (after.todo.length >= before.todo.length) return after;
  const results = resultsOf(before, after);
  if (results.every((n) => n === 0)) return after;
  return { ...after, timeline: noted(after, Math.floor(now.getTime() / 1000), results) };
}

/** How many positions left the queue, by result. */
function resultsOf(before: Batch, after: Batch): number[] {
  const left = new Set(after.todo);
  const gone = before.todo.filter((position) => !left.has(position));
  const states = new Map(after.exceptions.map(({ i, state }) => [i, state]));
  const results = timelineStates.map(() => 0);
  for (const position of gone) {
    const state = states.get(position) ?? after.verdict.state;
    // A report may come before the result of the lease.
    const result = state === 'DELIVERED' || state === 'READ' ? 'SENT' : state;
    const index = timelineStates.indexOf(result as TimelineState);
    if (index >= 0) results[index] = (results[index] ?? 0) + 1;
  }
  return results;
}

function noted({ channel, timeline }: Batch, at: number, results: readonly number[]): string {
  const [, width, slots] = timeline === undefined ? [channel, 1, []] : (JSON.parse(timeline) as Stored);
  return JSON.stringify(narrowed([channel, width, [...slots, [at, 1, ...results]]]));
}

/** The same results in as many slots as fit. A slot is no longer than from its first result to its last. */
function narrowed([channel, width, slots]: Stored): Stored {
  const merged = new Map<number, Slot>();
  for (const slot of slots) {
    const place = Math.floor(slot[0] / width);
    const other = merged.get(place);
    merged.set(place, other ? together(other, slot) : slot);
  }
  if (merged.size > SLOTS) return narrowed([channel, width * 2, [...merged.values()]]);
  return [channel, width, [...merged.values()].sort(([a], [b]) => a - b)];
}

function together([at, seconds, ...results]: Slot, [otherAt, otherSeconds, ...others]: Slot): Slot {
  const first = Math.min(at, otherAt);
  const end = Math.max(at + seconds, otherAt + otherSeconds);
  return [first, end - first, ...results.map((n, index) => n + (others[index] ?? 0))];
}

/** Stored results, and the number of batches that have them. */
export interface TimelineRow {
  text: string;
  batches: number;
}

/** So many buckets are enough for a chart, and few enough for one answer. */
const BUCKETS = 180;
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
/** How long a bucket may last (seconds), so that its times are round. */
const widths = [
  ...[1, 2, 5, 10, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY],
];

/**
 * The results of a campaign in buckets without a gap, from the first one to the last, or to `now`, if it still sends; as
 * narrow as their number allows. Slots of a batch that are wider than a bucket are spread evenly.
 */
export function timelineOf(rows: readonly TimelineRow[], asOf: Date, now: Date | null): Timeline {
  const slots = rows.flatMap(({ text, batches }) => {
    const [channel, , stored] = JSON.parse(text) as Stored;
    return stored.map(([at, seconds, ...results]) => ({ channel, at, seconds, results, batches }));
  });
  const first = slots.reduce((least, { at }) => Math.min(least, at), Infinity);
  const last = slots.reduce((most, { at, seconds }) => Math.max(most, at + seconds), -Infinity);
  if (first === Infinity) return { asOf: asOf.toISOString(), bucketSeconds: 1, buckets: [] };
  const until = Math.max(last, now ? Math.floor(now.getTime() / 1000) : 0);
  const width = widths.find((each) => (until - first) / each <= BUCKETS) ?? until - first;
  const start = first - (first % width);
  const buckets = Array.from({ length: Math.ceil((until - start) / width) }, (_, index) => ({
    at: new Date((start + index * width) * 1000).toISOString(),
    channels: eachChannel(noResults),
  }));
  for (const slot of slots) {
    for (const [index, results] of spread(slot, start, width)) {
      const sums = buckets[index]?.channels[slot.channel];
      if (sums) for (const [n, state] of timelineStates.entries()) sums[state] += results[n] ?? 0;
    }
  }
  return { asOf: asOf.toISOString(), bucketSeconds: width, buckets };
}

function noResults(): Record<TimelineState, number> {
  return { SENT: 0, FAILED: 0, UNCONFIRMED: 0 };
}

interface Spread {
  at: number;
  seconds: number;
  results: readonly number[];
  batches: number;
}

/** What of a slot falls into which bucket. The parts of a number add up to it. */
function* spread(
  { at, seconds, results, batches }: Spread,
  start: number,
  width: number,
): Generator<[index: number, results: number[]]> {
  let before = results.map(() => 0);
  for (let from = at; from < at + seconds;) {
    const index = Math.floor((from - start) / width);
    from = Math.min(at + seconds, start + (index + 1) * width);
    const share = (from - at) / seconds;
    const upTo = results.map((n) => Math.round(n * batches * share));
    yield [index, upTo.map((n, state) => n - (before[state] ?? 0))];
    before = upTo;
  }
}
