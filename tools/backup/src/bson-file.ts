import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';

const CHUNK_BYTES = 1024 * 1024;
/** A document begins with its length in bytes, as a little-endian integer of 32 bits. Source: bsonspec.org. */
const LENGTH_BYTES = 4;

/** Writes BSON documents one after the other. Returns their number and their digest. */
export async function writeDocuments(
  file: string,
  documents: AsyncIterable<Uint8Array>,
): Promise<{ documents: number; sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const document of documents) {
      count += 1;
      hash.update(document);
      yield document;
    }
  }
  const compress = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(counted, compress, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return { documents: count, sha256: hash.digest('hex') };
}

/** @throws Error if the file is damaged */
export async function* readDocuments(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of inflated(file)) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    while (rest.length - at >= LENGTH_BYTES) {
      const length = rest.readInt32LE(at);
      if (length <= LENGTH_BYTES) throw new Error(`${file} is damaged`);
      if (rest.length - at < length) break;
      yield rest.subarray(at, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error(`${file} ends in the middle of a document`);
}

async function* inflated(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const piping = pipeline(source, gunzip);
  // The error is thrown while the chunks are read.
  piping.catch(() => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
    await piping;
  } catch (error) {
    // Add the file name, because zlib's errors do not contain it.
    if (String((error as { code?: unknown }).code).startsWith('Z_'))
      throw new Error(`${file} is damaged or cut off`, { cause: error });
    throw error;
  }
}

/** The digest of the documents in a file. @throws Error if the file is damaged */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const document of readDocuments(file)) hash.update(document);
  return hash.digest('hex');
}
