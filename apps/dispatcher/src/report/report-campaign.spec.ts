import type { DispatchReport } from '@carillon/contracts';
import type { DatabaseClock } from '@carillon/mongo';
import type { Dispatch } from '../dispatch/dispatch';
import type { Engagement } from '../engagement';
import type { Dispatches } from '../dispatch/dispatches';
import { type CountCampaign, ReportCampaign } from './report-campaign';
import type { Waiting } from './waiting';

const now = new Date('2026-03-01T12:00:00.000Z');
const waiting: DispatchReport['waiting'] = [
  { channel: 'EMAIL', reason: 'LOGIN_REFUSED', since: now.toISOString(), nextTryAt: null },
];

const busy = (count: number) =>
  count === 0
    ? []
    : [{ channel: 'EMAIL', state: 'QUEUED', reason: 'MAILBOX_BUSY', providerCode: null, count }];

/** The report of a campaign with 100 remaining recipients, at 10 per second. */
function report(
  dispatch: Partial<Dispatch> = {},
  stuck: DispatchReport['waiting'] = [],
  later = 0,
  perSecond = 10,
): Promise<DispatchReport | null> {
  const known = { user: 'u', state: 'OPEN', planned: true, startedAt: now, ...dispatch };
  return new ReportCampaign(
    { find: () => Promise.resolve(known) } as unknown as Dispatches,
    {
      count: () =>
        Promise.resolve({ channels: { EMAIL: { QUEUED: 100 } }, segments: {}, reasons: busy(later) }),
      perSecond: () => Promise.resolve(perSecond),
    } as unknown as CountCampaign,
    { of: () => Promise.resolve(stuck) } as unknown as Waiting,
    { of: () => Promise.resolve(undefined) } as unknown as Engagement,
    { now: () => Promise.resolve(now) } as unknown as DatabaseClock,
  ).report('u', 'c');
}

describe('the estimated end', () => {
  it('is when the remaining messages are sent at the current rate', async () => {
    expect(await report()).toMatchObject({ ratePerSecond: 10, estimatedEndAt: '2026-03-01T12:00:10.000Z' });
  });

  it('uses the exact rate, which the report rounds to three digits', async () => {
    const end = '2026-03-01T12:00:30.000Z';
    expect(await report({}, [], 0, 10 / 3)).toMatchObject({ ratePerSecond: 3.33, estimatedEndAt: end });
    expect(await report({}, [], 0, 1 / 60)).toMatchObject({ ratePerSecond: 0.0167 });
    expect(await report({}, [], 0, 3_142.5)).toMatchObject({ ratePerSecond: 3_140 });
  });

  it('ignores recipients that are retried later, and is unknown if no other recipients are left', async () => {
    expect(await report({}, [], 40)).toMatchObject({ estimatedEndAt: '2026-03-01T12:00:06.000Z' });
    expect(await report({}, [], 100)).toMatchObject({ ratePerSecond: 10, estimatedEndAt: null });
  });

  it('is unknown while the campaign waits', async () => {
    expect(await report({}, waiting)).toMatchObject({ waiting, estimatedEndAt: null });
  });

  it('is unknown while the campaign is paused or still being planned', async () => {
    expect(await report({ state: 'PAUSED' })).toMatchObject({ ratePerSecond: null, estimatedEndAt: null });
    expect(await report({ planned: false })).toMatchObject({ ratePerSecond: 10, estimatedEndAt: null });
  });
});
