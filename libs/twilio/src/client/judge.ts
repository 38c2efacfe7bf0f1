import type { IntegrationCheck } from '@carillon/contracts';
import { type CodeRule, ruleOf } from '../codes/twilio-codes';
import { type HttpAnswer, type RequestFault, causes } from './connections';

/** How long a try may take (milliseconds): less than its caller waits. */
export const checkTimeoutMs = 11_000;

/** Waiting for a connection takes this long at most before it is tried again (milliseconds). */
const BUSY_MS = 5_000;
const LONGEST_DETAIL = 300;

/** What became of a message, in the words of libs/channel's ProviderResult. `detail` is for the owner of the account. */
export type Verdict =
  | {
      kind: 'failed';
      reason: string;
      permanent: boolean;
      code: string | null;
      suppress?: 'STOPPED';
      /** Who it wants nothing more from. */
      sender?: string;
      detail: string | null;
    }
  | {
      kind: 'throttled';
      scope: 'recipient' | 'provider';
      reason: string;
      retryAfterMs: number | null;
      code: string | null;
      detail: string | null;
    }
  | { kind: 'unknown'; reason: string; code: string | null; suspect?: true; detail: string | null }
  | { kind: 'providerDown'; reason: string; code: string | null; detail: string | null };

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

/** What a try says to who asked for it; null: all is well. */
export function asCheck(verdict: Verdict | null): Omit<IntegrationCheck, 'checkedAt'> {
  if (verdict === null) return { ok: true, reason: null, providerCode: null, detail: null };
  const { reason, code, detail } = verdict;
  return { ok: false, reason, providerCode: code, detail };
}

/** Why there is no answer: `causes` are codes of the system, of TLS, of Node's HTTP parser, or ours. */
interface FaultReason {
  causes: RegExp;
  reason: string;
  /** For the owner of the account. */
  detail: string;
}

/** The first one that fits decides. */
const faultReasons: readonly FaultReason[] = [
  {
    causes: /^ECONNREFUSED$/,
    reason: 'CONNECTION_REFUSED',
    detail: 'Nothing answers where Twilio should be',
  },
  {
    causes: /^(?:ENOTFOUND|EAI_.*|ENODATA)$/,
    reason: 'HOST_NOT_FOUND',
    detail: 'The name of Twilio’s server cannot be found',
  },
  {
    causes: /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    reason: 'HOST_UNREACHABLE',
    detail: 'There is no way to Twilio',
  },
  { causes: /^ETIMEDOUT$/, reason: 'SERVER_TIMEOUT', detail: 'Twilio did not answer in time' },
  {
    causes: /^(?:ECONNRESET|EPIPE|ECONNABORTED)$/,
    reason: 'CONNECTION_LOST',
    detail: 'Twilio closed the connection',
  },
  { causes: /^CLOSED$/, reason: 'WORKER_STOPPED', detail: 'The worker was stopped' },
  {
    causes: /^(?:HPE_|UNREADABLE$)/,
    reason: 'ANSWER_UNREADABLE',
    detail: 'What answers does not speak as Twilio does',
  },
  {
    causes: /^(?:EPROTO$|ERR_TLS_|ERR_SSL_|ERR_OSSL_)|CERT|SIGNATURE|CRL|ISSUER/,
    reason: 'TLS_FAILED',
    detail: 'No trusted TLS connection can be made with Twilio',
  },
];

const otherwise = { reason: 'CONNECTION_FAILED', detail: 'Twilio cannot be used' };

function faultReason(cause: string): { reason: string; detail: string } {
  return faultReasons.find(({ causes }) => causes.test(cause)) ?? otherwise;
}
