import { dayIn } from '@carillon/contracts';
import { issue } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { Holds, OptionalNotNull, stringRule } from '../../http/input/rule';
import { IsCountUpTo } from '../../http/input/whole-number';

const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;

/** An IANA name. Offsets such as `+02:00` aren't names, because they have no summer time. */
const timeZoneRule = stringRule(
  { pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$', maxLength: 64, examples: ['Europe/Berlin'] },
  (name) =>
    isTimeZone(name) ? [] : issue('not_allowed', 'Must be an IANA time zone, such as Europe/Berlin'),
);

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    dayIn(name);
    return true;
  } catch {
    return false;
  }
}

export class StatisticsQuery {
  @ApiProperty({ description: `The number of days until today, ${DEFAULT_DAYS} by default` })
  @IsCountUpTo(MAX_DAYS, DEFAULT_DAYS)
  @OptionalNotNull()
  readonly days?: string;

  @ApiProperty({ description: 'The time zone in which days begin, UTC by default' })
  @Holds('isTimeZone', timeZoneRule)
  @OptionalNotNull()
  readonly timeZone?: string;
}

export function toPeriod({ days, timeZone = 'UTC' }: StatisticsQuery): { count: number; timeZone: string } {
  return { count: Number(days ?? DEFAULT_DAYS), timeZone };
}
