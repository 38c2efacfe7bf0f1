/**
 * A pause that is up to a fifth shorter or longer, so that clients that failed at the same time do not retry at the
 * same time.
 */
export function varied(milliseconds: number): number {
  return Math.round(milliseconds * (0.8 + 0.4 * Math.random()));
}
