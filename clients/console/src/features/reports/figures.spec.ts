import type { Schemas } from '@carillon/sdk';
import { addressedStates, figuresOf, withoutMessage } from './figures';

const none: Schemas['CountsByState'] = {
  ...{ QUEUED: 0, SENT: 0, DELIVERED: 0, READ: 0, FAILED: 0, SKIPPED: 0 },
  ...{ UNCONFIRMED: 0, CANCELLED: 0, BOUNCED: 0, COMPLAINED: 0 },
};

describe('the figures of a report', () => {
  // An email to a group that is on three channels.
  const states = {
    ...{ QUEUED: 3, SENT: 270, DELIVERED: 5, READ: 2, FAILED: 4, SKIPPED: 297 },
    ...{ UNCONFIRMED: 1, CANCELLED: 2, BOUNCED: 3, COMPLAINED: 1 },
  };
  const report = { total: 588, addressed: 295, states };

  it('add up to the recipients', () => {
    const { addressed, ...parts } = figuresOf(report);
    expect(addressed).toBe(295);
    expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(295);
  });

  it('distinguish delivered from accepted messages', () => {
    expect(figuresOf(report)).toMatchObject({ delivered: 8, accepted: 270, unconfirmed: 1, failed: 7 });
    expect(figuresOf({ total: 10, addressed: 10, states: { ...none, SENT: 10 } }).delivered).toBe(0);
  });

  it('leave out people on channels without a message', () => {
    expect(figuresOf(report).skipped).toBe(4);
    expect(addressedStates(report).SKIPPED).toBe(4);
    const channel = { ...report, segments: 0 };
    const silent = { total: 93, addressed: 0, states: { ...none, SKIPPED: 93 }, segments: 0 };
    const channels = { EMAIL: { ...channel, total: 295 }, WHATSAPP: { ...silent, total: 200 }, SMS: silent };
    expect(withoutMessage({ channels })).toEqual([
      ['WHATSAPP', 200],
      ['SMS', 93],
    ]);
  });
});
