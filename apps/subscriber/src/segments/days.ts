import type { DayRange } from '@carillon/contracts';
import { dayOf, startOf } from '../utc-days';

/** From an instant until before another one. */
export interface Instants {
  from: Date | null;
  until: Date | null;
}

/** The instants of a range of days in UTC. */
export function instantsOf(range: DayRange, asOf: Date): Instants {
  const today = dayOf(asOf);
  if ('inLastDays' in range) return { from: startOf(today - range.inLastDays), until: startOf(today + 1) };
  if ('inNextDays' in range) return { from: startOf(today), until: startOf(today + range.inNextDays + 1) };
  const { from, to } = range;
  return {
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : startOf(dayOf(new Date(to)) + 1),
  };
}

export function isWithin({ from, until }: Instants, instant: Date): boolean {
  return (from === null || instant >= from) && (until === null || instant < until);
}
