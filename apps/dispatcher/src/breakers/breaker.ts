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
  failures: number;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** The pause before the next try: it doubles from failure to failure. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
}
