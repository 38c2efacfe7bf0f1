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
  if (result.kind === 'sent' && result.providerId === undefined) piece.sent.push(i);
  else piece.outcomes.push(outcomeOf(i, result));
}

function outcomeOf(i: number, result: RecipientResult): Outcome {
  const nothing = {
    reason: null,
    permanent: false,
    providerCode: null,
    providerId: null,
    retryAfterMs: null,
  };
  const { kind } = result;
  switch (kind) {
    case 'sent':
      return { i, ...nothing, kind, providerId: result.providerId ?? null };
    case 'failed':
      return {
        i,
        ...nothing,
        kind,
        reason: result.reason,
        permanent: result.permanent,
        providerCode: result.code,
      };
    case 'throttled':
      return {
        i,
        ...nothing,
        kind,
        reason: result.reason,
        providerCode: result.code,
        retryAfterMs: result.retryAfterMs,
      };
    case 'unknown':
      return { i, ...nothing, kind, reason: result.reason, providerCode: result.code };
  }
}
