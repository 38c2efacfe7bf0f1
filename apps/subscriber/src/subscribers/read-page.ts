/** What a page may weigh as JSON, about: the broker carries it whole, and both ends hold it in memory. */
const MAX_BYTES = 1024 * 1024;
/** Ids, times and punctuation of one item. */
const FIXED_BYTES = 350;

interface Readable {
  _id: { toHexString(): string };
  address: string;
  extraData?: string;
}

/**
 * Reads at most `limit` documents and stops before they grow too heavy; the first is always in the page. `next` is the id
 * to continue after, null at the end.
 */
export async function readPage<D extends Readable, T>(
  documents: AsyncIterable<D>,
  limit: number,
  toItem: (document: D) => T,
): Promise<{ items: T[]; next: string | null }> {
  const items: T[] = [];
  let last: D | undefined;
  let bytes = 0;
  for await (const document of documents) {
    bytes += FIXED_BYTES + document.address.length + Buffer.byteLength(document.extraData ?? '');
    if (last && (items.length === limit || bytes > MAX_BYTES)) return { items, next: last._id.toHexString() };
    items.push(toItem(document));
    last = document;
  }
  return { items, next: null };
}
