import type { Outcome } from '@carillon/contracts';
import type { ProviderResult } from '../provider';

/** Every result but `providerDown`, which is about no recipient. */
export type RecipientResult = Exclude<ProviderResult, { kind: 'providerDown' }>;

/** What became of some positions of a hand. */
export interface Piece {
  sent: number[];
  outcomes: Outcome[];
}

export function emptyPiece(): Piece {
  return { sent: [], outcomes: [] };
}

/** Writes a result down; of what is plainly sent, the position alone. */
export function noteIn(piece: Piece, i: number, result: RecipientResult): void {
  if (isPlain(result)) piece.sent.push(i);
  else piece.outcomes.push(outcomeOf(i, result));
}

function isPlain(result: RecipientResult): boolean {
  return result.kind === 'sent' && result.providerId === undefined && result.segments === undefined;
}

function outcomeOf(i: number, result: RecipientResult): Outcome {
  return {
    i,
    kind: result.kind,
    reason: result.kind === 'sent' ? null : result.reason,
    permanent: result.kind === 'failed' && result.permanent,
    providerCode: result.kind === 'sent' ? null : result.code,
    providerId: result.kind === 'sent' ? (result.providerId ?? null) : null,
    segments: result.kind === 'sent' ? (result.segments ?? null) : null,
    retryAfterMs: result.kind === 'throttled' ? result.retryAfterMs : null,
  };
}
