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

/** A cursor in little, which notes what was read of it. */
async function* cursor(documents: Row[], read: Row[] = []): AsyncGenerator<Row> {
  for (const document of documents) {
    read.push(document);
    yield await Promise.resolve(document);
  }
}
const same = (row: Row): Row => row;
const page = async (documents: Row[], limit: number): Promise<{ length: number; next: string | null }> => {
  const { items, next } = await readPage(cursor(documents), limit, same);
  return { length: items.length, next };
};

describe('reading a page', () => {
  it('ends with what there is', async () => {
    expect(await page([], 3)).toEqual({ length: 0, next: null });
    expect(await page(rows(2), 3)).toEqual({ length: 2, next: null });
    expect(await page(rows(3), 3)).toEqual({ length: 3, next: null });
  });

  it('continues after its last item when there is more', async () => {
    expect(await page(rows(4), 3)).toEqual({ length: 3, next: '2' });
  });

  it('is cut before it weighs more than 1 MiB', async () => {
    const { items, next } = await readPage(cursor(rows(1000, 'x'.repeat(16_000))), 1000, same);
    expect(JSON.stringify(items).length).toBeGreaterThan(950_000);
    expect(JSON.stringify(items).length).toBeLessThan(1024 * 1024);
    expect(next).toBe(items.at(-1)?._id.toHexString());
  });

  it('weighs bytes, not characters', async () => {
    const { items } = await readPage(cursor(rows(1000, '€'.repeat(5_000))), 1000, same);
    expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(1024 * 1024);
  });

  it('has its first item, however heavy', async () => {
    expect(await page(rows(2, 'x'.repeat(2_000_000)), 10)).toEqual({ length: 1, next: '0' });
  });

  it('reads no further than it must', async () => {
    const read: Row[] = [];
    await readPage(cursor(rows(100), read), 3, same);
    expect(read).toHaveLength(4);
  });
});
