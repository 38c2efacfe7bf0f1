const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A longer time ago is easier to understand as a date. */
const MOST_DAYS = 7;

/** The time since an event, in the largest unit that it fills. Null: more than a week. Clocks can differ by seconds. */
export function spanSince(
  at: number,
  now: number,
): { count: number; unit: 'second' | 'minute' | 'hour' | 'day' } | null {
  const span = Math.max(now - at, 0);
  if (span < MINUTE_MS) return { count: 0, unit: 'second' };
  if (span < HOUR_MS) return { count: Math.floor(span / MINUTE_MS), unit: 'minute' };
  if (span < DAY_MS) return { count: Math.floor(span / HOUR_MS), unit: 'hour' };
  const days = Math.floor(span / DAY_MS);
  return days <= MOST_DAYS ? { count: days, unit: 'day' } : null;
}
