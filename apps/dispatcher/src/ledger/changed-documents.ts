import { ObjectId } from 'mongodb';
import { type Model, mongo } from 'mongoose';

/**
 * The database replaces an empty timestamp at the top level of a written document with its own logical time, which is
 * different for each write and never runs backward. A process that was halted before its write therefore can't write an
 * old time.
 */
export const CHANGED_NOW = new mongo.Timestamp({ t: 0, i: 0 });

/** Finds changed documents of a user by reading only the index. */
export const CHANGES_INDEX = [
  { user: 1, changed: 1, _id: 1 },
  { name: 'changes', partialFilterExpression: { changed: { $exists: true } } },
] as const;

/** The ID of a document, and its last change. */
export interface ChangedDocument {
  id: string;
  change: string;
}

/** The documents of a user that were written after a change, in the order of their last change. */
export async function changedDocuments<T extends { _id: string; user?: ObjectId; changed?: mongo.Timestamp }>(
  documents: Model<T>,
  user: string,
  after: string,
  limit: number,
): Promise<ChangedDocument[]> {
  const found = await documents
    .find({ user: new ObjectId(user), changed: { $gt: timestampOf(after) } } as object, { changed: 1 })
    .sort({ changed: 1 })
    .hint('changes')
    .limit(limit)
    .lean<{ _id: string; changed: mongo.Timestamp }[]>();
  return found.map(({ _id, changed }) => ({
    id: _id,
    change: `${changed.t}.${changed.i}`,
  }));
}

/** The change with which a second begins. */
export function changeAt(time: Date): string {
  return `${Math.floor(time.getTime() / 1000)}.0`;
}

function timestampOf(change: string): mongo.Timestamp {
  const [t = 0, i = 0] = change.split('.').map(Number);
  return new mongo.Timestamp({ t, i });
}
