import fc from 'fast-check';
import { add, chunkOf, has, membersOf, noBits, pack, remove, sizeOf, unite, unpack } from './number-sets';

const bitsOf = (numbers: Iterable<number>) => {
  const bits = noBits();
  for (const number of numbers) add(bits, number);
  return bits;
};
const someNumbers = fc.uniqueArray(fc.integer({ min: 0, max: 65_535 }), { maxLength: 200 });

describe('a set of numbers', () => {
  it('contains exactly its members after it was stored', () => {
    fc.assert(
      fc.property(someNumbers, (numbers) => {
        const stored = unpack(pack(bitsOf(numbers)));
        expect([...membersOf(stored)]).toEqual([...numbers].sort((a, b) => a - b));
        expect(sizeOf(stored)).toBe(numbers.length);
      }),
    );
  });

  it.each([0, 1, 4_094, 4_095, 4_096, 4_097, 65_535, 65_536])('can have %i members', (size) => {
    const packed = pack(bitsOf(Array.from({ length: size }, (_, n) => 65_535 - n)));
    expect(packed.length).toBe(size <= 4_095 ? size * 2 : 8_192);
    const stored = unpack(packed);
    expect(sizeOf(stored)).toBe(size);
    expect(has(stored, 65_535)).toBe(size > 0);
    expect(has(stored, 65_536 - size)).toBe(size > 0);
    expect(has(stored, 0)).toBe(size === 65_536);
  });

  it('can be united, without the members of another set', () => {
    fc.assert(
      fc.property(someNumbers, someNumbers, someNumbers, (one, other, except) => {
        const united = bitsOf(one);
        unite(united, bitsOf(other), bitsOf(except));
        const expected = new Set([...one, ...other.filter((each) => !except.includes(each))]);
        expect(new Set(membersOf(united))).toEqual(expected);
      }),
    );
  });

  it('loses only the removed member', () => {
    const bits = bitsOf([31, 32, 63]);
    remove(bits, 32);
    remove(bits, 33);
    expect([...membersOf(bits)]).toEqual([31, 63]);
  });

  it('has a chunk for each 65,536 numbers, up to the highest number', () => {
    expect([0, 65_535, 65_536, 0xffff_ffff].map(chunkOf)).toEqual([0, 0, 1, 65_535]);
    expect(has(bitsOf([65_537]), 1)).toBe(true);
  });
});
