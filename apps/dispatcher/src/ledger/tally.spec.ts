import { after, grant, inFlight, now, outcome, ready, release, settled } from '../../test/batches';
import type { Batch } from './batch';
import { holds, statesOf, tally } from './tally';

const one = (batch: Batch): string[] => Array.from({ length: batch.size }, (_, i) => i).map(statesOf(batch));

describe('the tally of a batch', () => {
  const cases: [string, Batch, string[]][] = [
    ['it is new', ready(), ['QUEUED', 'QUEUED', 'QUEUED', 'QUEUED']],
    [
      'some messages were sent',
      after(inFlight(), settled({ sent: [1], returned: [] })),
      ['QUEUED', 'SENT', 'QUEUED', 'QUEUED'],
    ],
    [
      'one recipient failed and one waits for a retry',
      after(inFlight(), settled({ sent: [0, 1], outcomes: [outcome(2, { permanent: true }), outcome(3)] })),
      ['SENT', 'SENT', 'FAILED', 'QUEUED'],
    ],
    [
      'all recipients are skipped',
      ready({
        outcome: { state: 'SKIPPED', reason: 'NO_MESSAGE' },
        todo: [],
        state: 'DONE',
      }),
      ['SKIPPED', 'SKIPPED', 'SKIPPED', 'SKIPPED'],
    ],
    [
      'it was canceled with two recipients leased',
      after(ready(), release, grant({ limit: 2 }), { type: 'cancelled', now }),
      ['QUEUED', 'QUEUED', 'CANCELLED', 'CANCELLED'],
    ],
  ];

  it.each(cases)('returns the state of each position when %s', (_, batch, states) => {
    expect(one(batch)).toEqual(states);
  });

  it.each(cases)('equals the sum of the positions’ states when %s', (_, batch, states) => {
    const sum: Record<string, number> = {};
    for (const state of states) sum[state] = (sum[state] ?? 0) + 1;
    expect(tally(batch)).toEqual(sum);
  });

  it('lists the states of its deliveries in a fixed order', () => {
    expect(holds({ FAILED: 1, QUEUED: 3, SENT: 0 })).toEqual(['QUEUED', 'FAILED']);
  });
});
