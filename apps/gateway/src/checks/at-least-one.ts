import { AppError } from '@carillon/contracts';

/** What a change changes, which must be something. @throws AppError validation_failed. */
export function atLeastOne<T extends object>(change: T): { [K in keyof T]: T[K] } {
  requireSome(change);
  return Object.assign({}, change);
}

/** A change must change something. @throws AppError validation_failed. */
export function requireSome(change: object): void {
  if (Object.keys(change).length > 0) return;
  throw new AppError('validation_failed', undefined, [
    { field: '', code: 'required', detail: 'Give at least one field to change' },
  ]);
}
