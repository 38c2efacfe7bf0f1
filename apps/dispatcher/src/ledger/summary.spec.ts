import {
  after,
  grant,
  inFlight,
  now,
  outcome,
  ready,
  release,
  report,
  reported,
  settled,
} from '../../test/batches';
import type { Batch } from './batch';
import { readSummary, summarize } from './summary';
import { tally } from './tally';

const summaryOf = (batch: Batch): ReturnType<typeof readSummary> =>
  readSummary(summarize(batch, tally(batch)));
const refusals = [
  outcome(2, { permanent: true, reason: 'REFUSED', providerCode: '550 5.7.1' }),
  outcome(0, { permanent: true, reason: 'REFUSED', providerCode: '550 5.7.1' }),
];

describe('the summary of a batch', () => {
  it('has the channel and the counts, and no reasons if every message was sent', () => {
    expect(summaryOf(after(inFlight(), settled({ sent: [0, 1, 2, 3] })))).toEqual({
      channel: 'EMAIL',
      counts: { SENT: 4 },
      reasons: [],
      segments: 0,
    });
  });

  it('sums deliveries with the same reason in any order', () => {
    const batch = after(inFlight(), settled({ sent: [1, 3], outcomes: refusals }));
    expect(summaryOf(batch).reasons).toEqual([
      { state: 'FAILED', reason: 'REFUSED', providerCode: '550 5.7.1', count: 2 },
    ]);
    const other = after(inFlight(), settled({ sent: [3, 1], outcomes: [...refusals].reverse() }));
    expect(summarize(other, tally(other))).toBe(summarize(batch, tally(batch)));
  });

  it('includes recipients skipped by the outcome of the batch', () => {
    const outcome = { state: 'SKIPPED', reason: 'NO_MESSAGE' } as const;
    expect(summaryOf(ready({ outcome, todo: [], state: 'DONE' }))).toEqual({
      channel: 'EMAIL',
      counts: { SKIPPED: 4 },
      reasons: [{ state: 'SKIPPED', reason: 'NO_MESSAGE', providerCode: null, count: 4 }],
      segments: 0,
    });
  });

  it('counts recipients that waited for a retry as canceled when the campaign was stopped', () => {
    const waiting = after(
      inFlight(),
      settled({ sent: [1, 2, 3], outcomes: [outcome(0, { reason: 'SERVER_BUSY' })] }),
    );
    expect(summaryOf(waiting).reasons).toMatchObject([{ state: 'QUEUED', reason: 'SERVER_BUSY', count: 1 }]);
    const stopped = after(waiting, { type: 'cancelled', now });
    expect(summaryOf(stopped).reasons).toMatchObject([
      { state: 'CANCELLED', reason: 'SERVER_BUSY', count: 1 },
    ]);
  });

  it('sums the segments that its provider accepted, including those of failed messages', () => {
    const outcomes = [0, 1, 2].map((i) => outcome(i, { kind: 'sent', providerId: `m${i}`, segments: i + 1 }));
    const batch = after(inFlight({ channel: 'SMS' }), settled({ sent: [3], outcomes }));
    expect(summaryOf(batch)).toMatchObject({ counts: { SENT: 4 }, segments: 6 });
    const updated = after(batch, reported(report(0, { state: 'FAILED' }), report(1, { state: 'DELIVERED' })));
    expect(summaryOf(updated)).toMatchObject({ counts: { SENT: 2, DELIVERED: 1, FAILED: 1 }, segments: 6 });
  });

  it('omits the reasons of failures before a success', () => {
    const waiting = after(inFlight(), settled({ sent: [1, 2, 3], outcomes: [outcome(0)] }));
    const again = after({ ...waiting, state: 'READY' }, release, grant({ now: new Date(8.64e15) }));
    expect(again.state).toBe('LEASED');
    expect(summaryOf(after(again, settled({ fence: 2, sent: [0] }))).reasons).toEqual([]);
  });
});
