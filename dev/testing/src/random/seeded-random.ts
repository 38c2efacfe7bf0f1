/**
 * Returns a generator of pseudo-random numbers from 0 up to, but not including, 1. The same seed gives the same
 * numbers, so that a failure can be repeated (mulberry32).
 */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a generator of pseudo-random integers from 0 up to, but not including, a limit. The same seed gives the
 * same numbers.
 */
export function seededBelow(seed: number): (limit: number) => number {
  const random = seededRandom(seed);
  return (limit) => Math.floor(random() * limit);
}
