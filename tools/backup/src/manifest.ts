import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from 'mongodb';

/** A collection in a backup; its documents are in `file`. */
export interface StoredCollection {
  /** The service whose database it is in: the database's name without the prefix. */
  service: string;
  name: string;
  /** Relative to the folder of the backup: BSON documents one after the other, compressed by gzip. */
  file: string;
  options: Document;
  /** Without the one of `_id`. */
  indexes: Document[];
  documents: number;
  /** Of the documents before they are compressed. */
  sha256: string;
}

/** The contents of a backup. It is written last: a folder without it is no backup. */
export interface Manifest {
  format: 1;
  /** The release that made it; absent: one before 0.3.0 was released. */
  release?: string;
  /** All documents are as they were at one moment, at this time or shortly after (database time, ISO 8601). */
  madeAt: string;
  collections: StoredCollection[];
}

const NAME = 'backup.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = join(folder, `${NAME}.unfinished`);
  await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, join(folder, NAME));
}

/** @throws Error if there is no backup in the folder, a damaged one, or one of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new Error(`There is no backup in ${folder}: ${NAME} is missing`);
  });
  const manifest = parse(text);
  if ((manifest.format as number) !== 1)
    throw new Error(`The backup has format ${manifest.format}. This release reads format 1`);
  return manifest;
}

function parse(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    throw new Error(`${NAME} is damaged`, { cause: error });
  }
}
