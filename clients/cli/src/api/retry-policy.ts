import type { Unreachable } from '../failures';
import { ApiProblem } from './api-problem';

/** Answers after which the same request is made again: statuses, and the codes of problems. */
const temporary = {
  statuses: new Set([429, 502, 503, 504]),
  // Our own earlier try is still running.
  codes: new Set(['idempotency_in_progress']),
};

/** Pauses before the second, third… try, in milliseconds. */
const pauses = [300, 1_000, 3_000];

/** Asked to wait longer than this, we give up and say so. */
const LONGEST_WAIT_MS = 60_000;

/**
 * How long to wait before another try, in milliseconds; null: there is none. Every request may be repeated: POST carries
 * an Idempotency-Key, and the other methods come to the same when they are carried out twice.
 * @param attempt how many tries there were
 * @param retryAfter the header, in seconds, or null
 */
export function pauseBeforeRetry(
  failure: ApiProblem | Unreachable,
  attempt: number,
  retryAfter: string | null,
): number | null {
  const own = pauses[attempt - 1];
  if (own === undefined) return null;
  if (!(failure instanceof ApiProblem)) return own;
  if (!temporary.statuses.has(failure.status) && !temporary.codes.has(failure.code)) return null;
  const asked = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 0;
  return asked > LONGEST_WAIT_MS ? null : Math.max(own, asked);
}
