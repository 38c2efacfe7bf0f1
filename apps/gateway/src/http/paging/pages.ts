import { Readable } from 'node:stream';

/** A part of a list as services return it: where it begins (null: at the start) and how many items it can have. */
interface Slice {
  after: string | null;
  limit: number;
}

export interface Page<T> {
  items: T[];
  next: string | null;
}

export type FetchPage<T> = (slice: Slice) => Promise<Page<T>>;

/** The maximum number of items that a service returns at a time. */
export const MAX_SLICE = 1000;

/**
 * The pages of a list, one after another, until `limit` items (null: all) were yielded. Returns where the next page
 * begins, or null at the end.
 */
export async function* pages<T>(
  fetch: FetchPage<T>,
  after: string | null,
  limit: number | null,
): AsyncGenerator<T[], string | null> {
  let position = after;
  let left = limit ?? Infinity;
  for (;;) {
    const page = await fetch({ after: position, limit: Math.min(left, MAX_SLICE) });
    yield page.items;
    left -= page.items.length;
    position = page.next;
    if (position === null || left <= 0) return position;
  }
}

/** A list that is collected from its pages. */
export async function gather<T>(from: AsyncGenerator<T[], string | null>): Promise<Page<T>> {
  const items: T[] = [];
  for (;;) {
    const step = await from.next();
    if (step.done) return { items, next: step.value };
    for (const item of step.value) items.push(item);
  }
}

/** Pages whose first page is already fetched. */
export async function* startingWith<T>(
  first: T[],
  rest: AsyncIterable<T[]> | Iterable<T[]>,
): AsyncGenerator<T[]> {
  yield first;
  yield* rest;
}

/**
 * All pages of a list, after the first one has arrived. An error of the first page is thrown before anything is
 * yielded.
 */
export async function allPages<T>(fetch: FetchPage<T>): Promise<AsyncGenerator<T[]>> {
  const { items, next } = await fetch({ after: null, limit: MAX_SLICE });
  return startingWith(items, next === null ? [] : pages(fetch, next, null));
}

/**
 * `{"data":{"<key>":[…]}}` created from pages as they arrive, so that at most two pages are in memory. The next page is
 * requested when the client can receive it. If a page fails, the stream fails, and the JSON is incomplete.
 */
export function listStream<T>(
  key: string,
  pages: AsyncIterable<readonly T[]>,
  present: (item: T) => object,
): Readable {
  return Readable.from(jsonOf(key, pages, present), { objectMode: false, highWaterMark: 1 });
}

async function* jsonOf<T>(
  key: string,
  pages: AsyncIterable<readonly T[]>,
  present: (item: T) => object,
): AsyncGenerator<Buffer> {
  let before = `{"data":{${JSON.stringify(key)}:[`;
  for await (const items of pages) {
    if (items.length === 0) continue;
    yield Buffer.from(before + items.map((item) => JSON.stringify(present(item))).join(','));
    before = ',';
  }
  yield Buffer.from(before === ',' ? ']}}' : `${before}]}}`);
}
