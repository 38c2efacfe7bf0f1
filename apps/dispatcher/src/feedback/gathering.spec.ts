import { Gathering } from './delivery-reports';

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

const gathering = (writes: Writes, more = {}): Gathering<string> =>
  new Gathering({ forMs: 100, atOnce: 10, most: 5, write: writes.write, ...more });
const settled = async (work: Promise<void>[]): Promise<string[]> =>
  (await Promise.allSettled(work)).map(({ status }) => status);

describe('gathered items', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are written once for each key, after a moment', async () => {
    const writes = new Writes();
    const all = gathering(writes);
    const work = [all.add('a', '1'), all.add('b', '2'), all.add('a', '3')];
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

  it('resolve only when they are written', async () => {
    const writes = new Writes();
    let isDone = false;
    void gathering(writes)
      .add('a', '1')
      .then(() => (isDone = true));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(isDone).toBe(false);
    writes.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(isDone).toBe(true);
  });

  it('fail with their own key alone', async () => {
    const writes = new Writes();
    writes.broken.add('a');
    const all = gathering(writes);
    const work = [all.add('a', '1'), all.add('b', '2'), all.add('a', '3')];
    const ends = settled(work);
    await jest.advanceTimersByTimeAsync(100);
    writes.end();
    expect(await ends).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  it('have one write per key at a time: items that arrive meanwhile wait for the next write', async () => {
    const writes = new Writes();
    const all = gathering(writes);
    void all.add('a', '1');
    await jest.advanceTimersByTimeAsync(100);
    for (const item of ['2', '3', '4']) void all.add('a', item);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(writes.seen).toEqual([['a', ['1']]]);
    writes.end();
    await jest.advanceTimersByTimeAsync(100);
    expect(writes.seen.slice(1)).toEqual([['a', ['2', '3', '4']]]);
  });

  it('do not wait longer when there are enough of them', async () => {
    const writes = new Writes();
    const all = gathering(writes);
    for (let n = 0; n < 5; n++) void all.add('a', String(n));
    await jest.advanceTimersByTimeAsync(0);
    expect(writes.seen).toEqual([['a', ['0', '1', '2', '3', '4']]]);
  });

  it('are written for a few keys at a time', async () => {
    const writes = new Writes();
    const all = gathering(writes, { atOnce: 2 });
    const work = ['a', 'b', 'c', 'd', 'e'].map((key) => all.add(key, key));
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
