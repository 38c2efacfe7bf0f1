import type { FindCursor } from 'mongodb';

/** Addresses that are fetched together: some 250 KB. */
const PORTION = 5_000;

/** All addresses that a search finds, portion by portion; it is closed when nobody wants more. */
export async function* addressPortions(found: FindCursor<{ address: string }>): AsyncGenerator<string[]> {
  found.batchSize(PORTION);
  try {
    while (await found.hasNext()) yield found.readBufferedDocuments().map(({ address }) => address);
  } finally {
    await found.close();
  }
}
