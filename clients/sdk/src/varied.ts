/** A pause that is up to a fifth shorter or longer, so that clients that failed together do not come back together. */
export function varied(milliseconds: number): number {
  return Math.round(milliseconds * (0.8 + 0.4 * Math.random()));
}
