import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientSession, Collection, Db, Document, MongoClient } from 'mongodb';
import { version } from '../../../package.json';
import { writeDocuments } from './bson-file';
import { type Manifest, type StoredCollection, writeManifest } from './manifest';

/** SnapshotTooOld and SnapshotUnavailable in MongoDB's error_codes.yml. */
const TOO_OLD = new Set<unknown>([239, 246]);

/**
 * Copies the databases whose names begin with this prefix into a new folder, as a snapshot of one moment, while the
 * stack runs. Leaves no folder behind if it fails.
 * @throws Error if the folder exists, or if copying takes longer than the server keeps the snapshot
 */
export async function makeBackup(client: MongoClient, prefix: string, folder: string): Promise<Manifest> {
  const databases = await databasesOf(client, prefix);
  if (databases.length === 0)
    throw new Error(`No database name begins with ${prefix}. Check DATABASE_PREFIX`);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await copyAll(client, databases, prefix, folder);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function copyAll(
  client: MongoClient,
  databases: Db[],
  prefix: string,
  folder: string,
): Promise<Manifest> {
  const { localTime } = (await client.db('admin').command({ hello: 1 })) as { localTime: Date };
  const session = client.startSession({ snapshot: true });
  try {
    const collections: StoredCollection[] = [];
    for (const database of databases) {
      const service = database.databaseName.slice(prefix.length);
      await mkdir(join(folder, service), { mode: 0o700 });
      for (const name of await namesOf(database))
        collections.push(await copy(database.collection(name), service, session, folder));
    }
    const madeAt = localTime.toISOString();
    const manifest: Manifest = { format: 1, release: version, madeAt, collections };
    await writeManifest(folder, manifest);
    return manifest;
  } catch (error) {
    if (TOO_OLD.has((error as { code?: unknown }).code))
      throw new Error('The copy took too long. Raise minSnapshotHistoryWindowInSeconds of the database', {
        cause: error,
      });
    throw error;
  } finally {
    await session.endSession();
  }
}

export async function databasesOf(client: MongoClient, prefix: string): Promise<Db[]> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  return databases.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => client.db(name));
}

async function namesOf(database: Db): Promise<string[]> {
  const found = await database.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
}

async function copy(
  collection: Collection,
  service: string,
  session: ClientSession,
  folder: string,
): Promise<StoredCollection> {
  const name = collection.collectionName;
  const file = join(service, `${name}.bson.gz`);
  const documents = collection.find({}, { raw: true, session }) as unknown as AsyncIterable<Uint8Array>;
  const written = await writeDocuments(join(folder, file), documents);
  const indexes = await collection.indexes();
  return {
    ...{ service, name, file, options: await collection.options() },
    indexes: indexes.filter((index) => index.name !== '_id_').map(definitionOf),
    ...written,
  };
}

function definitionOf({ v: _v, ns: _ns, ...index }: Document): Document {
  return index;
}
