import { tally } from './count-audience';

/** Yields the addresses in chunks of this size. */
async function* each(addresses: readonly string[], size = 2): AsyncGenerator<string[]> {
  for (let from = 0; from < addresses.length; from += size)
    yield await Promise.resolve(addresses.slice(from, from + size));
}
const counted = async (members: readonly string[], suppressed: readonly string[], sizes = [2, 2]) => {
  const counts = await tally(each(members, sizes[0]), each(suppressed, sizes[1]));
  return [counts.members, counts.distinct, counts.suppressed];
};

describe('tally', () => {
  it.each([
    ['an empty group', [], ['a'], [0, 0, 0]],
    ['each member', ['a', 'b', 'c'], [], [3, 3, 0]],
    ['repeated addresses once', ['a', 'a', 'b', 'c', 'c', 'c'], [], [6, 3, 0]],
    ['suppressed addresses once', ['a', 'b', 'b', 'd'], ['b', 'c', 'd'], [4, 3, 2]],
    ['no other suppressed addresses', ['b', 'd'], ['a', 'c', 'e'], [2, 2, 0]],
    ['only suppressed addresses', ['a', 'b'], ['a', 'b'], [2, 2, 2]],
  ])('counts %s', async (_, members, suppressed, counts) => {
    expect(await counted(members, suppressed)).toEqual(counts);
  });

  it.each([
    [1, 1],
    [7, 3],
    [10_000, 10_000],
  ])('matches a count with sets, in chunks of %i and %i', async (...sizes) => {
    const some = (share: number, of: number): string[] =>
      Array.from({ length: of }, (_, n) => String(n).padStart(4, '0')).filter(
        (_, n) => (n * 7919) % 100 < share,
      );
    for (const share of [0, 3, 50, 97, 100]) {
      const members = [...some(60, 1_000), ...some(share, 1_000)].sort();
      const suppressed = some(share, 1_100);
      const distinct = new Set(members);
      const barred = suppressed.filter((address) => distinct.has(address)).length;
      expect(await counted(members, suppressed, sizes)).toEqual([members.length, distinct.size, barred]);
    }
  });

  it('stops reading when it has read enough, and closes its sources', async () => {
    let read = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<string[]> {
      try {
        for (;;) yield await Promise.resolve([String(read++).padStart(4, '0')]);
      } finally {
        ended = true;
      }
    }
    expect(await tally(each(['0002', '0005']), endless())).toEqual({
      members: 2,
      distinct: 2,
      suppressed: 2,
    });
    expect([read, ended]).toEqual([6, true]);
  });

  it('fails if either source fails', async () => {
    async function* broken(): AsyncGenerator<string[]> {
      yield await Promise.reject(new Error('gone'));
    }
    await expect(tally(broken(), each([]))).rejects.toThrow('gone');
    await expect(tally(each(['a']), broken())).rejects.toThrow('gone');
  });
});
