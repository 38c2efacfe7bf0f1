import { scheduleErrorOf, firstMinute } from './schedule';

const now = new Date(2026, 2, 1, 10, 0, 30).getTime();

describe('the send time of a campaign', () => {
  it.each([
    ['', null],
    ['2026-03-01T09:59', 'past'],
    ['2026-03-01T10:00', 'past'],
    ['2026-03-01T10:01', null],
    ['2027-02-28T10:00', null],
    ['2027-03-10T10:00', 'far'],
  ])('is in the future, and not too far: %s', (at, fault) => {
    expect(scheduleErrorOf(at, now)).toBe(fault);
  });

  it('is the next minute at the earliest, in the zone of the browser', () => {
    expect(firstMinute(now)).toBe('2026-03-01T10:01');
    expect(scheduleErrorOf(firstMinute(now), now)).toBeNull();
  });
});
