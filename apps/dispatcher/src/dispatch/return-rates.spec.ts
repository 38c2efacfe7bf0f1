import { exceededRate, noticedBounceRate } from './return-rates';

const counted = (SENT: number, back: { bounced?: number; hard?: number; complained?: number }) => {
  const { bounced = back.hard ?? 0, hard = 0, complained = 0 } = back;
  return {
    channels: { EMAIL: { SENT, DELIVERED: complained, FAILED: bounced, QUEUED: 1_000 } },
    returned: { EMAIL: { bounced, hard, complained } },
  };
};

describe('exceededRate', () => {
  it.each([
    ['no bounces', 1_000, {}, null],
    ['as many hard bounces as allowed', 950, { hard: 50 }, null],
    ['more hard bounces', 949, { hard: 51 }, 'BOUNCE_RATE'],
    ['soft bounces', 500, { bounced: 500 }, null],
    ['as many complaints as allowed', 997, { complained: 3 }, null],
    ['more complaints', 996, { complained: 4 }, 'COMPLAINT_RATE'],
    ['few mails', 400, { hard: 99 }, null],
  ] as const)('recognizes %s', (_, sent, back, reason) =>
    expect(exceededRate(counted(sent, back))).toBe(reason),
  );

  it('ignores channels other than email', () => {
    expect(exceededRate({ channels: { SMS: { SENT: 1_000 } } })).toBeNull();
  });
});

describe('noticedBounceRate', () => {
  it.each([
    ['no bounces', 100, {}, null],
    ['few emails', 89, { hard: 10 }, null],
    ['too few hard bounces for a notification', 95, { hard: 5 }, null],
    ['more hard bounces', 94, { hard: 6 }, 0.06],
    ['soft bounces', 94, { bounced: 6 }, null],
  ] as const)('recognizes %s', (_, sent, back, rate) =>
    expect(noticedBounceRate(counted(sent, back))).toBe(rate),
  );
});
