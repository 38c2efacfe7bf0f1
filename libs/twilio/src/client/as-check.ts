import type { IntegrationCheck } from '@carillon/contracts';
import type { Verdict } from './verdict';

/** How long a try may take (milliseconds): less than its caller waits. */
export const checkTimeoutMs = 11_000;

/** What a try says to who asked for it; null: all is well. */
export function asCheck(verdict: Verdict | null): Omit<IntegrationCheck, 'checkedAt'> {
  if (verdict === null) return { ok: true, reason: null, providerCode: null, detail: null };
  const { reason, code, detail } = verdict;
  return { ok: false, reason, providerCode: code, detail };
}
