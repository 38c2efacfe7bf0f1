import { jittered } from '@carillon/platform';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The pauses before the retries of a message (milliseconds), without jitter. After the last one, the endpoint is
 * disabled.
 */
const retryPauses = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
] as const;

/** The longest pause that an endpoint can request (milliseconds). */
const MAX_REQUESTED_MS = 24 * HOUR_MS;

/**
 * The delay after this many failures of a message; null: it was the last attempt. An endpoint that requests more time
 * (429 and 503 with Retry-After) gets it.
 */
export function pauseAfter(
  failures: number,
  requestedMs: number | null,
  random: () => number = Math.random,
): number | null {
  const pause = retryPauses[failures - 1];
  if (pause === undefined) return null;
  return Math.max(Math.round(jittered(pause, random)), Math.min(requestedMs ?? 0, MAX_REQUESTED_MS));
}
