import type { DeliveryBehavior } from '@carillon/contracts';

/** What is stored about a person and a campaign. */
export type BehaviorKind = DeliveryBehavior | 'REPLIED';

/**
 * A behavior in one campaign or any campaign, in the last days or ever, in at least this number of campaigns (1). `link`:
 * the number of the clicked link.
 */
export interface BehaviorCondition {
  did: BehaviorKind;
  campaignId?: string | undefined;
  inLastDays?: number | undefined;
  atLeast?: number | undefined;
  link?: number | undefined;
}

const DAY_MS = 24 * 3_600_000;

/** The days since 1970-01-01, UTC. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

export function startOf(day: number): Date {
  return new Date(day * DAY_MS);
}

/**
 * The days that count, first and last. "In the last 7 days" includes today and the seven days before, in UTC: an event
 * less than seven days ago always counts, and no event counts for longer than eight days.
 */
export function daysOf({ inLastDays }: BehaviorCondition, asOf: Date): [first: number, last: number] {
  const today = dayOf(asOf);
  return [inLastDays === undefined ? -Infinity : today - inLastDays, today];
}
