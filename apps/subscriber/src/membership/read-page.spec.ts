import { readPage } from './read-page';

interface Row {
  _id: { toHexString(): string };
  address: string;
  extraData?: string;
}

const rows = (count: number, extraData?: string): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    _id: { toHexString: () => `${n}` },
    address: 'a@example.com',
    ...(extraData !== undefined && { extraData }),
  }));

/** A small collection, whose IDs are positions. Records the requested numbers of documents. */
const collection =
  (documents: Row[], requested: number[] = []) =>
  (after: string | null, count: number): Promise<Row[]> => {
    requested.push(count);
    const from = after === null ? 0 : Number(after) + 1;
    return Promise.resolve(documents.slice(from, from + count));
  };
const same = (row: Row): Row => row;
const all = (documents: Row[], limit: number, requested: number[] = []) =>
  readPage(collection(documents, requested), { after: null, limit }, same);
const page = async (documents: Row[], limit: number): Promise<{ length: number; next: string | null }> => {
  const { items, next } = await all(documents, limit);
  return { length: items.length, next };
};

describe('readPage', () => {
  it('returns all items if they fit', async () => {
    expect(await page([], 3)).toEqual({ length: 0, next: null });
    expect(await page(rows(2), 3)).toEqual({ length: 2, next: null });
    expect(await page(rows(3), 3)).toEqual({ length: 3, next: null });
  });

  it('returns a cursor after the last item if there are more', async () => {
    expect(await page(rows(4), 3)).toEqual({ length: 3, next: '2' });
  });

  it('ends before the items exceed 1 MiB', async () => {
    const { items, next } = await all(rows(1000, 'x'.repeat(16_000)), 1000);
    expect(JSON.stringify(items).length).toBeGreaterThan(950_000);
    expect(JSON.stringify(items).length).toBeLessThan(1024 * 1024);
    expect(next).toBe(items.at(-1)?._id.toHexString());
  });

  it('counts bytes, not characters', async () => {
    const { items } = await all(rows(1000, '€'.repeat(5_000)), 1000);
    expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(1024 * 1024);
  });

  it('always returns the first item, even if it exceeds the limit', async () => {
    expect(await page(rows(2, 'x'.repeat(2_000_000)), 10)).toEqual({ length: 1, next: '0' });
  });

  it('continues after an ID', async () => {
    const { items, next } = await readPage(collection(rows(10)), { after: '6', limit: 5 }, same);
    expect(items.map(({ _id }) => _id.toHexString())).toEqual(['7', '8', '9']);
    expect(next).toBeNull();
  });

  it('reads at most two chunks when documents have similar sizes', async () => {
    const requested: number[] = [];
    expect((await all(rows(2_000), 1_000, requested)).items).toHaveLength(1_000);
    expect(requested).toEqual([256, 745]);
  });

  it('reads no more than necessary', async () => {
    const requested: number[] = [];
    await all(rows(100), 3, requested);
    expect(requested).toEqual([4]);
    requested.length = 0;
    const { items } = await all(rows(1_000, 'x'.repeat(3_000)), 1_000, requested);
    expect(requested.reduce((sum, count) => sum + count)).toBeLessThan(items.length + 3);
  });

  it('continues when later documents are smaller than the first', async () => {
    const documents = rows(1_000).map((row, n) => (n < 256 ? { ...row, extraData: 'x'.repeat(3_500) } : row));
    expect(await page(documents, 1_000)).toEqual({ length: 420, next: '419' });
  });
});
