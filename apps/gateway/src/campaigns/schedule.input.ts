import type { Payload } from '@carillon/contracts';
import { type Rule, finding, rule } from '../checks/rule';
import { wholeNumber } from '../checks/scalars';
import { readTime } from '../checks/time';
import { mintId } from '../idempotency/minting';

/** Seconds: a minute to a week. */
const lateness = wholeNumber({ min: 60, max: 604_800 });

export const scheduleNotes = {
  description: 'When it is to start, at most a year ahead; null or nothing: now',
};
export const latenessNotes = {
  description:
    'By how many seconds it may start late, 3600 if nothing is said; later than that it is CANCELLED',
};

const isSaid = (field: string, type: string) => ({
  required: [field],
  properties: { [field]: { type } },
});
const isStarted = { required: ['isStarted'], properties: { isStarted: { const: true } } };
/** The two rules below, in a schema of what has these fields. */
export const latenessOfScheduled = {
  if: isSaid('maxLateness', 'integer'),
  then: isSaid('scheduledAt', 'string'),
};
export const scheduleOfStarted = { if: isSaid('scheduledAt', 'string'), then: isStarted };

/** How late a campaign may start is said of one that is scheduled. */
export const latenessOfSchedule: Rule = rule(lateness.schema, (value, owner) =>
  isGiven(Reflect.get(owner, 'scheduledAt'))
    ? lateness(value, owner)
    : finding('not_allowed', 'This is for a campaign that has a scheduledAt'),
);

/** When a campaign starts is not said of one that does not start. */
export function ofStarted(held: Rule): Rule {
  return rule(held.schema, (value, owner) =>
    Reflect.get(owner, 'isStarted') === true
      ? held(value, owner)
      : finding('not_allowed', 'This is for a campaign that is created with isStarted: true'),
  );
}

export interface Schedule {
  readonly scheduledAt?: string | null;
  readonly maxLateness?: number;
}

/** How a campaign is to be started; the request that asks for it has an id, by which its repeats are known. */
export function toStart({ scheduledAt, maxLateness }: Schedule): Payload<'campaign.publish'>['start'] {
  return {
    requestId: mintId(),
    scheduledAt: readTime(scheduledAt ?? '') ?? null,
    maxLateness: maxLateness ?? null,
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
