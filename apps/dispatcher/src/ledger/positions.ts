/** Ascending positions as pairs of first and last: 200 consecutive positions take two numbers in the database. */
export function toRanges(positions: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const position of positions) {
    const last = ranges.length - 1;
    if (last > 0 && ranges[last] === position - 1) ranges[last] = position;
    else ranges.push(position, position);
  }
  return ranges;
}

export function fromRanges(ranges: readonly number[]): number[] {
  const positions: number[] = [];
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    for (let position = ranges[at] ?? 0; position <= (ranges[at + 1] ?? -1); position++)
      positions.push(position);
  }
  return positions;
}

/** The positions that are in `positions` but not in `gone`. */
export function without(positions: readonly number[], gone: ReadonlySet<number>): number[] {
  return positions.filter((position) => !gone.has(position));
}
