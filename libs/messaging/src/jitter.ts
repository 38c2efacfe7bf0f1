/** The fraction by which a pause varies. */
export const JITTER = 0.2;

/**
 * Returns a pause that is up to a fifth shorter or longer, so that operations that failed at the same moment are not
 * repeated at the same moment.
 * @param random returns a number from 0 to 1
 */
export function jittered(pauseMs: number, random: () => number = Math.random): number {
  return pauseMs * (1 + JITTER * (2 * random() - 1));
}
