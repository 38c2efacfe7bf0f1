import type { Schemas } from '@carillon/sdk';
import { addressedStates, resultsOf, trackingOf, withoutMessage } from './figures';

const none: Schemas['CountsByState'] = {
  ...{ QUEUED: 0, SENT: 0, DELIVERED: 0, READ: 0, FAILED: 0, SKIPPED: 0 },
  ...{ UNCONFIRMED: 0, CANCELLED: 0, BOUNCED: 0, COMPLAINED: 0 },
};

describe('the results of a report', () => {
  // An email to a group that is on three channels.
  const states = {
    ...{ QUEUED: 3, SENT: 270, DELIVERED: 5, READ: 2, FAILED: 4, SKIPPED: 297 },
    ...{ UNCONFIRMED: 1, CANCELLED: 2, BOUNCED: 3, COMPLAINED: 1 },
  };
  const report = { total: 588, addressed: 295, states };

  it('add up to the recipients', () => {
    const { sent, failed, notSent, waiting, addressed } = resultsOf(report);
    expect(addressed).toBe(295);
    expect(sent + failed + notSent + waiting).toBe(295);
  });

  it('count bounced messages as sent, but not as delivered', () => {
    expect(resultsOf(report)).toMatchObject({ sent: 281, delivered: 278, bounced: 3, read: 2, failed: 5 });
  });

  it('leave out people on channels without a message', () => {
    expect(resultsOf(report).notSent).toBe(6);
    expect(addressedStates(report).SKIPPED).toBe(4);
    const channel = { ...report, segments: 0 };
    const silent = { total: 93, addressed: 0, states: { ...none, SKIPPED: 93 }, segments: 0 };
    const channels = { EMAIL: { ...channel, total: 295 }, WHATSAPP: { ...silent, total: 200 }, SMS: silent };
    expect(withoutMessage({ channels })).toEqual([
      ['WHATSAPP', 200],
      ['SMS', 93],
    ]);
  });

  it('say why opens are unknown', () => {
    const nobody = { unique: null, total: 0, machine: 0 };
    const unknown = { DESKTOP: 0, PHONE: 0, TABLET: 0, UNKNOWN: 0 };
    const none = { total: 0, addressed: 0, segments: 0 };
    const of = (mode: 'OFF' | 'FULL', emails: number) => {
      const channel = { ...none, states };
      const channels = { EMAIL: { ...channel, addressed: emails }, WHATSAPP: channel, SMS: channel };
      const engagement = {
        mode,
        opens: nobody,
        clicks: nobody,
        devices: { opens: unknown, clicks: unknown },
      };
      return trackingOf({ engagement, channels });
    };
    expect([of('OFF', 2), of('OFF', 0), of('FULL', 2)]).toEqual(['OFF', 'NO_EMAIL', 'FULL']);
  });
});
