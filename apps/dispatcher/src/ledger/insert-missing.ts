import {
  type Collection,
  type Document,
  MongoBulkWriteError,
  type OptionalUnlessRequiredId,
  type WriteError,
} from 'mongodb';

const DUPLICATE_KEY = 11000;

/**
 * Inserts those of the documents whose key is not there yet, and answers the indexes of the others. Throws if anything
 * else went wrong, also if a majority did not keep what was written.
 */
export async function insertMissing<T extends Document>(
  collection: Collection<T>,
  documents: OptionalUnlessRequiredId<T>[],
): Promise<number[]> {
  if (documents.length === 0) return [];
  try {
    await collection.insertMany(documents, { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const refused: WriteError[] = [error.writeErrors].flat();
    const onlyDuplicates = refused.every(({ code }) => code === DUPLICATE_KEY);
    if (refused.length === 0 || !onlyDuplicates || error.result.getWriteConcernError()) throw error;
    return refused.map(({ index }) => index);
  }
}
