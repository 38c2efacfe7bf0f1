import type { Schemas } from '@carillon/sdk';

interface AdviceTexts {
  advice: Readonly<Record<string, string>>;
  doubtful: string;
  waits: string;
}

/** The next steps for a state; undefined: none. */
export function adviceOn(
  { state, reason }: { state: Schemas['DeliveryState']; reason: string | null },
  { advice, doubtful, waits }: AdviceTexts,
): string | undefined {
  if (reason === null) return undefined;
  if (state === 'QUEUED') return waits;
  return state === 'UNCONFIRMED' ? doubtful : advice[reason];
}
