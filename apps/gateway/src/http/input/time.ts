import { issue, readTime } from '@carillon/input';
import { Holds, stringRule } from './rule';

const timeRule = stringRule({ format: 'date-time', examples: ['2026-03-01T10:00:00Z'] }, (text) =>
  readTime(text) === undefined
    ? issue('invalid_time', 'Must be an RFC 3339 time, such as 2026-03-01T10:00:00Z')
    : [],
);

/** A point in time with its offset from UTC. `IsRFC3339` accepts days that do not exist. */
export const IsInstant = (): PropertyDecorator => Holds('isInstant', timeRule);
