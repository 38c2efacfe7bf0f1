const DAY_MS = 24 * 3_600_000;

/** The days since 1970-01-01, UTC. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

export function startOf(day: number): Date {
  return new Date(day * DAY_MS);
}
