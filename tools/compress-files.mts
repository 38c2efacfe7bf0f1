import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Smaller files are not compressed (bytes). */
const LEAST_COMPRESSED = 1_024;

/**
 * Writes a .br and a .gz file beside each file that browsers load, so that no request compresses anything.
 * @param folder the folder of a build, including all subfolders
 * @param named the names of the files to compress
 */
export function compressFiles(folder: string, named: RegExp): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !named.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = readFileSync(path);
    if (plain.length < LEAST_COMPRESSED) continue;
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      [constants.BROTLI_PARAM_QUALITY]: 9,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }));
    writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
  }
}
