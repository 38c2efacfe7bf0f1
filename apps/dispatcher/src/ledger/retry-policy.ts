import type { Channel } from '@carillon/contracts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface RetryPolicy {
  /** Pause after the first, second, … temporary failure (milliseconds); after the last one the delivery FAILED. */
  pauses: readonly number[];
  /** What a send without an answer becomes: sent again, or never again. */
  inDoubt: 'resend' | 'unconfirmed';
  /** An email whose answer is unknown, as reported by its worker, is resent this often. */
  maxUnknown: number;
  /** A hand that was never heard of again is doubted this often per position. */
  maxSwept: number;
}

/** How often and when a failed send is tried again. Pauses of email follow RFC 5321 §4.5.4.1 (30 min and more, 4–5 days at most). */
export const retryPolicies: Record<Channel, RetryPolicy> = {
  EMAIL: {
    pauses: [5 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, 24 * HOUR],
    inDoubt: 'resend',
    maxUnknown: 1,
    maxSwept: 3,
  },
  WHATSAPP: {
    pauses: [30 * SECOND, 5 * MINUTE, 30 * MINUTE],
    inDoubt: 'unconfirmed',
    maxUnknown: 0,
    maxSwept: 0,
  },
  SMS: { pauses: [30 * SECOND, 5 * MINUTE, 30 * MINUTE], inDoubt: 'unconfirmed', maxUnknown: 0, maxSwept: 0 },
};

/** A campaign that could not be sent for so long is not news any more (milliseconds). */
export const MAX_AGE_MS = 72 * HOUR;

/** The pause before the next attempt; null when there is none. */
export function nextPause(channel: Channel, attempts: number, askedForMs: number | null): number | null {
  const pause = retryPolicies[channel].pauses[attempts - 1];
  return pause === undefined ? null : Math.max(pause, askedForMs ?? 0);
}
