import { later, now } from '../../test/batches';
import { speedLately, speedOfFew } from './report-campaign';

const hourAgo = later(-7_200);
/** One a minute; the last one was the given number of seconds ago. */
const everyMinute = (last: number): { at: Date; n: number }[] =>
  Array.from({ length: 30 }, (_, minute) => ({ at: later(-last - 60 * minute), n: 1 }));

describe('the speed of sending', () => {
  it('is measured over the last ten seconds', () => {
    expect(speedLately(30_000, hourAgo, now)).toBe(3_000);
  });

  it('is measured since the beginning when sending has just begun, and never over less than a second', () => {
    expect(speedLately(100, later(-2), now)).toBe(50);
    expect(speedLately(100, now, now)).toBe(100);
  });

  it.each([1, 30, 59])('of one a minute stays one a minute, also %i seconds after the last', (last) => {
    expect(60 * (speedOfFew(everyMinute(last), hourAgo, now) ?? 0)).toBeCloseTo(1, 0);
  });

  it('falls gradually while nothing is settled', () => {
    const burst = [{ at: later(-60), n: 6_000 }];
    const before = speedOfFew(burst, hourAgo, now) ?? 0;
    expect(before).toBe(100);
    expect(speedOfFew(burst, hourAgo, later(10)) ?? 0).toBeCloseTo(6_000 / 70);
  });

  it('of the first few counts from the beginning', () => {
    expect(speedOfFew([{ at: later(-5), n: 2 }], later(-20), now)).toBe(0.1);
  });

  it('is unknown if nothing was settled, or only long ago', () => {
    expect(speedOfFew([], hourAgo, now)).toBeNull();
    expect(speedOfFew([{ at: later(-3_601), n: 9 }], hourAgo, now)).toBeNull();
  });
});
