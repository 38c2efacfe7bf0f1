import { later, now } from '../../test/batches';
import { recentRate, rateOfFew } from './report-campaign';

const hourAgo = later(-7_200);
/** One settlement per minute. The last settlement was this many seconds ago. */
const everyMinute = (last: number): { at: Date; n: number }[] =>
  Array.from({ length: 30 }, (_, minute) => ({ at: later(-last - 60 * minute), n: 1 }));

describe('the sending rate', () => {
  it('is measured over the last ten seconds', () => {
    expect(recentRate(30_000, hourAgo, now)).toBe(3_000);
  });

  it('is measured since the start of a new campaign, but over at least one second', () => {
    expect(recentRate(100, later(-2), now)).toBe(50);
    expect(recentRate(100, now, now)).toBe(100);
  });

  it.each([1, 30, 59])('remains one per minute %i seconds after the last message', (last) => {
    expect(60 * (rateOfFew(everyMinute(last), hourAgo, now) ?? 0)).toBeCloseTo(1, 0);
  });

  it('falls gradually while no message is settled', () => {
    const burst = [{ at: later(-60), n: 6_000 }];
    const before = rateOfFew(burst, hourAgo, now) ?? 0;
    expect(before).toBe(100);
    expect(rateOfFew(burst, hourAgo, later(10)) ?? 0).toBeCloseTo(6_000 / 70);
  });

  it('is measured from the start for the first few messages', () => {
    expect(rateOfFew([{ at: later(-5), n: 2 }], later(-20), now)).toBe(0.1);
  });

  it('is unknown if nothing was settled, or if the last settlement was long ago', () => {
    expect(rateOfFew([], hourAgo, now)).toBeNull();
    expect(rateOfFew([{ at: later(-3_601), n: 9 }], hourAgo, now)).toBeNull();
  });
});
