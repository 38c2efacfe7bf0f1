import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from 'mongodb';

/** A collection in a backup. `file` contains its documents. */
export interface StoredCollection {
  /** The service that owns the collection's database: the database's name without the prefix. */
  service: string;
  name: string;
  /**
   * The path relative to the folder of the backup. The file contains BSON documents one after the other, compressed
   * with gzip.
   */
  file: string;
  options: Document;
  /** All indexes except the index on `_id`. */
  indexes: Document[];
  documents: number;
  /** The digest of the documents before compression. */
  sha256: string;
}

/** The contents of a backup. This file is written last: a folder without it is not a backup. */
export interface Manifest {
  format: 1;
  /** The release that made the backup. If absent, a release before 0.3.0. */
  release?: string;
  /** All documents are from one moment: this time or shortly after it (database time, ISO 8601). */
  madeAt: string;
  collections: StoredCollection[];
}

const NAME = 'backup.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = join(folder, `${NAME}.unfinished`);
  await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, join(folder, NAME));
}

/** @throws Error if the folder contains no backup, a damaged backup, or a backup of another format */
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
