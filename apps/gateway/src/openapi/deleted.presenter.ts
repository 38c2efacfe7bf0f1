import type { Deleted } from '@carillon/contracts';
import { type Static, Type } from '@sinclair/typebox';
import { Count, Id, Part, View } from './view';

/** The response to every delete, with the keys in this order. */
export const DeletedView = View(
  'Deleted',
  {
    result: Part({ n: Count(1), ok: Type.Literal(1) }),
    deletedCount: Count(1),
    ids: Type.Array(Id()),
  },
  { description: 'The deleted items, each once, in the order of the request; unknown IDs are omitted' },
);
export type DeletedView = Static<typeof DeletedView>;

export function presentDeleted({ ids }: Deleted): DeletedView {
  return { result: { n: ids.length, ok: 1 }, deletedCount: ids.length, ids };
}
