import { fromRanges, toRanges, without } from './positions';

describe('positions', () => {
  it.each<[string, number[], number[]]>([
    ['none', [], []],
    ['one', [7], [7, 7]],
    ['consecutive positions', [0, 1, 2, 3], [0, 3]],
    ['several runs of positions', [0, 1, 3, 4, 9], [0, 1, 3, 4, 9, 9]],
    ['every other position', [1, 3, 5], [1, 1, 3, 3, 5, 5]],
  ])('are stored as pairs of first and last: %s', (_, positions, ranges) => {
    expect(toRanges(positions)).toEqual(ranges);
    expect(fromRanges(ranges)).toEqual(positions);
  });

  it('take two numbers for a whole batch', () => {
    expect(toRanges(Array.from({ length: 200 }, (_, i) => i))).toEqual([0, 199]);
  });

  it('can be subtracted from other positions', () => {
    expect(without([0, 1, 2, 3], new Set([1, 3, 8]))).toEqual([0, 2]);
  });
});
