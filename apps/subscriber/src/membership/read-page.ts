/** The approximate size of a page as JSON: it is one message, and both ends hold it in memory. */
const MAX_BYTES = 1024 * 1024;
/** The size of the IDs, times, and punctuation of one item. */
const FIXED_BYTES = 350;
/** The documents of the first chunk. Their size determines how many more fit. */
const FIRST_CHUNK = 256;

interface Readable {
  _id: { toHexString(): string };
  address: string;
  extraData?: string;
  /** Further values of the item. */
  values?: object;
}

/** Reads `count` documents after an ID, or fewer if there are no more. */
export type ReadChunk<D> = (after: string | null, count: number) => Promise<D[]>;

/**
 * Reads at most `limit` documents and stops before the page is too large; the first document is always in it. `next` is
 * the ID to continue after, null at the end. Reads one or two chunks, because each chunk costs a query.
 */
export async function readPage<D extends Readable, T>(
  read: ReadChunk<D>,
  { after, limit }: { after: string | null; limit: number },
  toItem: (document: D) => T,
): Promise<{ items: T[]; next: string | null }> {
  const items: T[] = [];
  let last: D | undefined;
  let bytes = 0;
  for (;;) {
    const wanted = Math.min(limit + 1 - items.length, chunk(items.length, bytes));
    const documents = await read(last?._id.toHexString() ?? after, wanted);
    for (const document of documents) {
      bytes += weightOf(document);
      if (last && (items.length === limit || bytes > MAX_BYTES))
        return { items, next: last._id.toHexString() };
      items.push(toItem(document));
      last = document;
    }
    if (documents.length < wanted) return { items, next: null };
  }
}

/**
 * The number of documents that still fit if they are as large as those read so far, and one more, which shows whether a
 * next page exists.
 */
function chunk(read: number, bytes: number): number {
  if (read === 0) return FIRST_CHUNK;
  return Math.max(0, Math.floor((MAX_BYTES - bytes) / (bytes / read))) + 1;
}

function weightOf({ address, extraData, values }: Readable): number {
  const further = values === undefined ? 0 : Buffer.byteLength(JSON.stringify(values));
  return FIXED_BYTES + address.length + Buffer.byteLength(extraData ?? '') + further;
}
