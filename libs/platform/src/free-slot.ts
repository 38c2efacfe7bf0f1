import { randomInt } from 'node:crypto';

/**
 * One of the numbers below `slots` that is not taken, at random; undefined when all are.
 *
 * "At most n of these for a user" holds under concurrency when each takes a numbered slot and a unique index on user and
 * slot decides who has it. At random, so that two who choose at the same time seldom choose the same.
 */
export function freeSlot(taken: Iterable<number>, slots: number): number | undefined {
  const used = new Set(taken);
  const free = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => !used.has(slot));
  return free.length > 0 ? free[randomInt(free.length)] : undefined;
}
