import { type Channel, type SendingProfile, type Timeline, eachChannel } from '@carillon/contracts';
import { estimatedEnd, ratesOf } from './rehearsal-end';

const routes = (limits: Partial<Record<Channel, number>>): SendingProfile['routes'] =>
  eachChannel((channel) => ({
    senderId: 'x',
    ratePerSecond: limits[channel] ?? null,
    maxConnections: null,
  }));
/** A campaign that sent this many emails in successive buckets. */
const timeline = (bucketSeconds: number, ...emails: number[]): Timeline => ({
  asOf: '2026-03-01T12:00:00.000Z',
  bucketSeconds,
  buckets: emails.map((SENT) => ({
    at: '2026-03-01T12:00:00.000Z',
    channels: eachChannel((channel) => ({
      SENT: channel === 'EMAIL' ? SENT : 0,
      FAILED: 0,
      UNCONFIRMED: 0,
    })),
  })),
});

describe('the rate of a campaign', () => {
  it('is the limit of its sender, even if a recent campaign had another rate', () => {
    expect(ratesOf(routes({ EMAIL: 5 }), [timeline(1, 1_000)]).EMAIL).toEqual({
      perSecond: 5,
      source: 'SENDER',
    });
  });

  it('is otherwise the rate of the newest campaign that sent enough, without its pauses', () => {
    const recent = [timeline(10, 499), timeline(10, 600, 0, 0, 400), timeline(1, 9_000)];
    const { EMAIL, SMS } = ratesOf(routes({}), recent);
    expect(EMAIL).toEqual({ perSecond: 50, source: 'RECENT_CAMPAIGN' });
    expect(SMS).toBeNull();
  });

  it('is unknown without a sender', () => {
    expect(ratesOf({ EMAIL: null, WHATSAPP: null, SMS: null }, [timeline(1, 9_000)]).EMAIL).toBeNull();
  });
});

describe('the end of a campaign', () => {
  const startsAt = new Date('2026-03-01T12:00:00.000Z');
  const end = (reached: Partial<Record<Channel, number>>, limits: Partial<Record<Channel, number>>) =>
    estimatedEnd({ EMAIL: 0, WHATSAPP: 0, SMS: 0, ...reached }, ratesOf(routes(limits), []), startsAt);

  it('is when the slowest channel ends', () => {
    expect(end({ EMAIL: 1_000, SMS: 600 }, { EMAIL: 100, SMS: 10 })).toEqual({
      estimatedEndAt: '2026-03-01T12:01:00.000Z',
      endUnknown: null,
    });
  });

  it('is unknown if the rate of a channel that sends is unknown', () => {
    expect(end({ EMAIL: 1, SMS: 1 }, { SMS: 10 })).toEqual({
      estimatedEndAt: null,
      endUnknown: 'RATE_UNKNOWN',
    });
    expect(end({ SMS: 10 }, { SMS: 10 }).estimatedEndAt).toBe('2026-03-01T12:00:01.000Z');
  });

  it('does not exist if the campaign reaches nobody', () => {
    expect(end({}, { EMAIL: 1 })).toEqual({ estimatedEndAt: null, endUnknown: 'NOBODY_REACHED' });
  });
});
