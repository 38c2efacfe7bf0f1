import { AppError } from '@carillon/contracts';
import { isOutage } from './database';

/**
 * Returns a database outage as a service_unavailable error, so that callers wait and try again. Returns null for other
 * errors.
 */
export function classify(error: unknown): AppError | null {
  if (!isOutage(error)) return null;
  return new AppError('service_unavailable', 'The database cannot be reached', [], {}, { cause: error });
}
