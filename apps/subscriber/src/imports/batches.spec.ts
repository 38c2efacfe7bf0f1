import type { FileRecord } from '@carillon/input';
import { type Batch, ahead, batches } from './batches';

/** Records with one line and this many bytes each. */
const records = (sizes: readonly number[], start = 0): FileRecord[] => {
  let offset = start;
  return sizes.map((size, n) => {
    offset += size;
    const next = { line: n + 2, offset };
    return { line: n + 1, next, bytes: Buffer.alloc(0), cells: null, flaw: null };
  });
};
async function* chunks(all: FileRecord[], size: number): AsyncGenerator<FileRecord[]> {
  for (let from = 0; from < all.length; from += size)
    yield await Promise.resolve(all.slice(from, from + size));
}
const gathered = async (found: AsyncIterable<Batch>): Promise<Batch[]> => {
  const all: Batch[] = [];
  for await (const batch of found) all.push(batch);
  return all;
};
const start = { offset: 0, line: 1 };
const sizes = async (all: FileRecord[], chunk = 100): Promise<number[]> =>
  (await gathered(batches(chunks(all, chunk), start))).map((batch) => batch.records.length);

describe('batches', () => {
  it('end after a thousand records or one MiB, regardless of the chunk sizes', async () => {
    const small = records(Array.from({ length: 2_500 }, () => 50));
    const large = records(Array.from({ length: 40 }, () => 60_000));
    for (const chunk of [1, 7, 999, 1_000, 1_001, 3_000]) {
      expect(await sizes(small, chunk)).toEqual([1_000, 1_000, 500]);
      expect(await sizes(large, chunk)).toEqual([18, 18, 4]);
    }
  });

  it('include the position of the next batch, and mark the last one', async () => {
    const all = records(Array.from({ length: 1_000 }, () => 10));
    const found = await gathered(batches(chunks(all, 100), start));
    expect(found.map(({ next, isLast }) => [next.offset, next.line, isLast])).toEqual([
      [10_000, 1_001, false],
      [10_000, 1_001, true],
    ]);
    expect(await gathered(batches(chunks([], 1), start))).toEqual([
      { records: [], next: start, isLast: true },
    ]);
  });
});

describe('ahead', () => {
  it('yields the same items, and prepares the next one while an item is in use', async () => {
    const made: number[] = [];
    async function* numbers(): AsyncGenerator<number> {
      for (let n = 1; n <= 3; n++) {
        made.push(n);
        yield await Promise.resolve(n);
      }
    }
    const seen: [number, number][] = [];
    for await (const n of ahead(numbers())) {
      await Promise.resolve();
      seen.push([n, made.length]);
    }
    expect(seen.map(([n]) => n)).toEqual([1, 2, 3]);
    expect(seen[0]?.[1]).toBe(2);
  });

  it('fails where its source fails, and closes the source when the consumer stops', async () => {
    let closed = 0;
    async function* failing(): AsyncGenerator<number> {
      try {
        yield await Promise.resolve(1);
        throw new Error('no more');
      } finally {
        closed += 1;
      }
    }
    const all = async (): Promise<void> => {
      for await (const n of ahead(failing())) expect(n).toBe(1);
    };
    await expect(all()).rejects.toThrow('no more');
    for await (const n of ahead(failing())) if (n === 1) break;
    expect(closed).toBe(2);
  });
});
