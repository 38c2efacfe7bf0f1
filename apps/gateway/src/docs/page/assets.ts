import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import directory from 'swagger-ui-dist/absolute-path.js';

const zipped = promisify(gzip);

/** What the page loads, by the names of the files in swagger-ui-dist. */
const types = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

export type AssetName = keyof typeof types;
export const assetNames = Object.keys(types) as AssetName[];

export interface Asset {
  type: string;
  plain: Buffer;
  zipped: Buffer;
}

const loaded = new Map<AssetName, Promise<Asset>>();

/** A file of the page, read and compressed once; null if the page has no such file. */
export function assetCalled(name: string): Promise<Asset> | null {
  const known = assetNames.find((each) => each === name);
  if (known === undefined) return null;
  const asset = loaded.get(known) ?? load(known);
  loaded.set(known, asset);
  // What could not be read now may be the next time.
  asset.catch(() => loaded.delete(known));
  return asset;
}

async function load(name: AssetName): Promise<Asset> {
  const plain = await readFile(join(directory(), name));
  return { type: types[name], plain, zipped: await zipped(plain) };
}
