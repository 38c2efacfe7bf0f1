/** Recipients that were settled at about the same time. */
export interface Piece {
  at: Date;
  n: number;
}

/** What comes within so long of the first result of a piece belongs to it (milliseconds). */
const PIECE_MS = 1_000;
/** More than these say nothing more about how fast it goes now. */
const KEPT = 20;

/** The latest pieces of a batch, oldest first, with so many more that were settled now. */
export function progressed(pieces: readonly Piece[], n: number, now: Date): Piece[] {
  if (n === 0) return [...pieces];
  const last = pieces.at(-1);
  if (last && now.getTime() - last.at.getTime() < PIECE_MS)
    return [...pieces.slice(0, -1), { at: last.at, n: last.n + n }];
  return [...pieces, { at: now, n }].slice(-KEPT);
}
