import { freeSlot } from './user-limits';

describe('a free slot', () => {
  it('is one that nobody has', () => {
    expect(freeSlot([0, 2, 3], 4)).toBe(1);
  });

  it('is none when all are taken', () => {
    expect(freeSlot([1, 0], 2)).toBeUndefined();
    expect(freeSlot([], 0)).toBeUndefined();
  });

  it('differs from choice to choice, so that two who choose at once seldom collide', () => {
    const chosen = new Set(Array.from({ length: 200 }, () => freeSlot([], 50)));
    expect(chosen.size).toBeGreaterThan(10);
  });
});
