import type { CodeRule } from '../codes/code-rule';
import { ruleOf } from '../codes/classify';
import { faultReason } from './fault-reasons';
import type { HttpAnswer } from './http-answer';
import { type RequestFault, causes } from './request-fault';
import type { Verdict } from './verdict';

/** Waiting for a connection takes this long at most before it is tried again (milliseconds). */
const BUSY_MS = 5_000;
const LONGEST_DETAIL = 300;

/** What a request that found no answer means. Only what had not begun to leave was surely not sent. */
export function judgeFault({ moment, reason: cause }: RequestFault): Verdict {
  const { reason, detail } = faultReason(cause);
  if (moment === 'before') {
    if (cause === causes.noConnection) return wait('NO_FREE_CONNECTION', BUSY_MS, detail);
    if (cause === causes.closed) return wait(reason, 0, detail);
    return { kind: 'providerDown', reason, code: null, detail };
  }
  const isOurs = cause === causes.closed;
  return { kind: 'unknown', reason, code: null, ...(!isOurs && { suspect: true }), detail };
}

/** What an answer other than 2xx means. Twilio's error: https://www.twilio.com/docs/usage/twilios-response */
export function judgeRefusal({ status, retryAfterMs, body }: HttpAnswer): Verdict {
  const { code, message } = errorIn(body);
  const detail = message ?? `HTTP ${status}`;
  const shown = String(code ?? status);
  // Whether the message was made before the server stumbled, nobody can say.
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
  // A refusal without Twilio's code is none of Twilio's, and is not about this message.
  if (code === null) return { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER', code: shown, detail };
  return { kind: 'failed', reason: 'REJECTED', permanent: true, code: shown, detail };
}

function byRule(rule: CodeRule, askedForMs: number | null, detail: string): Verdict {
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

function wait(reason: string, retryAfterMs: number, detail: string): Verdict {
  return { kind: 'throttled', scope: 'recipient', reason, retryAfterMs, code: null, detail };
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
