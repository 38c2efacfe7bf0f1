import { AppError } from '@carillon/contracts';
import { isOutage, isTooSlow } from './database-errors';

/**
 * Returns an outage or an overload of the database as a service_unavailable error, so that callers wait and try again.
 * Returns null for other errors.
 */
export function classify(error: unknown): AppError | null {
  const detail = isOutage(error)
    ? 'The database is unreachable'
    : isTooSlow(error)
      ? 'The database takes too long'
      : null;
  return detail === null ? null : new AppError('service_unavailable', detail, [], {}, { cause: error });
}
