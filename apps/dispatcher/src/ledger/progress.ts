/** The number of recipients that were settled at about the same time. */
export interface Piece {
  at: Date;
  n: number;
}

/** Results within this time of the first result of a piece belong to the piece (milliseconds). */
const PIECE_MS = 1_000;
/** The maximum number of pieces. More pieces would not improve the current rate. */
const KEPT = 20;

/** The latest pieces of a batch, oldest first, after `n` more recipients were settled now. */
export function progressed(pieces: readonly Piece[], n: number, now: Date): Piece[] {
  if (n === 0) return [...pieces];
  const last = pieces.at(-1);
  if (last && now.getTime() - last.at.getTime() < PIECE_MS)
    return [...pieces.slice(0, -1), { at: last.at, n: last.n + n }];
  return [...pieces, { at: now, n }].slice(-KEPT);
}
