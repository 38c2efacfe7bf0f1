import { SharedReads } from './shared-reads';

/** Reads that end when the test says so. */
function heldReads() {
  const reads: { resolve: (result: string) => void; reject: (error: Error) => void }[] = [];
  const read = (): Promise<string> =>
    new Promise((resolve, reject) => {
      reads.push({ resolve, reject });
    });
  return { reads, read };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('shared reads', () => {
  it('begin at once if none is in progress', async () => {
    const shared = new SharedReads<string>();
    const { reads, read } = heldReads();
    const first = shared.read('a', read);
    reads[0]?.resolve('first');
    expect(await first).toBe('first');
    await settled();
    const second = shared.read('a', read);
    expect(reads).toHaveLength(2);
    reads[1]?.resolve('second');
    expect(await second).toBe('second');
  });

  it('never return what was read before the request', async () => {
    const shared = new SharedReads<string>();
    const { reads, read } = heldReads();
    const first = shared.read('a', read);
    const later = [shared.read('a', read), shared.read('a', read), shared.read('a', read)];
    expect(reads).toHaveLength(1);
    reads[0]?.resolve('before');
    await settled();
    expect(reads).toHaveLength(2);
    // A request that arrives during the second read waits for a third.
    const last = shared.read('a', read);
    reads[1]?.resolve('after');
    expect(await Promise.all([first, ...later])).toEqual(['before', 'after', 'after', 'after']);
    await settled();
    reads[2]?.resolve('last');
    expect(await last).toBe('last');
    expect(reads).toHaveLength(3);
  });

  it('are separate for each key', () => {
    const shared = new SharedReads<string>();
    const { reads, read } = heldReads();
    void shared.read('a', read);
    void shared.read('b', read);
    expect(reads).toHaveLength(2);
  });

  it('reject for all requests that share them, and for no others', async () => {
    const shared = new SharedReads<string>();
    const { reads, read } = heldReads();
    const first = shared.read('a', read);
    const [second, third] = [shared.read('a', read), shared.read('a', read)];
    reads[0]?.reject(new Error('first'));
    await expect(first).rejects.toThrow('first');
    await settled();
    reads[1]?.reject(new Error('second'));
    await expect(second).rejects.toThrow('second');
    await expect(third).rejects.toThrow('second');
    await settled();
    const fourth = shared.read('a', read);
    reads[2]?.resolve('fourth');
    expect(await fourth).toBe('fourth');
  });
});
