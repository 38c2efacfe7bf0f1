import { type DomainGroup, type RampUp, RAMP_UP_RATES, domainGroups } from '@carillon/contracts';
import { issue } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import {
  AllowedIf,
  Holds,
  IsIntWithin,
  IsNumberWithin,
  OptionalNotNull,
  type Rule,
  stringRule,
} from '../../http/input/rule';

const PER_DAY = { min: 1, max: 100_000_000 };
/** The growth of a day if neither a factor nor a step is given. */
const USUAL_FACTOR = 1.5;

const dateRule: Rule = stringRule({ format: 'date' }, (text) =>
  isDate(text) ? [] : issue('not_allowed', 'Must be a date such as 2026-12-01'),
);

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

class DailyEmailsInput {
  @ApiProperty({ description: 'The limit on the first day', examples: [20] })
  @IsIntWithin(PER_DAY)
  readonly startPerDay!: number;

  @ApiProperty({
    description: 'The limit at which the growth ends. It applies from then on',
    examples: [500],
  })
  @IsIntWithin(PER_DAY)
  readonly targetPerDay!: number;
}

const IsAmount = (): PropertyDecorator =>
  applyDecorators(
    OptionalNotNull(),
    IsObject(),
    ValidateNested(),
    Type(() => DailyEmailsInput),
  );

class DomainGroupsInput implements Partial<Record<DomainGroup, DailyEmailsInput>> {
  @IsAmount() readonly GMAIL?: DailyEmailsInput;
  @IsAmount() readonly MICROSOFT?: DailyEmailsInput;
  @IsAmount() readonly YAHOO?: DailyEmailsInput;
  @IsAmount() readonly APPLE?: DailyEmailsInput;
  @IsAmount() readonly GMX?: DailyEmailsInput;
  @IsAmount() readonly OTHER?: DailyEmailsInput;
}

/** The daily limits of a sender. */
export class RampUpInput extends DailyEmailsInput {
  @ApiProperty({
    description: 'The first day, in UTC; absent: today. Until then, the limit of the first day applies',
    examples: ['2026-12-01'],
  })
  @Holds('isDate', dateRule)
  @OptionalNotNull()
  readonly startsOn?: string;

  @ApiProperty({ description: 'The factor by which the limit grows each day', examples: [1.5] })
  @IsNumberWithin({ min: 1, max: 10 })
  @OptionalNotNull()
  readonly factor?: number;

  @ApiProperty({ description: 'The number of emails by which the limit grows each day, instead of `factor`' })
  @AllowedIf(({ factor }: RampUpInput) => factor === undefined, 'Send either factor or step')
  @IsIntWithin(PER_DAY)
  @OptionalNotNull()
  readonly step?: number;

  @ApiProperty({
    description: 'Additional limits for groups of recipient domains. They grow in the same way',
  })
  @OptionalNotNull()
  @IsObject()
  @ValidateNested()
  @Type(() => DomainGroupsInput)
  readonly domainGroups?: DomainGroupsInput;

  @ApiProperty({
    description: `The sender pauses if more than this share of the day's emails bounce permanently; absent: ${RAMP_UP_RATES.maxBounceRate}`,
    examples: [RAMP_UP_RATES.maxBounceRate],
  })
  @IsNumberWithin({ min: 0.001, max: 1 })
  @OptionalNotNull()
  readonly maxBounceRate?: number;

  @ApiProperty({
    description: `The sender pauses if more than this share of the day's emails are reported as spam; absent: ${RAMP_UP_RATES.maxComplaintRate}`,
    examples: [RAMP_UP_RATES.maxComplaintRate],
  })
  @IsNumberWithin({ min: 0.0001, max: 1 })
  @OptionalNotNull()
  readonly maxComplaintRate?: number;
}

/** The input with its defaults. @param now decides the first day if none is given */
export function toRampUp(input: RampUpInput, now: Date): RampUp {
  const { startPerDay, targetPerDay, step = null, domainGroups: groups } = input;
  return {
    startsOn: input.startsOn ?? now.toISOString().slice(0, 10),
    startPerDay,
    targetPerDay,
    factor: step === null ? (input.factor ?? USUAL_FACTOR) : null,
    step,
    domainGroups: domainGroups.flatMap((group) => {
      const amount = groups?.[group];
      return amount ? [{ group, startPerDay: amount.startPerDay, targetPerDay: amount.targetPerDay }] : [];
    }),
    maxBounceRate: input.maxBounceRate ?? RAMP_UP_RATES.maxBounceRate,
    maxComplaintRate: input.maxComplaintRate ?? RAMP_UP_RATES.maxComplaintRate,
  };
}
