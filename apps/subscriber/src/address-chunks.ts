import { readLimitMs } from '@carillon/mongo';
import type { Collection } from 'mongoose';

/** Addresses that are fetched at a time: about 250 KB. */
const CHUNK = 5_000;

/**
 * Yields the addresses of all documents that match a filter, in the order of an index and from the index alone, a chunk
 * at a time. It uses the driver's cursor: Mongoose's handles each of a million documents by itself.
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
