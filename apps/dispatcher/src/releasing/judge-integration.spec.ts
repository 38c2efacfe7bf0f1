import { type BatchSettled, newId } from '@carillon/contracts';
import { after, grant, now, outcome, ready, release } from '../../test/batches';
import type { DatabaseClock } from '../database-clock';
import { type Breakers, JudgeIntegration } from './breakers';

const providerDown = { reason: 'LOGIN_REFUSED', providerCode: '535', detail: null };

describe('what a report says of an integration', () => {
  const breakers = { open: jest.fn(), prolong: jest.fn(), close: jest.fn() };
  const clock = { now: () => Promise.resolve(now) } as unknown as DatabaseClock;
  const judge = new JudgeIntegration(breakers as unknown as Breakers, clock);
  const batch = after(ready(), release, grant());
  const probe = after(ready(), release, grant({ probe: true, limit: 1 }));
  const report = (more: Partial<BatchSettled>): BatchSettled => ({
    batchId: batch.id,
    campaignId: batch.campaign,
    holder: 'worker-1',
    fence: 1,
    sent: [],
    outcomes: [],
    done: true,
    providerDown: null,
    ...more,
  });
  const asked = (): string[] =>
    Object.entries(breakers).flatMap(([name, call]) => (call.mock.calls.length > 0 ? [name] : []));

  beforeEach(() => jest.clearAllMocks());

  it.each<[string, typeof batch, Partial<BatchSettled>, string[]]>([
    ['opens the breaker when it cannot be used', batch, { providerDown }, ['open']],
    ['asks nothing of the database when it can', batch, { sent: [0, 1, 2, 3] }, []],
    ['closes the breaker when the probe was sent', probe, { sent: [0] }, ['close']],
    [
      'closes it when the probe was refused, as somebody has answered',
      probe,
      { outcomes: [outcome(0, { permanent: true })] },
      ['close'],
    ],
    [
      'closes it when the probe was put off for a reason that the provider gave',
      probe,
      { outcomes: [outcome(0, { providerCode: '450 4.2.1' })] },
      ['close'],
    ],
    ['proves nothing by a lost connection', probe, { outcomes: [outcome(0)] }, []],
    [
      'proves nothing by a provider that throttles',
      probe,
      { outcomes: [outcome(0, { kind: 'throttled', providerCode: '451 4.7.1' })] },
      [],
    ],
    ['proves nothing by silence', probe, { outcomes: [outcome(0, { kind: 'unknown' })] }, []],
    ['proves nothing by a probe that was given back', probe, { returned: [0] }, []],
    ['keeps the breaker open for longer when the probe failed', probe, { providerDown }, ['prolong']],
    [
      'closes it when the probe found that the integration is gone, so that nobody waits any more',
      { ...probe, integration: newId() },
      { providerDown: { ...providerDown, reason: 'INTEGRATION_NOT_FOUND' } },
      ['close'],
    ],
    ['does not take the word of an earlier lease for that of the probe', probe, { fence: 0, sent: [0] }, []],
  ])('%s', async (_, before, more, calls) => {
    await judge.execute(report(more), before);
    expect(asked()).toEqual(calls);
  });
});
