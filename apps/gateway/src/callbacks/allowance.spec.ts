import { FixedClock } from '@carillon/platform';
import { Allowance } from './allowance';

describe('an allowance', () => {
  const clock = new FixedClock(new Date(0));
  const taken = (allowance: Allowance, times: number): number =>
    Array.from({ length: times }, () => allowance.take()).filter(Boolean).length;

  it('lets a burst through, and then so many a second', () => {
    const allowance = new Allowance(clock, { burst: 10, perSecond: 4 });
    expect(taken(allowance, 50)).toBe(10);
    clock.advance(500);
    expect(taken(allowance, 50)).toBe(2);
    clock.advance(60_000);
    expect(taken(allowance, 50)).toBe(10);
  });

  it('is not used up by a clock that is set back', () => {
    const allowance = new Allowance(clock, { burst: 2, perSecond: 1 });
    expect(taken(allowance, 1)).toBe(1);
    clock.advance(-3_600_000);
    expect(taken(allowance, 5)).toBe(1);
    clock.advance(1_000);
    expect(taken(allowance, 5)).toBe(1);
  });
});
