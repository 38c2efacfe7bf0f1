import { Readable } from 'node:stream';

/**
 * `{"data":{"<key>":[…]}}` made from pages while they arrive, so that no more than a page or two is ever held: the next
 * one is asked for when the client has room for it. When a page fails the stream does, and the JSON stays open.
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
