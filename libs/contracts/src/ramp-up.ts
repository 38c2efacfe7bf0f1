import { type Static, Type } from '@sinclair/typebox';
import { type DomainGroup, DomainGroup as Group } from './domain-groups';
import { Nullable, Timestamp } from './field-types';

/** Emails per day: on the first day, and on the last day of the growth and afterward. */
const Amount = { startPerDay: Type.Integer(), targetPerDay: Type.Integer() };

/**
 * The daily limits of an email sender, which grow each day until they reach a target. A day is a day in UTC. Either
 * `factor` or `step` is given: the growth of each day, as a multiple or in emails. The limits of groups of recipient
 * domains apply in addition, and grow in the same way. The sender pauses if more than these shares of the day's emails
 * bounce, or are reported as spam.
 */
export const RampUp = Type.Object({
  /** The first day: YYYY-MM-DD. Until then, the limits of the first day apply. */
  startsOn: Type.String(),
  ...Amount,
  factor: Nullable(Type.Number()),
  step: Nullable(Type.Integer()),
  domainGroups: Type.Array(Type.Object({ group: Group, ...Amount })),
  maxBounceRate: Type.Number(),
  maxComplaintRate: Type.Number(),
});
export type RampUp = Static<typeof RampUp>;

/**
 * The rates above which a sender pauses, if it sets none. Amazon SES reviews accounts at 5% bounces, and Gmail and Yahoo
 * reject mail of senders at 0.3% complaints; see ReturnRates in the dispatcher.
 */
export const RAMP_UP_RATES = { maxBounceRate: 0.05, maxComplaintRate: 0.003 } as const;

export const RampUpPause = Type.Union([Type.Literal('BOUNCE_RATE'), Type.Literal('COMPLAINT_RATE')]);
export type RampUpPause = Static<typeof RampUpPause>;

/** What a sender has sent on its current day. */
export const RampUpState = Type.Object({
  /** The day in UTC: YYYY-MM-DD. */
  date: Type.String(),
  /** The day of the growth: 1 is the first. Days of a pause don't count. */
  day: Type.Integer(),
  limit: Type.Integer(),
  sent: Type.Integer(),
  domainGroups: Type.Array(Type.Object({ group: Group, limit: Type.Integer(), sent: Type.Integer() })),
  bounced: Type.Integer(),
  complained: Type.Integer(),
  /** When recipients can be sent to again because the next day begins. Null: now, or after the pause. */
  waitsUntil: Nullable(Timestamp),
  paused: Nullable(Type.Object({ at: Timestamp, reason: RampUpPause, rate: Type.Number() })),
});
export type RampUpState = Static<typeof RampUpState>;

const DAY_MS = 86_400_000;

/** The number of days from one date to another: YYYY-MM-DD. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The day after a date: YYYY-MM-DD. */
export function dayAfter(date: string): Date {
  return new Date(Date.parse(date) + DAY_MS);
}

type Growth = Pick<RampUp, 'factor' | 'step'>;
type Amounts = Pick<RampUp, 'startPerDay' | 'targetPerDay'>;

/** The limit of a day: 1 is the first. */
export function rampUpLimit(
  { factor, step }: Growth,
  { startPerDay, targetPerDay }: Amounts,
  day: number,
): number {
  const grown = startPerDay * (factor ?? 1) ** (day - 1) + (step ?? 0) * (day - 1);
  // A floating-point error must not cost an email: 10 * 1.1 ** 1 is 11.000000000000002, and 100 * 1.15 is 114.99….
  return Math.max(1, Math.min(targetPerDay, Math.floor(grown + 1e-6)));
}

/** The limits of a day, of all emails and of groups. */
export function rampUpLimits(
  rampUp: RampUp,
  day: number,
): { all: number; groups: ReadonlyMap<DomainGroup, number> } {
  const groups = rampUp.domainGroups.map(
    ({ group, ...amounts }) => [group, rampUpLimit(rampUp, amounts, day)] as const,
  );
  return { all: rampUpLimit(rampUp, rampUp, day), groups: new Map(groups) };
}
