import type { Collection, Document, Filter } from 'mongodb';

/**
 * Removes documents whose `_id` lies between two values, so many at most; a whole ledger at once would take too long.
 * True when none is left.
 */
export async function removeSome<T extends Document>(
  collection: Collection<T>,
  [from, to]: readonly [T['_id'], T['_id']],
  limit: number,
): Promise<boolean> {
  const range = { _id: { $gte: from, $lte: to } } as Filter<T>;
  const [last] = await collection
    .find(range)
    .project<{ _id: unknown }>({ _id: 1 })
    .sort({ _id: 1 })
    .skip(limit - 1)
    .limit(1)
    .toArray();
  await collection.deleteMany(last ? ({ _id: { $gte: from, $lte: last._id } } as Filter<T>) : range);
  return last === undefined;
}
