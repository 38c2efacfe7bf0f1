import type { HandRecipient, Outcome } from '@carillon/contracts';
import type { ProviderResult, Suppression } from '../provider';

/** Every result but `providerDown`, which is about no recipient. */
export type RecipientResult = Exclude<ProviderResult, { kind: 'providerDown' }>;

export type Recipient = Pick<HandRecipient, 'i' | 'address'>;

/** An address that nobody should write to again; `sender`: whose messages its owner does not want. */
export interface RefusedAddress {
  address: string;
  cause: Suppression;
  sender: string | null;
}

/** What became of some positions of a hand. */
export interface Piece {
  sent: number[];
  outcomes: Outcome[];
  refused: RefusedAddress[];
}

export function emptyPiece(): Piece {
  return { sent: [], outcomes: [], refused: [] };
}

/** Writes a result down; of what is plainly sent, the position alone. */
export function noteIn(piece: Piece, { i, address }: Recipient, result: RecipientResult): void {
  if (isPlain(result)) piece.sent.push(i);
  else piece.outcomes.push(outcomeOf(i, result));
  if (result.kind !== 'failed' || result.suppress === undefined) return;
  piece.refused.push({ address, cause: result.suppress, sender: result.sender ?? null });
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
