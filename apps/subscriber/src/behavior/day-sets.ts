import { type Bits, add, noBits, pack, unite, unpack } from '../number-sets';

/** The people whose first event was on this day (since 1970-01-01), as a packed set. */
export interface DaySet {
  d: number;
  s: Uint8Array;
}

/**
 * Adds days to stored days. Each member stays only on its first day. The result is therefore the same however often and
 * in whichever order days are added. Returns the stored days themselves if nothing changes.
 */
export function withDays(
  stored: readonly DaySet[],
  added: ReadonlyMap<number, Iterable<number>>,
): readonly DaySet[] {
  const byDay = new Map(stored.map(({ d, s }) => [d, s]));
  const days = [...new Set([...byDay.keys(), ...added.keys()])].sort((a, b) => a - b);
  const earlier = noBits();
  const changes: boolean[] = [];
  const merged = days.flatMap((d): DaySet[] => {
    const [before, more] = [byDay.get(d), added.get(d)];
    const bits = noBits();
    if (before) unite(bits, unpack(before), earlier);
    if (more) unite(bits, bitsOf(more), earlier);
    unite(earlier, bits);
    const s = pack(bits);
    changes.push(before ? !s.equals(before) : s.length > 0);
    return s.length > 0 ? [{ d, s }] : [];
  });
  return changes.includes(true) ? merged : stored;
}

function bitsOf(numbers: Iterable<number>): Bits {
  const bits = noBits();
  for (const number of numbers) add(bits, number);
  return bits;
}

/** The members of the days from the first to the last, both included. */
export function within(stored: readonly DaySet[], [first, last]: readonly [number, number]): Bits {
  const bits = noBits();
  for (const { d, s } of stored) if (d >= first && d <= last) unpack(s, bits);
  return bits;
}
