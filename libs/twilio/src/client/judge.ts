import type { SenderCheck, DeliveryReason } from '@carillon/contracts';
import { type CodeRule, ruleOf } from '../codes/twilio-codes';
import { type HttpAnswer, type RequestFault, unanswered } from '@carillon/http-client';

const LONGEST_DETAIL = 300;

/** The result of a message, in the terms of libs/channel's ProviderResult. `detail` is for the owner of the account. */
export type SendFailure =
  | {
      kind: 'failed';
      reason: DeliveryReason;
      permanent: boolean;
      code: string | null;
      suppress?: 'STOPPED';
      /** The sender from which the recipient wants no more messages. */
      sender?: string;
      detail: string | null;
    }
  | {
      kind: 'throttled';
      scope: 'recipient' | 'provider';
      reason: DeliveryReason;
      retryAfterMs: number | null;
      code: string | null;
      detail: string | null;
    }
  | { kind: 'unknown'; reason: DeliveryReason; code: string | null; suspect?: true; detail: string | null }
  | { kind: 'providerDown'; reason: DeliveryReason; code: string | null; detail: string | null };

/** Returns the result of a request without a response. */
export function judgeFault(fault: RequestFault): SendFailure {
  return unanswered(fault, 'Twilio');
}

/**
 * Returns the result of a response other than 2xx. Twilio's error: https://www.twilio.com/docs/usage/twilios-response
 */
export function judgeRefusal({ status, retryAfterMs, body }: Omit<HttpAnswer, 'headers'>): SendFailure {
  const { code, message } = errorIn(body);
  const detail = message ?? `HTTP ${status}`;
  const shown = String(code ?? status);
  // It is unknown whether the message was created before the server failed.
  if (status >= 500) return { kind: 'unknown', reason: 'SERVER_ERROR', code: shown, suspect: true, detail };
  const rule = code === null ? undefined : ruleOf(code);
  if (rule) return byRule(rule, retryAfterMs, detail);
  if (status === 429)
    return {
      kind: 'throttled',
      scope: 'provider',
      reason: 'TOO_MANY_REQUESTS',
      retryAfterMs,
      code: shown,
      detail,
    };
  if (status === 401) return { kind: 'providerDown', reason: 'LOGIN_REFUSED', code: shown, detail };
  if (status === 403) return { kind: 'providerDown', reason: 'ACCESS_DENIED', code: shown, detail };
  // A refusal without a Twilio code does not come from Twilio and does not concern this message.
  if (code === null) return { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER', code: shown, detail };
  return { kind: 'failed', reason: 'REJECTED', permanent: true, code: shown, detail };
}

function byRule(rule: CodeRule, askedForMs: number | null, detail: string): SendFailure {
  const { outcome, reason, permanent, suppress, scope = 'provider', retryAfterMs = null } = rule;
  const code = String(rule.code);
  switch (outcome) {
    case 'failed':
      return { kind: 'failed', reason, permanent, code, ...(suppress && { suppress }), detail };
    case 'throttled':
      return { kind: 'throttled', scope, reason, retryAfterMs: askedForMs ?? retryAfterMs, code, detail };
    case 'unknown':
      return { kind: 'unknown', reason, code, suspect: true, detail };
    case 'providerDown':
      return { kind: 'providerDown', reason, code, detail };
  }
}

function errorIn(body: unknown): { code: number | null; message: string | null } {
  if (typeof body !== 'object' || body === null) return { code: null, message: null };
  const { code, message } = body as Record<string, unknown>;
  return {
    code: typeof code === 'number' && Number.isInteger(code) ? code : null,
    message: typeof message === 'string' && message !== '' ? oneLine(message) : null,
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, LONGEST_DETAIL);
}

/** The result of an account test. Null: the account can be used. */
export function asCheck(failure: SendFailure | null): Omit<SenderCheck, 'checkedAt'> {
  if (failure === null) return { ok: true, reason: null, providerCode: null, detail: null };
  const { reason, code, detail } = failure;
  return { ok: false, reason, providerCode: code, detail };
}
