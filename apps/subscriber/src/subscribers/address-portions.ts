import type { Collection } from 'mongoose';

/** Addresses that are fetched together: some 250 KB. */
const PORTION = 5_000;

/**
 * The addresses of all documents of a collection that a search finds, in order, portion by portion, read from an index
 * alone. By the driver's own cursor: of a million, Mongoose's would pass over each by itself.
 */
export async function* addressPortions(
  { collection }: { collection: Collection },
  filter: object,
  index: Readonly<Record<string, 1>>,
): AsyncGenerator<string[]> {
  const found = collection
    .find<{ address: string }>(filter, { projection: { _id: 0, address: 1 } })
    .sort({ address: 1 })
    .hint(index)
    .batchSize(PORTION);
  try {
    while (await found.hasNext()) yield found.readBufferedDocuments().map(({ address }) => address);
  } finally {
    await found.close();
  }
}
