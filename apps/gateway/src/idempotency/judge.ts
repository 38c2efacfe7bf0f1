import type { KeptAnswer } from './kept-answer';

/** What is known of a key after a request came with it. */
export interface KnownKey {
  fingerprint: string;
  /** Who carries the request out, or did last. */
  holder: string;
  answer: KeptAnswer | null;
}

/** What becomes of a request. */
export type Verdict =
  | { type: 'run' }
  | { type: 'replay'; answer: KeptAnswer }
  /** The key was used with another request. */
  | { type: 'reused' }
  /** Somebody else is at it. */
  | { type: 'in-progress' };

/** What to do with a request, by what is known after `holder` tried to take it in hand. */
export function judge(known: KnownKey, { holder, fingerprint }: Omit<KnownKey, 'answer'>): Verdict {
  if (known.holder === holder) return { type: 'run' };
  if (known.fingerprint !== fingerprint) return { type: 'reused' };
  return known.answer ? { type: 'replay', answer: known.answer } : { type: 'in-progress' };
}
