import { type Connection, mongo } from 'mongoose';
import type { Logger } from '@carillon/platform';

/**
 * Another index has this name, or these keys. Source: IndexOptionsConflict and IndexKeySpecsConflict in
 * error_codes.yml.
 */
const CONFLICTS = new Set<unknown>([85, 86]);

type AnyModel = Connection['models'][string];
type Index = [keys: mongo.IndexSpecification, options: mongo.CreateIndexesOptions];

/** An index whose stored definition differs from the service's. */
export interface ChangedIndex {
  collection: string;
  index: string;
}

/** Creates missing indexes, and returns the indexes whose definitions differ. */
export async function createMissingIndexes(model: AnyModel): Promise<ChangedIndex[]> {
  const changed: ChangedIndex[] = [];
  for (const index of indexesOf(model)) {
    try {
      await model.collection.createIndex(...index, {});
    } catch (error) {
      if (!isConflict(error)) throw error;
      changed.push({ collection: model.collection.collectionName, index: nameOf(index) });
    }
  }
  return changed;
}

/** Creates missing indexes, and replaces changed ones. */
export async function bringIndexesUpToDate(connection: Connection, log: Logger): Promise<number> {
  let count = 0;
  for (const model of Object.values(connection.models)) {
    for (const index of indexesOf(model)) {
      try {
        await model.collection.createIndex(...index, {});
      } catch (error) {
        if (!isConflict(error)) throw error;
        log.warn({ collection: model.collection.collectionName, index: nameOf(index) }, 'replacing an index');
        await replace(connection, model, index);
        count += 1;
      }
    }
  }
  return count;
}

/**
 * Two indexes can't have the same name, so queries run without the index while the new index is built. The old index is
 * restored if that fails. A changed index with a new name doesn't need this, because both exist.
 */
async function replace(
  connection: Connection,
  { collection }: AnyModel,
  [keys, options]: Index,
): Promise<void> {
  const same = JSON.stringify(keys);
  const old = (await collection.indexes()).find(
    ({ name, key }) => name === nameOf([keys, options]) || JSON.stringify(key) === same,
  );
  if (old?.name === undefined) throw new Error(`No conflicting index exists for ${nameOf([keys, options])}`);
  if (await changeExpiry(connection, collection.collectionName, old, [keys, options])) return;
  await collection.dropIndex(old.name);
  try {
    await collection.createIndex(keys, options, {});
  } catch (error) {
    const { key, v: _, ...before } = old;
    await collection.createIndex(key, before, {});
    throw error;
  }
}

/** Changes the expiration time of an index in place. Returns false if other options have changed, too. */
async function changeExpiry(
  connection: Connection,
  collection: string,
  old: mongo.IndexDescriptionInfo,
  [keys, options]: Index,
): Promise<boolean> {
  const { expireAfterSeconds } = options;
  if (expireAfterSeconds === undefined || old.expireAfterSeconds === undefined) return false;
  await connection.db?.command({ collMod: collection, index: { name: old.name, expireAfterSeconds } });
  return connection
    .collection(collection)
    .createIndex(keys, options, {})
    .then(() => true)
    .catch((error: unknown) => {
      if (isConflict(error)) return false;
      throw error;
    });
}

function indexesOf(model: AnyModel): Index[] {
  return model.schema.indexes().map(([keys, options]) => {
    const { _autoIndex: _, background: __, ...rest } = options as Record<string, unknown>;
    return [keys as mongo.IndexSpecification, rest];
  });
}

function nameOf([keys, { name }]: Index): string {
  return name ?? Object.entries(keys).flat().join('_');
}

function isConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && CONFLICTS.has(error.code);
}
