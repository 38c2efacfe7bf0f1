import { AppError } from '@carillon/contracts';

/** There is no group that somebody could be added to. */
export function unknownSlug(): AppError {
  return new AppError('group_not_found', undefined, [
    { field: 'groupSlug', code: 'not_found', detail: 'There is no group with this slug' },
  ]);
}
