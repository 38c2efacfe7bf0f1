import type { ClientSession } from 'mongodb';
import type { Model, QueryFilter, mongo } from 'mongoose';

/** Inserts documents in a transaction. @throws if a key already exists */
export async function insertAll<T extends mongo.Document>(
  { collection }: Pick<Model<T>, 'collection'>,
  documents: T[],
  session: ClientSession,
): Promise<void> {
  if (documents.length > 0) await collection.insertMany(documents, { session });
}

/**
 * Removes documents with an `_id` between two values, up to a limit, because removing a whole ledger would take too
 * long. Returns true if no document is left.
 */
export async function removeSome<T extends mongo.Document>(
  model: Model<T>,
  [from, to]: readonly [T['_id'], T['_id']],
  limit: number,
): Promise<boolean> {
  const upTo = (last: unknown) => ({ _id: { $gte: from, $lte: last } }) as QueryFilter<T>;
  const [last] = await model
    .find(upTo(to), { _id: 1 })
    .sort({ _id: 1 })
    .skip(limit - 1)
    .limit(1)
    .lean<{ _id: unknown }[]>();
  await model.deleteMany(upTo(last ? last._id : to));
  return last === undefined;
}
