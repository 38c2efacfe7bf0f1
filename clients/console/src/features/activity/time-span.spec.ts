import { spanSince } from './time-span';

const MINUTE = 60_000;

describe('the time since an event', () => {
  it.each([
    [-5_000, { count: 0, unit: 'second' }],
    [59_000, { count: 0, unit: 'second' }],
    [MINUTE, { count: 1, unit: 'minute' }],
    [59 * MINUTE, { count: 59, unit: 'minute' }],
    [60 * MINUTE, { count: 1, unit: 'hour' }],
    [47 * 60 * MINUTE, { count: 1, unit: 'day' }],
    [7 * 24 * 60 * MINUTE, { count: 7, unit: 'day' }],
    [8 * 24 * 60 * MINUTE, null],
  ])('of %i milliseconds is %o', (span, expected) => {
    expect(spanSince(1_000_000_000_000 - span, 1_000_000_000_000)).toEqual(expected);
  });
});
