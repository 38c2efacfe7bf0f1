import type { DomainGroup, RampUp } from '@carillon/contracts';
import { type RampUpDocument, exceededRate, onDay, shareOf } from './ramp-ups';

const rampUp: RampUp = {
  startsOn: '2026-12-01',
  startPerDay: 4,
  targetPerDay: 100,
  factor: 2,
  step: null,
  domainGroups: [{ group: 'GMAIL', startPerDay: 1, targetPerDay: 10 }],
  maxBounceRate: 0.05,
  maxComplaintRate: 0.003,
};
const record: RampUpDocument = {
  _id: 'sender',
  rev: 7,
  date: '2026-12-01',
  sent: 3,
  groups: { GMAIL: 1 },
  bounced: 2,
  complained: 1,
  startsOn: '2026-12-01',
  pausedDays: 0,
  paused: null,
  maxBounceRate: 0.05,
  maxComplaintRate: 0.003,
  updatedAt: new Date('2026-12-01T12:00:00Z'),
};
const recipients = (...groups: DomainGroup[]) => groups.map((group, position) => ({ position, group }));
const positions = (share: ReturnType<typeof shareOf>) => share.allowed.map(({ position }) => position);
const at = (time: string) => new Date(time);

describe('the record of a sender', () => {
  it('begins again on each day', () => {
    expect(onDay(record, rampUp, at('2026-12-01T23:59:59.999Z'))).toEqual(record);
    expect(onDay(record, rampUp, at('2026-12-02T00:00:00Z'))).toEqual({
      ...record,
      date: '2026-12-02',
      sent: 0,
      groups: {},
      bounced: 0,
      complained: 0,
    });
  });

  it('does not return to an earlier day', () => {
    expect(onDay(record, rampUp, at('2026-11-30T23:59:59Z'))).toEqual(record);
  });

  it('keeps a pause on the next day, but not with another schedule', () => {
    const paused = { at: at('2026-12-01T12:00:00Z'), reason: 'BOUNCE_RATE', rate: 0.1 } as const;
    const changed = { ...record, paused, pausedDays: 2 };
    expect(onDay(changed, rampUp, at('2026-12-03T12:00:00Z'))).toMatchObject({ paused, pausedDays: 2 });
    const other = { ...rampUp, startsOn: '2026-12-03' };
    expect(onDay(changed, other, at('2026-12-03T12:00:00Z'))).toMatchObject({
      ...{ paused: null, pausedDays: 0, startsOn: '2026-12-03' },
    });
  });
});

describe('the share of a lease', () => {
  it('is within the limit of the day', () => {
    expect(positions(shareOf(record, rampUp, recipients('OTHER', 'APPLE')))).toEqual([0]);
    const second = onDay(record, rampUp, at('2026-12-02T08:00:00Z'));
    expect(
      positions(shareOf(second, rampUp, recipients(...Array<DomainGroup>(9).fill('OTHER')))),
    ).toHaveLength(8);
  });

  it('postpones only the recipients of a group that has reached its limit', () => {
    const share = shareOf({ ...record, sent: 1 }, rampUp, recipients('GMAIL', 'OTHER', 'GMAIL', 'GMX'));
    expect(positions(share)).toEqual([1, 3]);
    expect(share.postponed).toEqual({ positions: [0, 2], until: at('2026-12-02T00:00:00Z') });
    const second = onDay(record, rampUp, at('2026-12-02T08:00:00Z'));
    expect(shareOf(second, rampUp, recipients('GMAIL', 'GMAIL', 'GMAIL')).postponed.positions).toEqual([2]);
  });

  it('does not grow on the days of a pause', () => {
    const fourth = onDay({ ...record, pausedDays: 2 }, rampUp, at('2026-12-04T08:00:00Z'));
    expect(
      positions(shareOf(fourth, rampUp, recipients(...Array<DomainGroup>(99).fill('OTHER')))),
    ).toHaveLength(8);
  });

  it('has the limit of the first day before that day', () => {
    const later = { ...rampUp, startsOn: '2027-01-01' };
    const before = onDay({ ...record, sent: 0 }, later, at('2026-12-01T13:00:00Z'));
    expect(
      positions(shareOf(before, later, recipients(...Array<DomainGroup>(9).fill('OTHER')))),
    ).toHaveLength(4);
  });
});

describe('the rates of a day', () => {
  const rates = { maxBounceRate: 0.05, maxComplaintRate: 0.003 };
  it.each([
    [{ sent: 100, bounced: 5, complained: 0 }, null],
    [{ sent: 99, bounced: 5, complained: 0 }, 'BOUNCE_RATE'],
    [{ sent: 10, bounced: 4, complained: 0 }, null],
    [{ sent: 600, bounced: 0, complained: 2 }, 'COMPLAINT_RATE'],
    [{ sent: 700, bounced: 0, complained: 2 }, null],
    [{ sent: 50, bounced: 0, complained: 1 }, null],
    [{ sent: 50, bounced: 10, complained: 2 }, 'COMPLAINT_RATE'],
  ])('of %j exceed the limits: %s', (counts, reason) => {
    expect(exceededRate({ ...counts, ...rates })?.reason ?? null).toBe(reason);
  });
});
