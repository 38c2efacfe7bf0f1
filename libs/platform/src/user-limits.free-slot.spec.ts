import { freeSlot } from './user-limits';

describe('a free slot', () => {
  it('is a slot that is not taken', () => {
    expect(freeSlot([0, 2, 3], 4)).toBe(1);
  });

  it('does not exist when all are taken', () => {
    expect(freeSlot([1, 0], 2)).toBeUndefined();
    expect(freeSlot([], 0)).toBeUndefined();
  });

  it('is chosen at random, so that concurrent choices seldom collide', () => {
    const chosen = new Set(Array.from({ length: 200 }, () => freeSlot([], 50)));
    expect(chosen.size).toBeGreaterThan(10);
  });
});
