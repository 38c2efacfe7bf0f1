import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Gathered } from './gathered';

/** Runs that end under control of the test. */
function runs(options: {
  atOnce: number;
  most: number;
  size?: { most: number; of: (item: number) => number };
}) {
  const begun: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const gathered = new Gathered<number, string>({
    ...options,
    run: (items) =>
      new Promise((resolve, reject) => {
        begun.push({ items, end: () => resolve(items.map((item) => `done ${item}`)), fail: reject });
      }),
  });
  return { begun, gathered };
}

describe('gathered work', () => {
  // A run hangs after two seconds: a slow machine must not take that long.
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('is done together for what comes at the same moment', async () => {
    const { begun, gathered } = runs({ atOnce: 1, most: 10 });
    const results = [gathered.add(1), gathered.add(2)];
    await turn();
    begun[0]?.end();
    expect(await Promise.all(results)).toEqual(['done 1', 'done 2']);
    expect(begun.map(({ items }) => items)).toEqual([[1, 2]]);
  });

  it('waits while as many runs as allowed are under way, and then goes into one', async () => {
    const { begun, gathered } = runs({ atOnce: 2, most: 10 });
    const first = gathered.add(1);
    await turn();
    const second = gathered.add(2);
    await turn();
    const others = [gathered.add(3), gathered.add(4)];
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

  it('has at most so many items in a run', async () => {
    const { begun, gathered } = runs({ atOnce: 5, most: 2 });
    const results = [1, 2, 3, 4, 5].map((item) => gathered.add(item));
    for (let n = 0; n < 5; n++) await turn();
    expect(begun.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
    for (const { end } of begun) end();
    expect(await Promise.all(results)).toHaveLength(5);
  });

  it('has at most so large items in a run, and a larger one alone', async () => {
    const { begun, gathered } = runs({ atOnce: 9, most: 9, size: { most: 10, of: (item) => item } });
    const results = [4, 6, 14, 5, 5, 1].map((item) => gathered.add(item));
    for (let n = 0; n < 5; n++) await turn();
    expect(begun.map(({ items }) => items)).toEqual([[4, 6], [14], [5, 5], [1]]);
    for (const { end } of begun) end();
    expect(await Promise.all(results)).toHaveLength(6);
  });

  it('fails for all items of a run, and goes on with the next', async () => {
    const { begun, gathered } = runs({ atOnce: 1, most: 10 });
    const failing = [gathered.add(1), gathered.add(2)];
    await turn();
    const next = gathered.add(3);
    begun[0]?.fail(new Error('away'));
    for (const each of failing) await expect(each).rejects.toThrow('away');
    await turn();
    begun[1]?.end();
    expect(await next).toBe('done 3');
  });

  it('waits for no run that hangs', async () => {
    const { begun, gathered } = runs({ atOnce: 1, most: 10 });
    const first = gathered.add(1);
    await turn();
    const second = gathered.add(2);
    await turn();
    expect(begun).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2_000);
    await turn();
    begun[1]?.end();
    expect(await second).toBe('done 2');
    // Its end frees no second place.
    begun[0]?.end();
    expect(await first).toBe('done 1');
    const more = [gathered.add(3)];
    await turn();
    more.push(gathered.add(4));
    await turn();
    expect(begun.map(({ items }) => items)).toEqual([[1], [2], [3]]);
    begun[2]?.end();
    await turn();
    await turn();
    begun[3]?.end();
    expect(await Promise.all(more)).toEqual(['done 3', 'done 4']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is done in the context of none of its callers', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const run = (items: readonly number[]) => {
      seen.push(context.getStore());
      return Promise.resolve(items);
    };
    const gathered = new Gathered<number, number>({ atOnce: 1, most: 10, run });
    expect(await context.run('a request', () => gathered.add(1))).toBe(1);
    expect(seen).toEqual([undefined]);
  });

  it('fails if a run has not one result for each item', async () => {
    const gathered = new Gathered<number, number>({ atOnce: 1, most: 10, run: () => Promise.resolve([]) });
    await expect(gathered.add(1)).rejects.toThrow('one result for each');
  });
});
