import { type Timeline, type TimelineState, timelineStates } from '@carillon/contracts';
import {
  after,
  grant,
  inFlight,
  later,
  now,
  outcome,
  ready,
  release,
  report,
  reported,
  settled,
} from '../../test/batches';
import type { Batch } from './batch';
import { timelineOf } from './timeline';

/** The results of some batches, by seconds after `now`. */
function resultsOf(...batches: Batch[]): Record<number, Partial<Record<TimelineState, number>>> {
  const { bucketSeconds, buckets } = timeline(...batches);
  expect(bucketSeconds).toBe(1);
  const busy = buckets.filter(({ channels: { EMAIL } }) => timelineStates.some((state) => EMAIL[state] > 0));
  return Object.fromEntries(
    busy.map(({ at, channels: { EMAIL } }) => [
      (Date.parse(at) - now.getTime()) / 1000,
      Object.fromEntries(Object.entries(EMAIL).filter(([, n]) => n > 0)),
    ]),
  );
}

function timeline(...batches: Batch[]): Timeline {
  const rows = batches.flatMap((batch) => batch.timeline ?? []).map((text) => ({ text, batches: 1 }));
  return timelineOf(rows, later(60), null);
}

describe('the timeline of a batch', () => {
  it('is absent before the first result', () => {
    expect(timeline(ready(), inFlight())).toEqual({
      asOf: later(60).toISOString(),
      bucketSeconds: 1,
      buckets: [],
    });
  });

  it('has each result once at its time, even if it is repeated', () => {
    const first = settled({ sent: [0], outcomes: [outcome(2, { permanent: true })] });
    const second = settled({ now: later(3), sent: [0, 1], outcomes: [outcome(3, { permanent: true })] });
    const batch = after(inFlight(), first, second, second);
    expect(resultsOf(batch)).toEqual({ 0: { SENT: 1, FAILED: 1 }, 3: { SENT: 1, FAILED: 1 } });
  });

  it('omits failures that are retried, and skipped recipients', () => {
    const excluded = [{ position: 3, reason: 'SUPPRESSED' as const }];
    const granted = after(ready(), release, grant({ excluded }));
    expect(resultsOf(after(granted, settled({ sent: [0, 1], outcomes: [outcome(2)] })))).toEqual({
      0: { SENT: 2 },
    });
  });

  it('counts a message with an early report as sent, and ignores later reports', () => {
    const batch = after(
      inFlight(),
      reported(report(1, { state: 'READ' })),
      settled({ now: later(62), sent: [0, 1] }),
      reported(report(0, { state: 'FAILED' })),
    );
    expect(resultsOf(batch)).toEqual({ 60: { SENT: 1 }, 62: { SENT: 1 } });
  });

  it('counts the recipients of a lost lease as unconfirmed if they are not sent again', () => {
    const lost = after({ ...inFlight(), channel: 'SMS' }, { type: 'lease-expired', now: later(9) });
    expect(timeline(lost).buckets.map(({ channels }) => channels.SMS.UNCONFIRMED)).toEqual([4]);
  });

  it('becomes coarser instead of longer, and keeps every result', () => {
    const size = 1_000;
    let batch = { ...ready(), size, todo: Array.from({ length: size }, (_, i) => i) };
    batch = after(batch, release, grant({ limit: size, until: later(10_000) }));
    for (let i = 0; i < size; i++)
      batch = after(batch, settled({ now: later(i * 7), sent: [i], until: later(10_000) }));
    expect(batch.timeline?.length).toBeLessThan(500);
    const { buckets, bucketSeconds } = timeline(batch);
    const sent = buckets.map(({ channels }) => channels.EMAIL.SENT);
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(size);
    // One result every seven seconds, so that all buckets except the first and the last have about the same number.
    const usual = bucketSeconds / 7;
    for (const n of sent.slice(1, -1)) expect(Math.abs(n - usual)).toBeLessThan(usual / 4);
  });
});

describe('the timeline of a campaign', () => {
  const second = now.getTime() / 1000;
  const row = (at: number, sent: number, batches = 1) => ({
    text: JSON.stringify(['EMAIL', 1, [[second + at, 1, sent, 0, 0]]]),
    batches,
  });

  it('counts each batch with the same results', () => {
    const { buckets } = timelineOf([row(0, 200, 50), row(1, 7)], now, null);
    expect(buckets.map(({ channels }) => channels.EMAIL.SENT)).toEqual([10_000, 7]);
  });

  it('continues to the present while the campaign sends, so that gaps are visible', () => {
    const { buckets } = timelineOf([row(0, 1)], later(5), later(5));
    expect(buckets.map(({ channels }) => channels.EMAIL.SENT)).toEqual([1, 0, 0, 0, 0]);
  });

  it.each([
    [100, 1],
    [181, 2],
    [3_600, 30],
    [86_400, 600],
    [30 * 86_400, 21_600],
    [20 * 365 * 86_400, 20 * 365 * 86_400],
  ])('divides %i seconds into at most 180 buckets of %i seconds with round times', (span, width) => {
    const { buckets, bucketSeconds } = timelineOf([row(0, 1), row(span - 1, 1)], now, null);
    expect(bucketSeconds).toBe(width);
    expect(buckets.length).toBeLessThanOrEqual(182);
    expect(buckets.every(({ at }) => at.endsWith('Z') && (Date.parse(at) / 1000) % width === 0)).toBe(true);
    expect(buckets.reduce((sum, { channels }) => sum + channels.EMAIL.SENT, 0)).toBe(2);
  });
});
