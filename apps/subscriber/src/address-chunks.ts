import { readLimitMs } from '@carillon/mongo';
import type { Collection } from 'mongoose';

/** Addresses that are fetched at a time: about 250 KB. */
const CHUNK = 5_000;

/**
 * Yields the addresses of all documents that match a filter, in the order of an index, one chunk at a time. Reads only
 * the index. Uses the driver's cursor, because Mongoose's cursor handles each of a million documents individually.
 */
export async function* addressChunks(
  { collection }: { collection: Collection },
  filter: object,
  index: Readonly<Record<string, 1>>,
): AsyncGenerator<string[]> {
  const found = collection
    .find<{ address: string }>(filter, { projection: { _id: 0, address: 1 }, maxTimeMS: readLimitMs() })
    .sort({ address: 1 })
    .hint(index)
    .batchSize(CHUNK);
  try {
    while (await found.hasNext()) yield found.readBufferedDocuments().map(({ address }) => address);
  } finally {
    await found.close();
  }
}
