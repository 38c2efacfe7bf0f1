import { type BatchSettled, newId } from '@carillon/contracts';
import type { DatabaseClock } from '@carillon/mongo';
import { after, grant, now, outcome, ready, release, settled } from '../../test/batches';
import { type Breakers, JudgeSender } from './breakers';

const providerDown = { reason: 'LOGIN_REFUSED', providerCode: '535', detail: null } as const;

describe('JudgeSender', () => {
  const breakers = {
    open: jest.fn(),
    prolong: jest.fn(),
    close: jest.fn(),
    closeServed: jest.fn(),
    closeAfter: jest.fn(),
  };
  const clock = { now: () => Promise.resolve(now) } as unknown as DatabaseClock;
  const judge = new JudgeSender(breakers as unknown as Breakers, clock);
  const batch = after(ready(), release, grant());
  const probe = after(ready(), release, grant({ probe: true, limit: 1 }));
  const answered = after(probe, settled({ sent: [0] }));
  const report = (more: Partial<BatchSettled>): BatchSettled => ({
    batchId: batch.id,
    campaignId: batch.campaign,
    holder: 'worker-1',
    fence: 1,
    sent: [],
    outcomes: [],
    done: true,
    leaseMs: 10_000,
    providerDown: null,
    ...more,
  });
  const calledMethods = (): string[] =>
    Object.entries(breakers).flatMap(([name, call]) => (call.mock.calls.length > 0 ? [name] : []));

  beforeEach(() => jest.clearAllMocks());

  it.each<[string, typeof batch, Partial<BatchSettled>, string[]]>([
    ['opens the breaker if the sender cannot be used', batch, { providerDown }, ['open']],
    ['makes no database access if it can', batch, { sent: [0, 1, 2, 3] }, []],
    ['closes the breaker if the probe was sent', probe, { sent: [0] }, ['closeServed']],
    [
      'closes it if the probe was refused by the provider',
      probe,
      { outcomes: [outcome(0, { permanent: true })] },
      ['closeServed'],
    ],
    [
      'closes it if the probe was deferred with a reason of the provider',
      probe,
      { outcomes: [outcome(0, { providerCode: '450 4.2.1' })] },
      ['closeServed'],
    ],
    ['keeps it open after a lost connection', probe, { outcomes: [outcome(0)] }, []],
    [
      'keeps it open if the provider throttles',
      probe,
      { outcomes: [outcome(0, { kind: 'throttled', providerCode: '451 4.7.1' })] },
      [],
    ],
    ['keeps it open after a missing response', probe, { outcomes: [outcome(0, { kind: 'unknown' })] }, []],
    ['keeps it open if the probe was returned', probe, { returned: [0] }, []],
    ['keeps the breaker open for longer if the probe failed', probe, { providerDown }, ['prolong']],
    [
      'closes it if the probe shows that the sender was deleted',
      { ...probe, sender: newId() },
      { providerDown: { ...providerDown, reason: 'INTEGRATION_NOT_FOUND' } },
      ['close'],
    ],
    ['does not mistake an earlier lease for the probe', probe, { fence: 0, sent: [0] }, []],
    [
      'closes it if it is still open for this batch when the report is repeated',
      answered,
      { sent: [0] },
      ['closeAfter'],
    ],
    ['keeps it open after a repeated report without a result', answered, { returned: [0] }, []],
    [
      'does not mistake the report of an earlier lease for that of an ended probe',
      answered,
      { fence: 0, sent: [0] },
      [],
    ],
    [
      'keeps it open after a repeated report if the batch is offered as the next probe',
      after(answered, release),
      { sent: [0] },
      [],
    ],
  ])('%s', async (_, before, more, calls) => {
    await judge.judge(report(more), before);
    expect(calledMethods()).toEqual(calls);
  });
});
