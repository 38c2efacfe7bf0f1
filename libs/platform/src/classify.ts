import { AppError } from '@carillon/contracts';
import { isOutage } from './database';

/** A database outage as the error that everybody understands: wait and try again. Null: not of that kind. */
export function classify(error: unknown): AppError | null {
  if (!isOutage(error)) return null;
  return new AppError('service_unavailable', 'The database cannot be reached', [], {}, { cause: error });
}
