import { join } from 'node:path';
import type { Db, Document, MongoClient } from 'mongodb';
import { mongo } from 'mongoose';
import { version } from '../../../package.json';
import { digestOf, readDocuments } from './bson-file';
import { databasesOf } from './make-backup';
import { type Manifest, type StoredCollection, readManifest } from './manifest';

/** The number of documents per request. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_DOCUMENTS = 1_000;

/** Numbers, dates, and bytes keep their database types. */
const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };

/** Reads every file of a backup. @throws Error if a file is missing or damaged */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const { file, sha256 } of manifest.collections) {
    if ((await digestOf(join(folder, file))) !== sha256)
      throw new Error(`${file} differs from what was written`);
  }
  return manifest;
}

/**
 * Writes a backup into databases with this prefix, which must not exist. Checks the whole backup before it writes.
 * @throws Error if the backup is damaged or from a later release, or a database exists
 */
export async function restoreBackup(client: MongoClient, prefix: string, folder: string): Promise<Manifest> {
  const manifest = await checkBackup(folder);
  const { release = '0' } = manifest;
  if (isLater(release, version))
    throw new Error(
      `The backup is from release ${release}, but this is ${version}. Restore it with that release`,
    );
  const existing = await databasesOf(client, prefix);
  if (existing.length > 0)
    throw new Error(`${namesOf(existing)} already exist. Drop them, or choose another DATABASE_PREFIX`);
  for (const stored of manifest.collections)
    await restore(client, prefix, folder, stored).catch(async (error: unknown) => {
      const written = namesOf(await databasesOf(client, prefix).catch(() => []));
      throw new Error(`Interrupted. Drop ${written || `all of ${prefix}`}, and restore again`, {
        cause: error,
      });
    });
  return manifest;
}

function namesOf(databases: readonly Db[]): string {
  return databases.map(({ databaseName }) => databaseName).join(', ');
}

/** Whether a release is later than another release. The part after a hyphen is ignored. */
function isLater(release: string, than: string): boolean {
  const [one = '', other = ''] = [release, than].map((each) => each.split('-')[0]);
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}

async function restore(
  client: MongoClient,
  prefix: string,
  folder: string,
  { service, name, file, options, indexes }: StoredCollection,
): Promise<void> {
  const database = client.db(`${prefix}${service}`);
  const collection = await database.createCollection(name, options);
  let [batch, bytes]: [Document[], number] = [[], 0];
  const write = async (): Promise<void> => {
    if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
    [batch, bytes] = [[], 0];
  };
  for await (const document of readDocuments(join(folder, file))) {
    if (batch.length === BATCH_DOCUMENTS || bytes + document.length > BATCH_BYTES) await write();
    batch.push(mongo.BSON.deserialize(document, exact));
    bytes += document.length;
  }
  await write();
  if (indexes.length > 0) await database.command({ createIndexes: name, indexes });
}
