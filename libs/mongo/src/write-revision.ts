import type { AuditNote } from '@carillon/contracts';
import type { ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import { isDuplicateKey } from './database-errors';

/**
 * Sets fields of a document that still has this revision, which is 0 if there is no document. Returns false if another
 * process changed the document in the meantime.
 */
export async function writeRevision<T>(
  model: Model<T>,
  { id, rev }: { id: ObjectId; rev: number },
  fields: object,
  notes: AuditNote,
): Promise<boolean> {
  try {
    const { matchedCount, upsertedCount } = await model.updateOne(
      { _id: id, rev } as never,
      { $set: { ...fields, rev: rev + 1 }, $push: { notes } },
      { upsert: rev === 0 },
    );
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
