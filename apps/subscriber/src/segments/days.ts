import type { DayRange } from '@carillon/contracts';

const DAY_MS = 24 * 3_600_000;

/** From an instant until before another one. */
export interface Instants {
  from: Date | null;
  until: Date | null;
}

/** The instants of a range of days in UTC. */
export function instantsOf(range: DayRange, asOf: Date): Instants {
  const today = Math.floor(asOf.getTime() / DAY_MS) * DAY_MS;
  const day = (days: number): Date => new Date(today + days * DAY_MS);
  if ('inLastDays' in range) return { from: day(-range.inLastDays), until: day(1) };
  if ('inNextDays' in range) return { from: day(0), until: day(range.inNextDays + 1) };
  const { from, to } = range;
  return {
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(Date.parse(to) + DAY_MS),
  };
}

export function isWithin({ from, until }: Instants, instant: Date): boolean {
  return (from === null || instant >= from) && (until === null || instant < until);
}
