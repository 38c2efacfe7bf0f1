import type { Deleted } from '@carillon/contracts';

/** The answer to every delete, in this order of keys. */
export interface DeletedView {
  result: { n: number; ok: 1 };
  deletedCount: number;
  ids: string[];
}

export function presentDeleted({ ids }: Deleted): DeletedView {
  return { result: { n: ids.length, ok: 1 }, deletedCount: ids.length, ids };
}
