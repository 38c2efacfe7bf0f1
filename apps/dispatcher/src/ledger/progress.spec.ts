import { later } from '../../test/batches';
import { type Piece, progressed } from './progress';

describe('the progress of a batch', () => {
  it('has one entry for all results within a second, and another for later ones', () => {
    let pieces: Piece[] = [];
    for (const [seconds, n] of [
      [0, 5],
      [0.9, 5],
      [1, 2],
      [9, 0],
    ] as const)
      pieces = progressed(pieces, n, later(seconds));
    expect(pieces).toEqual([
      { at: later(0), n: 10 },
      { at: later(1), n: 2 },
    ]);
  });

  it('keeps only the latest twenty entries', () => {
    let pieces: Piece[] = [];
    for (let minute = 0; minute < 50; minute++) pieces = progressed(pieces, 1, later(60 * minute));
    expect(pieces).toHaveLength(20);
    expect(pieces.at(-1)).toEqual({ at: later(60 * 49), n: 1 });
  });
});
