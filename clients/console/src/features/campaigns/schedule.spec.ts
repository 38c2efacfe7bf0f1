import { firstMinute, localMinute, remaining, scheduleErrorOf, usualTimeOn } from './schedule';

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

  it.each([
    ['2026-03-02', '2026-03-02T09:00'],
    ['2026-03-01', null],
    ['2026-02-28', null],
    ['2027-03-10', null],
    ['2026-02-30', null],
    ['2026-3-2', null],
    ['tomorrow', null],
    [undefined, null],
  ])('is nine in the morning of a day that was chosen: %s', (day, at) => {
    expect(usualTimeOn(day, now)).toBe(at);
  });

  it('is shown in the zone of the browser', () => {
    expect(localMinute(new Date(2026, 11, 24, 18, 5).getTime())).toBe('2026-12-24T18:05');
  });

  it.each([
    [
      2 * 86_400 + 3 * 3_600 + 59,
      [
        [2, 'day'],
        [3, 'hour'],
      ],
    ],
    [86_400 + 59, [[1, 'day']]],
    [
      3_600 + 60,
      [
        [1, 'hour'],
        [1, 'minute'],
      ],
    ],
    [
      61,
      [
        [1, 'minute'],
        [1, 'second'],
      ],
    ],
    [5, [[5, 'second']]],
    [-5, [[0, 'second']]],
  ])('is this far away: %d seconds', (seconds, parts) => {
    expect(remaining(now + seconds * 1_000, now)).toEqual(parts);
  });
});
