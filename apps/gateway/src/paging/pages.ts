/** A part of a list as services hand it out: where it begins (null: at the start) and how many items it may have. */
export interface Slice {
  after: string | null;
  limit: number;
}

export interface Page<T> {
  items: T[];
  next: string | null;
}

export type FetchPage<T> = (slice: Slice) => Promise<Page<T>>;

/** The most that a service hands out at once. */
export const MAX_SLICE = 1000;

/**
 * The pages of a list, one after another, until `limit` items (null: all) were handed out. Returns where the rest
 * begins, null if there is none.
 */
export async function* pages<T>(
  fetch: FetchPage<T>,
  after: string | null,
  limit: number | null,
): AsyncGenerator<T[], string | null> {
  let place = after;
  let left = limit ?? Infinity;
  for (;;) {
    const page = await fetch({ after: place, limit: Math.min(left, MAX_SLICE) });
    yield page.items;
    left -= page.items.length;
    place = page.next;
    if (place === null || left <= 0) return place;
  }
}

/** A list gathered from its pages. */
export async function gather<T>(from: AsyncGenerator<T[], string | null>): Promise<Page<T>> {
  const items: T[] = [];
  for (;;) {
    const step = await from.next();
    if (step.done) return { items, next: step.value };
    for (const item of step.value) items.push(item);
  }
}

/** Pages of which the first has been fetched already. */
export async function* startingWith<T>(first: T[], rest: AsyncIterable<T[]>): AsyncGenerator<T[]> {
  yield first;
  yield* rest;
}
