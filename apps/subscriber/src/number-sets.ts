import { Buffer } from 'node:buffer';

/**
 * Sets of numbers are stored in chunks of 65,536 numbers, like the containers of roaring bitmaps: as a sorted list of 16
 * bits each, or, if that is longer, as one bit for each number of the chunk. In memory, a chunk is always bits.
 */
const CHUNK_BITS = 16;
export const CHUNK = 2 ** CHUNK_BITS;
const LOW = 0xffff;
const WORDS = CHUNK / 32;
const BITMAP_BYTES = WORDS * 4;
/** The longest list that isn't longer than the bits. It must be shorter, because the length distinguishes lists from bits. */
const LONGEST_LIST = BITMAP_BYTES / 2 - 1;

/** The members of a chunk, by the lower 16 bits of their number. */
export type Bits = Uint32Array<ArrayBuffer>;

export const chunkOf = (number: number): number => number >>> CHUNK_BITS;

export const noBits = (): Bits => new Uint32Array(WORDS);

export function has(bits: Bits | undefined, number: number): boolean {
  const low = number & LOW;
  return bits !== undefined && ((bits[low >>> 5] ?? 0) & (1 << (low & 31))) !== 0;
}

export function add(bits: Bits, number: number): void {
  const low = number & LOW;
  bits[low >>> 5] = (bits[low >>> 5] ?? 0) | (1 << (low & 31));
}

export function remove(bits: Bits, number: number): void {
  const low = number & LOW;
  bits[low >>> 5] = (bits[low >>> 5] ?? 0) & ~(1 << (low & 31));
}

/** Adds the members of another set, except those of a third. */
export function unite(into: Bits, other: Bits, except?: Bits): void {
  for (let word = 0; word < WORDS; word++)
    into[word] = (into[word] ?? 0) | ((other[word] ?? 0) & ~(except?.[word] ?? 0));
}

/** A set of numbers of any size, by chunk. A million numbers take 128 KB. Its chunks are never changed. */
export type NumberSet = ReadonlyMap<number, Bits>;

export function includes(set: NumberSet, number: number): boolean {
  return has(set.get(chunkOf(number)), number);
}

export function union(one: NumberSet, other: NumberSet): NumberSet {
  const both = new Map(one);
  for (const [chunk, bits] of other)
    both.set(
      chunk,
      combined(one.get(chunk), bits, (a, b) => a | b),
    );
  return both;
}

export function intersection(one: NumberSet, other: NumberSet): NumberSet {
  const common = new Map<number, Bits>();
  for (const [chunk, bits] of one) {
    const others = other.get(chunk);
    if (others)
      common.set(
        chunk,
        combined(bits, others, (a, b) => a & b),
      );
  }
  return common;
}

/** The numbers of a set that aren't in another one. */
export function difference(one: NumberSet, other: NumberSet): NumberSet {
  const rest = new Map<number, Bits>();
  for (const [chunk, bits] of one)
    rest.set(
      chunk,
      combined(bits, other.get(chunk), (a, b) => a & ~b),
    );
  return rest;
}

function combined(
  one: Bits | undefined,
  other: Bits | undefined,
  of: (a: number, b: number) => number,
): Bits {
  const bits = noBits();
  for (let word = 0; word < WORDS; word++) bits[word] = of(one?.[word] ?? 0, other?.[word] ?? 0);
  return bits;
}

export function sizeOfSet(set: NumberSet): number {
  let size = 0;
  for (const bits of set.values()) size += sizeOf(bits);
  return size;
}

/** The numbers in ascending order. */
export function* numbersIn(set: NumberSet): Generator<number> {
  for (const [chunk, bits] of [...set].sort(([a], [b]) => a - b))
    for (const low of membersOf(bits)) yield chunk * CHUNK + low;
}

/** Collects numbers into a set. */
export class NumberSetBuilder {
  private readonly chunks = new Map<number, Bits>();

  add(number: number): void {
    const chunk = chunkOf(number);
    let bits = this.chunks.get(chunk);
    if (!bits) this.chunks.set(chunk, (bits = noBits()));
    add(bits, number);
  }

  get set(): NumberSet {
    return this.chunks;
  }
}

export function sizeOf(bits: Bits): number {
  let size = 0;
  for (const word of bits) for (let left = word; left !== 0; left &= left - 1) size++;
  return size;
}

/** The lower 16 bits of the members, in ascending order. */
export function* membersOf(bits: Bits): Generator<number> {
  for (let word = 0; word < WORDS; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1)
      yield (word << 5) | (31 - Math.clz32(left & -left));
  }
}

/** The shorter of both forms. */
export function pack(bits: Bits): Buffer {
  const size = sizeOf(bits);
  if (size <= LONGEST_LIST) {
    const list = Buffer.alloc(size * 2);
    let at = 0;
    for (const member of membersOf(bits)) at = list.writeUInt16LE(member, at);
    return list;
  }
  const bytes = Buffer.alloc(BITMAP_BYTES);
  for (let word = 0; word < WORDS; word++) bytes.writeUInt32LE(bits[word] ?? 0, word * 4);
  return bytes;
}

/** Adds the members of a packed set. */
export function unpack(packed: Uint8Array, into: Bits = noBits()): Bits {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (bytes.length === BITMAP_BYTES) {
    for (let word = 0; word < WORDS; word++) into[word] = (into[word] ?? 0) | bytes.readUInt32LE(word * 4);
    return into;
  }
  for (let at = 0; at + 1 < bytes.length; at += 2) add(into, bytes.readUInt16LE(at));
  return into;
}
