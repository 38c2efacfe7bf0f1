import { recordsOf } from '@carillon/input';

/** The size of the part of a file that is in memory at once (bytes). */
const PIECE_BYTES = 1024 * 1024;

/** Opens a file, and reports the progress from 0 to 1. */
export function openFile(file: Blob, onProgress?: OnProgress): () => AsyncGenerator<Uint8Array> {
  return async function* () {
    for (let from = 0; from < file.size; from += PIECE_BYTES) {
      yield new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
      onProgress?.(Math.min(1, (from + PIECE_BYTES) / file.size));
    }
  };
}

export type OnProgress = (share: number) => void;

/** The records of a CSV file from the API. */
export function recordsIn(file: Blob): ReturnType<typeof recordsOf> {
  return recordsOf(openFile(file), { encoding: 'utf-8', delimiter: ',', newline: 'lf' });
}
