import { issue, readTime } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Holds, OptionalNotNull, stringRule } from './rule';

const timeRule = stringRule({ format: 'date-time', examples: ['2026-03-01T10:00:00Z'] }, (text) =>
  readTime(text) === undefined
    ? issue('invalid_time', 'Must be an RFC 3339 time, such as 2026-03-01T10:00:00Z')
    : [],
);

/** A point in time with its offset from UTC. `IsRFC3339` accepts days that do not exist. */
export const IsInstant = (): PropertyDecorator => Holds('isInstant', timeRule);

/** The first instant of a period, in a query. */
export const IsSince = applyDecorators(
  ApiProperty({ description: 'Start of the period, inclusive' }),
  IsInstant(),
  OptionalNotNull(),
);

/** The instant after a period, in a query. */
export const IsUntil = applyDecorators(
  ApiProperty({ description: 'End of the period, exclusive' }),
  IsInstant(),
  OptionalNotNull(),
);

/** A given instant in UTC. Undefined: not given. */
export function instantIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readTime(text);
}
