import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Batcher, type BatcherOptions } from './batcher';

/** Runs that a test ends explicitly. */
function runs(options: {
  atOnce: number;
  most: number;
  size?: { most: number; of: (item: number) => number };
}) {
  const begun: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<number, string>({
    ...options,
    run: (items) =>
      new Promise<readonly string[]>((resolve, reject) => {
        begun.push({ items, end: () => resolve(items.map((item) => `done ${item}`)), fail: reject });
      }),
  });
  return { begun, batcher };
}

describe('batched work', () => {
  // A run hangs after two seconds: a slow machine must not take that long.
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('is done together for simultaneous items', async () => {
    const { begun, batcher } = runs({ atOnce: 1, most: 10 });
    const results = [batcher.add(1), batcher.add(2)];
    await turn();
    begun[0]?.end();
    expect(await Promise.all(results)).toEqual(['done 1', 'done 2']);
    expect(begun.map(({ items }) => items)).toEqual([[1, 2]]);
  });

  it('waits while the allowed number of runs is in progress, and then runs together', async () => {
    const { begun, batcher } = runs({ atOnce: 2, most: 10 });
    const first = batcher.add(1);
    await turn();
    const second = batcher.add(2);
    await turn();
    const others = [batcher.add(3), batcher.add(4)];
    await turn();
    expect(begun.map(({ items }) => items)).toEqual([[1], [2]]);
    begun[1]?.end();
    await second;
    await turn();
    expect(begun.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]);
    begun[0]?.end();
    begun[2]?.end();
    expect(await Promise.all([first, ...others])).toEqual(['done 1', 'done 3', 'done 4']);
  });

  it('has a limited number of items in a run', async () => {
    const { begun, batcher } = runs({ atOnce: 5, most: 2 });
    const results = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    for (let n = 0; n < 5; n++) await turn();
    expect(begun.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
    for (const { end } of begun) end();
    expect(await Promise.all(results)).toHaveLength(5);
  });

  it('has a limited total size of items in a run, and runs a larger item alone', async () => {
    const { begun, batcher } = runs({ atOnce: 9, most: 9, size: { most: 10, of: (item) => item } });
    const results = [4, 6, 14, 5, 5, 1].map((item) => batcher.add(item));
    for (let n = 0; n < 5; n++) await turn();
    expect(begun.map(({ items }) => items)).toEqual([[4, 6], [14], [5, 5], [1]]);
    for (const { end } of begun) end();
    expect(await Promise.all(results)).toHaveLength(6);
  });

  it('fails for all items of a run, and continues with the next run', async () => {
    const { begun, batcher } = runs({ atOnce: 1, most: 10 });
    const failing = [batcher.add(1), batcher.add(2)];
    await turn();
    const next = batcher.add(3);
    begun[0]?.fail(new Error('away'));
    for (const each of failing) await expect(each).rejects.toThrow('away');
    await turn();
    begun[1]?.end();
    expect(await next).toBe('done 3');
  });

  it('does not wait for a run that hangs', async () => {
    const { begun, batcher } = runs({ atOnce: 1, most: 10 });
    const first = batcher.add(1);
    await turn();
    const second = batcher.add(2);
    await turn();
    expect(begun).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2_000);
    await turn();
    begun[1]?.end();
    expect(await second).toBe('done 2');
    // The end of the hanging run must not free a second place.
    begun[0]?.end();
    expect(await first).toBe('done 1');
    const more = [batcher.add(3)];
    await turn();
    more.push(batcher.add(4));
    await turn();
    expect(begun.map(({ items }) => items)).toEqual([[1], [2], [3]]);
    begun[2]?.end();
    await turn();
    await turn();
    begun[3]?.end();
    expect(await Promise.all(more)).toEqual(['done 3', 'done 4']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('runs outside of the context of its callers', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const run = (items: readonly number[]) => {
      seen.push(context.getStore());
      return Promise.resolve(items);
    };
    const batcher = new Batcher<number, number>({ atOnce: 1, most: 10, run });
    expect(await context.run('a request', () => batcher.add(1))).toBe(1);
    expect(seen).toEqual([undefined]);
  });

  it('fails if a run does not return one result for each item', async () => {
    const batcher = new Batcher<number, number>({ atOnce: 1, most: 10, run: () => Promise.resolve([]) });
    await expect(batcher.add(1)).rejects.toThrow('one result for each');
  });
});

/** Writes that complete on demand, so that a test can inspect the state in between. */
class Writes {
  readonly seen: [string, string[]][] = [];
  private readonly ends: (() => void)[] = [];
  broken = new Set<string>();

  readonly write = async (key: string, items: readonly string[]): Promise<void> => {
    this.seen.push([key, [...items]]);
    await new Promise<void>((end) => this.ends.push(end));
    if (this.broken.has(key)) throw new Error(`no ${key}`);
  };

  /** Completes the writes in progress. */
  end(): void {
    for (const end of this.ends.splice(0)) end();
  }
}

type Keyed = [key: string, item: string];
const gathering = (writes: Writes, more: Partial<BatcherOptions<Keyed, void>> = {}): Batcher<Keyed> =>
  new Batcher<Keyed>({
    ...{ waitMs: 100, atOnce: 10, most: 5 },
    keyOf: ([key]) => key,
    run: (items, key) =>
      writes.write(
        key,
        items.map(([, item]) => item),
      ),
    ...more,
  });
const settled = async (work: Promise<void>[]): Promise<string[]> =>
  (await Promise.allSettled(work)).map(({ status }) => status);

describe('batched items with keys', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are written once for each key, after a moment', async () => {
    const writes = new Writes();
    const all = gathering(writes);
    const work = [all.add(['a', '1']), all.add(['b', '2']), all.add(['a', '3'])];
    await jest.advanceTimersByTimeAsync(99);
    expect(writes.seen).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(writes.seen).toEqual([
      ['a', ['1', '3']],
      ['b', ['2']],
    ]);
    writes.end();
    expect(await settled(work)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });

  it('resolve after they are written', async () => {
    const writes = new Writes();
    let isDone = false;
    void gathering(writes)
      .add(['a', '1'])
      .then(() => (isDone = true));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(isDone).toBe(false);
    writes.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(isDone).toBe(true);
  });

  it('fail only with their own key', async () => {
    const writes = new Writes();
    writes.broken.add('a');
    const all = gathering(writes);
    const work = [all.add(['a', '1']), all.add(['b', '2']), all.add(['a', '3'])];
    const ends = settled(work);
    await jest.advanceTimersByTimeAsync(100);
    writes.end();
    expect(await ends).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  it('have one write per key at a time, and items that arrive during a write wait for the next one', async () => {
    const writes = new Writes();
    const all = gathering(writes);
    void all.add(['a', '1']);
    await jest.advanceTimersByTimeAsync(100);
    for (const item of ['2', '3', '4']) void all.add(['a', item]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(writes.seen).toEqual([['a', ['1']]]);
    writes.end();
    await jest.advanceTimersByTimeAsync(100);
    expect(writes.seen.slice(1)).toEqual([['a', ['2', '3', '4']]]);
  });

  it('are written early when there are enough of them', async () => {
    const writes = new Writes();
    const all = gathering(writes);
    for (let n = 0; n < 5; n++) void all.add(['a', String(n)]);
    await jest.advanceTimersByTimeAsync(0);
    expect(writes.seen).toEqual([['a', ['0', '1', '2', '3', '4']]]);
  });

  it('are written at once with an urgent item, but not those of other keys', async () => {
    const writes = new Writes();
    const all = gathering(writes, { isUrgent: ([, item]) => item === 'last' });
    for (const [key, item] of [
      ['a', '1'],
      ['b', '2'],
      ['a', 'last'],
    ] as const)
      void all.add([key, item]);
    await jest.advanceTimersByTimeAsync(0);
    expect(writes.seen).toEqual([['a', ['1', 'last']]]);
    await jest.advanceTimersByTimeAsync(100);
    expect(writes.seen.slice(1)).toEqual([['b', ['2']]]);
  });

  it('are written for a few keys at a time', async () => {
    const writes = new Writes();
    const all = gathering(writes, { atOnce: 2 });
    const work = ['a', 'b', 'c', 'd', 'e'].map((key) => all.add([key, key]));
    await jest.advanceTimersByTimeAsync(100);
    expect(writes.seen).toHaveLength(2);
    for (let n = 0; n < 3; n++) {
      writes.end();
      await jest.advanceTimersByTimeAsync(0);
    }
    expect(writes.seen.map(([key]) => key)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await settled(work)).toHaveLength(5);
  });
});
