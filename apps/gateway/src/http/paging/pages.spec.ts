import { type FetchPage, gather, pages } from './pages';

/** A service with the numbers below `size` that returns at most `most` at a time. */
function numbers(size: number, most: number): { fetch: FetchPage<number>; limits: number[] } {
  const limits: number[] = [];
  return {
    limits,
    fetch: ({ after, limit }) => {
      limits.push(limit);
      const start = after === null ? 0 : Number(after) + 1;
      const end = Math.min(start + Math.min(limit, most), size);
      const items = Array.from({ length: Math.max(end - start, 0) }, (_, i) => start + i);
      return Promise.resolve({ items, next: end < size ? String(end - 1) : null });
    },
  };
}

describe('a list in pages', () => {
  it('is complete without a limit', async () => {
    const { items, next } = await gather(pages(numbers(2_500, 1_000).fetch, null, null));
    expect(items).toHaveLength(2_500);
    expect(items.at(-1)).toBe(2_499);
    expect(next).toBeNull();
  });

  it('has as many items as requested, even if the service returns fewer at a time', async () => {
    const service = numbers(100, 7);
    const page = await gather(pages(service.fetch, null, 20));
    expect(page).toEqual({ items: Array.from({ length: 20 }, (_, i) => i), next: '19' });
    expect(service.limits).toEqual([20, 13, 6]);
  });

  it('continues after the previous page, and marks the end', async () => {
    expect(await gather(pages(numbers(25, 100).fetch, '19', 20))).toEqual({
      items: [20, 21, 22, 23, 24],
      next: null,
    });
    expect(await gather(pages(numbers(20, 100).fetch, null, 20))).toMatchObject({ next: null });
    expect(await gather(pages(numbers(0, 100).fetch, null, 20))).toEqual({ items: [], next: null });
  });
});
