import fc from 'fast-check';
import {
  NumberSetBuilder,
  add,
  chunkOf,
  difference,
  has,
  includes,
  intersection,
  membersOf,
  noBits,
  numbersIn,
  pack,
  remove,
  sizeOf,
  sizeOfSet,
  union,
  unite,
  unpack,
} from './number-sets';

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

describe('a set of numbers of any size', () => {
  const someOfAnySize = fc.uniqueArray(
    fc.oneof(fc.integer({ min: 65_520, max: 65_550 }), fc.integer({ min: 0, max: 0xffff_ffff })),
    { maxLength: 30 },
  );
  const setOf = (numbers: readonly number[]) => {
    const builder = new NumberSetBuilder();
    for (const number of numbers) builder.add(number);
    return builder.set;
  };
  const inOrder = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

  it('can be combined with another one', () => {
    fc.assert(
      fc.property(someOfAnySize, someOfAnySize, (one, other) => {
        const [a, b] = [setOf(one), setOf(other)];
        const isIn = (number: number) => other.includes(number);
        expect([...numbersIn(union(a, b))]).toEqual(inOrder([...new Set([...one, ...other])]));
        expect([...numbersIn(intersection(a, b))]).toEqual(inOrder(one.filter(isIn)));
        expect([...numbersIn(difference(a, b))]).toEqual(inOrder(one.filter((number) => !isIn(number))));
        // Neither of them has changed.
        expect([...numbersIn(a)]).toEqual(inOrder(one));
        expect(sizeOfSet(b)).toBe(other.length);
        expect(one.every((number) => includes(a, number) && includes(b, number) === isIn(number))).toBe(true);
      }),
    );
  });
});
