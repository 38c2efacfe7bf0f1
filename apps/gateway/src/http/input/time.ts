import { issue } from '@carillon/input';
import { Holds, stringRule } from './rule';

/** RFC 3339, with capital letters and without leap seconds. */
const timeForm =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const timeRule = stringRule({ format: 'date-time', examples: ['2026-03-01T10:00:00Z'] }, (text) =>
  readTime(text) === undefined
    ? issue('invalid_time', 'This must be a time as in RFC 3339: 2026-03-01T10:00:00Z or with an offset')
    : [],
);

/** A point in time with its offset from UTC. `IsRFC3339` accepts days that do not exist. */
export const IsInstant = (): PropertyDecorator => Holds('isInstant', timeRule);

/** The time in UTC with milliseconds; undefined if it is invalid. */
export function readTime(typed: string): string | undefined {
  const day = timeForm.exec(typed)?.[1];
  if (day === undefined || !isDay(day)) return undefined;
  const read = new Date(typed).toISOString();
  // A year of four digits with an offset can become one of more digits.
  return /^\d{4}-/.test(read) ? read : undefined;
}

/** Date reads the 30th of February as a day in March. */
function isDay(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}
