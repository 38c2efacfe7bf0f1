import { severalAtOnce } from './several-at-once';

const settled = () => new Promise(setImmediate);

describe('work on several items at once', () => {
  const begun: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const work = (item: number) => {
    begun.push(item);
    return new Promise<void>((resolve, reject) => ends.set(item, { resolve, reject }));
  };
  beforeEach(() => {
    begun.length = 0;
    ends.clear();
  });

  it('starts as many items as allowed, and the next one when one ends, in order', async () => {
    const all = severalAtOnce([1, 2, 3, 4], 2, work);
    expect(begun).toEqual([1, 2]);
    ends.get(2)?.resolve();
    await settled();
    expect(begun).toEqual([1, 2, 3]);
    ends.get(3)?.resolve();
    await settled();
    for (const { resolve } of ends.values()) resolve();
    await all;
    expect(begun).toEqual([1, 2, 3, 4]);
  });

  it('starts no item after a failure, and fails when the items in progress have ended', async () => {
    let hasEnded = false;
    const all = severalAtOnce([1, 2, 3, 4], 2, work).finally(() => (hasEnded = true));
    ends.get(1)?.reject(new Error('refused'));
    await settled();
    expect([begun, hasEnded]).toEqual([[1, 2], false]);
    ends.get(2)?.resolve();
    await expect(all).rejects.toThrow('refused');
    expect(begun).toEqual([1, 2]);
  });

  it('ends at once without items', async () => {
    await severalAtOnce([], 2, work);
    expect(begun).toEqual([]);
  });
});
