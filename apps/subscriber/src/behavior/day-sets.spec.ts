import fc from 'fast-check';
import { type DaySet, withDays, within } from './day-sets';
import { membersOf } from '../number-sets';

type Event = [day: number, number: number];
const someEvents = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 20 })));

function daysOf(events: readonly Event[]): Map<number, number[]> {
  const days = new Map<number, number[]>();
  for (const [day, number] of events) days.set(day, [...(days.get(day) ?? []), number]);
  return days;
}

const shown = (days: readonly DaySet[]) => days.map(({ d }) => [d, [...membersOf(within(days, [d, d]))]]);

describe('sets by day', () => {
  it('contain each member on its first day, however events are split, repeated, and ordered', () => {
    fc.assert(
      fc.property(fc.array(someEvents), fc.array(fc.nat()), (parts, order) => {
        const firsts = new Map<number, number>();
        for (const [day, number] of parts.flat())
          firsts.set(number, Math.min(day, firsts.get(number) ?? Infinity));
        const again = order.flatMap((n) => (parts.length > 0 ? [parts[n % parts.length] ?? []] : []));
        const stored = [...parts, ...again].reduce<readonly DaySet[]>(
          (days, part) => withDays(days, daysOf(part)),
          [],
        );
        for (let day = 0; day <= 5; day++) {
          const expected = [...firsts].flatMap(([number, first]) => (first === day ? number : []));
          expect([...membersOf(within(stored, [day, day]))]).toEqual(expected.sort((a, b) => a - b));
        }
      }),
    );
  });

  it('are the same object if nothing changes', () => {
    const stored = withDays([], daysOf([[3, 7]]));
    expect(withDays(stored, daysOf([[3, 7]]))).toBe(stored);
    expect(withDays(stored, daysOf([[4, 7]]))).toBe(stored);
    expect(shown(withDays(stored, daysOf([[2, 7]])))).toEqual([[2, [7]]]);
  });

  it('are read from the first day to the last', () => {
    const stored = withDays([], daysOf([[1, 1], [2, 2], [3, 3]])); // prettier-ignore
    expect([...membersOf(within(stored, [2, 3]))]).toEqual([2, 3]);
    expect([...membersOf(within(stored, [-Infinity, 1]))]).toEqual([1]);
  });
});
