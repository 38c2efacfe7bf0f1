import { dayOf, daysOf, firstWeekdayOf, isPlannable, monthIn, monthsLater, nameOf, weeksOf } from './days';

const now = new Date(2026, 2, 15);

describe('a day for a campaign', () => {
  it.each([
    [new Date(2026, 2, 14), false],
    [new Date(2026, 2, 15, 23), false],
    [new Date(2026, 2, 16), true],
    [new Date(2027, 2, 15), true],
    [new Date(2027, 2, 16), false],
  ])('is after today, and not too far ahead: %s', (day, isPossible) => {
    expect(isPlannable(day, now)).toBe(isPossible);
  });

  it('is one of those of the month', () => {
    const days = daysOf({ year: 2028, month: 2 }).map(dayOf);
    expect([days.length, days[0], days.at(-1)]).toEqual([29, '2028-02-01', '2028-02-29']);
  });
});

describe('a month', () => {
  it.each([
    ['2026-12', { year: 2026, month: 12 }],
    [undefined, { year: 2026, month: 3 }],
    ['2026-13', { year: 2026, month: 3 }],
    ['2026-1', { year: 2026, month: 3 }],
    ['x', { year: 2026, month: 3 }],
  ])('is read from %j', (text, month) => {
    expect(monthIn(text, now)).toEqual(month);
  });

  it('follows and precedes others', () => {
    const at = (count: number) => nameOf(monthsLater({ year: 2026, month: 12 }, count));
    expect([at(1), at(0), at(-12)]).toEqual(['2027-01', '2026-12', '2025-12']);
  });

  it.each([
    ['from Sunday', 0, '2026-03-01', '2026-04-04', 5],
    ['from Monday', 1, '2026-02-23', '2026-04-05', 6],
    ['from Saturday', 6, '2026-02-28', '2026-04-03', 5],
  ])('has whole weeks %s', (_, firstWeekday, first, last, count) => {
    const weeks = weeksOf({ year: 2026, month: 3 }, firstWeekday);
    const days = weeks.flat().map(dayOf);
    expect([days[0], days.at(-1), weeks.length, new Set(days).size]).toEqual([first, last, count, 7 * count]);
  });
});

it('the week begins on Monday in Germany, and on Sunday in the United States', () => {
  expect([firstWeekdayOf('de-DE'), firstWeekdayOf('en-US'), firstWeekdayOf('en-GB')]).toEqual([1, 0, 1]);
});
