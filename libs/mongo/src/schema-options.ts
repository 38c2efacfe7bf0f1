import { type SchemaOptions, mongo } from 'mongoose';

/** Options of the schema of an object within a document. */
export const part = {
  // Stored data gets no additional ID or version, and empty objects are kept.
  _id: false,
  id: false,
  versionKey: false,
  minimize: false,
  // By default a filter loses the paths that the schema does not know, and then matches the documents of all users.
  strict: 'throw',
  strictQuery: 'throw',
} as const satisfies SchemaOptions;

/** Options of the schema of a collection. */
export function collection(name: string): SchemaOptions {
  return { ...part, _id: true, collection: name };
}

/** Documents of a schema's class are plain objects, never instances of the class. */
export type Plain<T> = { [K in keyof T]: T[K] };

/** A filter for the document with this ID that belongs to this user. */
export function owned(userId: string, id: string): { _id: mongo.ObjectId; userId: mongo.ObjectId } {
  return { _id: new mongo.ObjectId(id), userId: new mongo.ObjectId(userId) };
}
