import type { Model, mongo } from 'mongoose';
import { refusedDuplicates } from './database-errors';

/**
 * Inserts the documents whose key doesn't exist yet, and returns the indexes of the others. Throws on any other error,
 * and if a majority did not store the written documents.
 */
export async function insertMissing<T extends mongo.Document>(
  { collection }: Pick<Model<T>, 'collection'>,
  documents: readonly T[],
): Promise<number[]> {
  if (documents.length === 0) return [];
  try {
    // Bypasses the model's insertMany, which costs a third more per document, because no cast is needed here.
    await collection.insertMany([...documents], { ordered: false });
    return [];
  } catch (error) {
    return refusedDuplicates(error);
  }
}
