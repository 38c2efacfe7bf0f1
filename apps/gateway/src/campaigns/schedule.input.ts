import type { Payload } from '@carillon/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { mintId } from '../idempotency/minting';
import { AllowedIf, IsIntWithin, OptionalNotNull } from '../input/rule';
import { IsInstant, readTime } from '../input/time';

export interface Schedule {
  readonly scheduledAt?: string | null;
  readonly maxLateness?: number;
}

/** When a campaign starts. */
export const IsScheduledAt = applyDecorators(
  ApiProperty({ description: 'When it is to start, at most a year ahead; null or nothing: now' }),
  IsOptional(),
  IsInstant(),
);

/** Seconds, a minute to a week: how late a campaign may start is said of one that is scheduled. */
export const IsMaxLateness = applyDecorators(
  ApiProperty({
    description:
      'By how many seconds it may start late, 3600 if nothing is said; later than that it is CANCELLED',
  }),
  OptionalNotNull(),
  AllowedIf(
    ({ scheduledAt = null }: Schedule) => scheduledAt !== null,
    'This is for a campaign that has a scheduledAt',
  ),
  IsIntWithin({ min: 60, max: 604_800 }),
);

/** When a campaign starts is not said of one that does not start. */
export const IsOfStarted = AllowedIf(
  ({ isStarted }: { isStarted?: boolean }) => isStarted === true,
  'This is for a campaign that is created with isStarted: true',
);

const isSaid = (field: string, type: string) => ({
  required: [field],
  properties: { [field]: { type } },
});
const isStarted = { required: ['isStarted'], properties: { isStarted: { const: true } } };
/** The two rules above, in a schema of what has these fields. */
export const latenessOfScheduled = {
  if: isSaid('maxLateness', 'integer'),
  then: isSaid('scheduledAt', 'string'),
};
export const scheduleOfStarted = { if: isSaid('scheduledAt', 'string'), then: isStarted };

/** How a campaign is to be started; the request that asks for it has an id, by which its repeats are known. */
export function toStart({ scheduledAt, maxLateness }: Schedule): Payload<'campaign.publish'>['start'] {
  return {
    requestId: mintId(),
    scheduledAt: readTime(scheduledAt ?? '') ?? null,
    maxLateness: maxLateness ?? null,
  };
}
