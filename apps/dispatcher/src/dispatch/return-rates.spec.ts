import { tooMuchOf } from './return-rates';

const of = (SENT: number, back: { bounced?: number; hard?: number; complained?: number }) => {
  const { bounced = back.hard ?? 0, hard = 0, complained = 0 } = back;
  return tooMuchOf({
    channels: { EMAIL: { SENT, DELIVERED: complained, FAILED: bounced, QUEUED: 1_000 } },
    returned: { EMAIL: { bounced, hard, complained } },
  });
};

describe('too much that comes back', () => {
  it.each([
    ['nothing', 1_000, {}, null],
    ['as much as may', 950, { hard: 50 }, null],
    ['more bounces', 949, { hard: 51 }, 'BOUNCE_RATE'],
    ['bounces that may pass', 500, { bounced: 500 }, null],
    ['as many complaints as may', 997, { complained: 3 }, null],
    ['more complaints', 996, { complained: 4 }, 'COMPLAINT_RATE'],
    ['few mails', 400, { hard: 99 }, null],
  ] as const)('is distinguished: %s', (_, sent, back, reason) => expect(of(sent, back)).toBe(reason));

  it('is a matter of mails: nothing comes back of other channels', () => {
    expect(tooMuchOf({ channels: { SMS: { SENT: 1_000 } } })).toBeNull();
  });
});
