import type { Channel } from '@carillon/contracts';

/** An integration that cannot be used right now: what waits on it waits, and nobody fails for it. */
export interface Breaker {
  integration: string;
  channel: Channel;
  reason: string;
  providerCode: string | null;
  detail: string | null;
  since: Date;
  /** When one recipient is tried next. */
  nextTryAt: Date;
  /**
   * Times in a row that it could not be used, a try without an answer included; what fails while it is open anyway does not
   * count.
   */
  failures: number;
  /** The batch that the one recipient is taken from; it alone may be handed out. */
  probe: string | null;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** The pause before the next try: it doubles from failure to failure. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
}
