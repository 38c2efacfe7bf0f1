import type { DispatchReport } from '@carillon/contracts';
import { campaign } from '../../../test/examples';
import { delivery, dispatchReport } from '../../../test/reported';
import { filterOf, presentDelivery } from './delivery.presenter';
import { presentReport } from './read-report';

const moving = { ...dispatchReport, ratePerSecond: 10, estimatedEndAt: '2026-03-01T10:01:00.000Z' };
const speedOf = (status: 'SENDING' | 'PAUSED' | 'CANCELLED' | 'SENT') => {
  const { ratePerSecond, estimatedEndAt } = presentReport({ ...campaign, status }, moving, {
    optOuts: 3,
    now: new Date(0),
  });
  return [ratePerSecond, estimatedEndAt];
};

describe('bounces and complaints in a report', () => {
  const { channels, states } = dispatchReport;
  const counted = { ...states, SENT: 1, FAILED: 5, DELIVERED: 2 };
  const EMAIL = { total: 8, states: counted, segments: 0, returned: { bounced: 4, hard: 3, complained: 2 } };
  const reasons: DispatchReport['reasons'] = [
    {
      channel: 'EMAIL',
      state: 'FAILED',
      reason: 'MAILBOX_FULL',
      providerCode: null,
      count: 4,
      feedback: 'BOUNCED',
      advice: null,
    },
  ];
  const report = { ...dispatchReport, total: 8, states: counted, channels: { ...channels, EMAIL }, reasons };
  const shown = presentReport(campaign, report, { optOuts: 3, now: new Date(0) });

  it('have their own states, which add up to the total', () => {
    const expected = { SENT: 1, FAILED: 1, BOUNCED: 4, DELIVERED: 0, COMPLAINED: 2 };
    expect(shown.states).toMatchObject(expected);
    expect(shown.channels.EMAIL).toMatchObject({ total: 8, states: expected });
    expect(Object.values(shown.states).reduce((sum, count) => sum + count, 0)).toBe(8);
    expect(shown.channels.EMAIL).not.toHaveProperty('returned');
    expect(shown.reasons).toMatchObject([{ state: 'BOUNCED', reason: 'MAILBOX_FULL' }]);
    expect(shown.reasons[0]).not.toHaveProperty('feedback');
  });

  it('are zero if the campaign has none', () => {
    expect(presentReport(campaign, dispatchReport, { optOuts: 3, now: new Date(0) }).states).toMatchObject({
      BOUNCED: 0,
      COMPLAINED: 0,
    });
  });

  it.each([
    ['a bounce for good', { state: 'FAILED', feedback: 'BOUNCED', isHard: true }, ['BOUNCED', 'HARD']],
    ['a bounce for now', { state: 'FAILED', feedback: 'BOUNCED', isHard: false }, ['BOUNCED', 'SOFT']],
    ['a complaint', { state: 'DELIVERED', feedback: 'COMPLAINED' }, ['COMPLAINED', null]],
    ['a failure', { state: 'FAILED' }, ['FAILED', null]],
  ] as const)('is shown in a delivery: %s', (_, more, expected) => {
    const view = presentDelivery({ ...delivery, ...more });
    expect([view.state, view.bounce]).toEqual(expected);
    expect(view).not.toHaveProperty('feedback');
  });

  it('are filtered by terms that every dispatcher supports', () => {
    expect(filterOf('BOUNCED')).toEqual({ state: 'FAILED', feedback: 'BOUNCED' });
    expect(filterOf('FAILED')).toEqual({ state: 'FAILED', feedback: null });
    expect([filterOf('SENT'), filterOf(null)]).toEqual([{ state: 'SENT' }, { state: null }]);
  });
});

describe('the report of a campaign', () => {
  it('counts recipients with a message as addressed, for each channel and in total', () => {
    const { channels, states } = dispatchReport;
    const total = { EMAIL: 295, WHATSAPP: 200, SMS: 93 };
    const row = { state: 'SKIPPED', providerCode: null, advice: null } as const;
    const report: DispatchReport = {
      ...{ ...dispatchReport, total: 588, states: { ...states, SENT: 290, SKIPPED: 298 } },
      channels: {
        EMAIL: { ...channels.EMAIL, total: total.EMAIL },
        WHATSAPP: { ...channels.WHATSAPP, total: total.WHATSAPP },
        SMS: { ...channels.SMS, total: total.SMS },
      },
      reasons: [
        { ...row, channel: 'EMAIL', reason: 'SUPPRESSED', count: 5 },
        { ...row, channel: 'WHATSAPP', reason: 'NO_MESSAGE', count: 200 },
        { ...row, channel: 'SMS', reason: 'NO_MESSAGE', count: 93 },
      ],
    };
    const shown = presentReport(campaign, report, { optOuts: 3, now: new Date(0) });
    expect(shown).toMatchObject({ total: 588, addressed: 295 });
    expect(shown.channels).toMatchObject({
      EMAIL: { addressed: 295 },
      WHATSAPP: { total: 200, addressed: 0 },
      SMS: { total: 93, addressed: 0 },
    });
  });

  it('counts no recipients as addressed for a draft', () => {
    expect(presentReport(campaign, null, { optOuts: 3, now: new Date(0) })).toMatchObject({
      total: 0,
      addressed: 0,
    });
  });

  it('contains the rate and the end while the campaign is being sent', () => {
    expect(speedOf('SENDING')).toEqual([10, '2026-03-01T10:01:00.000Z']);
  });

  it.each(['PAUSED', 'CANCELLED', 'SENT'] as const)(
    'contains neither when the campaign is %s, even before the dispatcher knows this',
    (status) => {
      expect(speedOf(status)).toEqual([null, null]);
    },
  );
});
