import type { DeliveryReason } from '@carillon/contracts';
import { type HttpAnswer, detailOf } from '@carillon/http-client';
import { ruleOf } from '../code-rules';
import type { PhoneApi } from '../phone-api';

/** The result of a message, in the terms of libs/channel's ProviderResult. `detail` is for the owner of the account. */
export type SendFailure = { reason: DeliveryReason; code: string | null; detail: string | null } & (
  | { kind: 'failed'; permanent: boolean; suppress?: 'STOPPED'; sender?: string }
  | { kind: 'throttled'; scope: 'recipient' | 'provider'; retryAfterMs: number | null }
  | { kind: 'unknown'; suspect?: true }
  | { kind: 'providerDown' }
);

/** Returns the result of a response other than 2xx. */
export function judgeRefusal(
  api: Pick<PhoneApi<never>, 'error' | 'codes'>,
  { status, retryAfterMs, body }: Pick<HttpAnswer, 'status' | 'retryAfterMs' | 'body'>,
): SendFailure {
  const { code, detail: text } = api.error(body);
  const about = { code: code ?? String(status), detail: detailOf(text) || `HTTP ${status}` };
  // It is unknown whether the provider accepted the message before it failed or stopped waiting.
  if (status >= 500 || status === 408)
    return { kind: 'unknown', reason: 'SERVER_ERROR', suspect: true, ...about };
  const rule = ruleOf(api.codes, code);
  if (rule) {
    const { outcome, reason, permanent, suppress, scope = 'provider' } = rule;
    const wait = retryAfterMs ?? rule.retryAfterMs ?? null;
    switch (outcome) {
      case 'failed':
        return { kind: 'failed', reason, permanent, ...about, ...(suppress && { suppress }) };
      case 'throttled':
        return { kind: 'throttled', scope, reason, retryAfterMs: wait, ...about };
      case 'unknown':
        return { kind: 'unknown', reason, suspect: true, ...about };
      case 'providerDown':
        return { kind: 'providerDown', reason, ...about };
    }
  }
  if (status === 429)
    return { kind: 'throttled', scope: 'provider', reason: 'TOO_MANY_REQUESTS', retryAfterMs, ...about };
  if (status === 401) return { kind: 'providerDown', reason: 'LOGIN_REFUSED', ...about };
  if (status === 402) return { kind: 'providerDown', reason: 'ACCOUNT_RESTRICTED', ...about };
  if (status === 403) return { kind: 'providerDown', reason: 'ACCESS_DENIED', ...about };
  // A refusal without one of the provider's codes does not come from it and does not concern this message.
  if (code === null) return { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER', ...about };
  return { kind: 'failed', reason: 'REJECTED', permanent: true, ...about };
}
