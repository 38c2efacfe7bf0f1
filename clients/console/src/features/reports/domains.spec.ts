import { isHighRate } from './domains';

describe('isHighRate', () => {
  it.each([
    [290, 312, true],
    [2, 20, true],
    [1, 20, false],
    [5, 100, false],
    [6, 100, true],
    // A few emails are not enough for a rate.
    [19, 19, false],
    [0, 0, false],
  ])('%d of %d: %s', (count, of, isHigh) => {
    expect(isHighRate(count, of)).toBe(isHigh);
  });
});
