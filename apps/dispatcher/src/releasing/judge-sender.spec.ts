import { type BatchSettled, newId } from '@carillon/contracts';
import type { DatabaseClock } from '@carillon/mongo';
import { after, grant, now, outcome, ready, release, settled } from '../../test/batches';
import { type Breakers, JudgeSender } from './breakers';

const providerDown = { reason: 'LOGIN_REFUSED', providerCode: '535', detail: null } as const;

describe('the settlement of a batch', () => {
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
  const asked = (): string[] =>
    Object.entries(breakers).flatMap(([name, call]) => (call.mock.calls.length > 0 ? [name] : []));

  beforeEach(() => jest.clearAllMocks());

  it.each<[string, typeof batch, Partial<BatchSettled>, string[]]>([
    ['opens the breaker if the sender cannot be used', batch, { providerDown }, ['open']],
    ['needs no database access if it can', batch, { sent: [0, 1, 2, 3] }, []],
    ['closes the breaker if the probe was sent', probe, { sent: [0] }, ['closeServed']],
    [
      'closes it if the probe was refused, as the provider has answered',
      probe,
      { outcomes: [outcome(0, { permanent: true })] },
      ['closeServed'],
    ],
    [
      'closes it if the probe was deferred for a reason that the provider gave',
      probe,
      { outcomes: [outcome(0, { providerCode: '450 4.2.1' })] },
      ['closeServed'],
    ],
    ['proves nothing by a lost connection', probe, { outcomes: [outcome(0)] }, []],
    [
      'proves nothing if the provider throttles',
      probe,
      { outcomes: [outcome(0, { kind: 'throttled', providerCode: '451 4.7.1' })] },
      [],
    ],
    ['proves nothing by a missing answer', probe, { outcomes: [outcome(0, { kind: 'unknown' })] }, []],
    ['proves nothing if the probe was returned', probe, { returned: [0] }, []],
    ['keeps the breaker open for longer if the probe failed', probe, { providerDown }, ['prolong']],
    [
      'closes it if the probe found that the sender is gone, so that nothing waits for it',
      { ...probe, sender: newId() },
      { providerDown: { ...providerDown, reason: 'INTEGRATION_NOT_FOUND' } },
      ['close'],
    ],
    ['does not mistake an earlier lease for the probe', probe, { fence: 0, sent: [0] }, []],
    [
      'closes it if it is still open for this batch when the report comes again',
      answered,
      { sent: [0] },
      ['closeAfter'],
    ],
    ['proves as little by a report that comes again', answered, { returned: [0] }, []],
    [
      'does not mistake the report of an earlier lease for that of a probe which is over',
      answered,
      { fence: 0, sent: [0] },
      [],
    ],
    [
      'closes nothing by a report that comes again when the batch is offered as the next probe',
      after(answered, release),
      { sent: [0] },
      [],
    ],
  ])('%s', async (_, before, more, calls) => {
    await judge.judge(report(more), before);
    expect(asked()).toEqual(calls);
  });
});
