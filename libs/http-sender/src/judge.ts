import type { ProviderResult, Suppression } from '@carillon/channel';
import { type Channel, channelRow, type DeliveryReason } from '@carillon/contracts';
import type { HttpAnswer } from '@carillon/http-client';

type Failure = Exclude<ProviderResult, { kind: 'sent' }>;
/** The result of a message, with details for the owner of the sender. */
export type Judged = Extract<ProviderResult, { kind: 'sent' }> | (Failure & { detail: string | null });

const LONGEST_DETAIL = 300;
const LONGEST_ID = 200;
const LONGEST_CODE = 50;

/** The reasons that a refusal may contain: docs/http-senders.md has the same table, and a test keeps them equal. */
interface RefusalRule {
  permanent: boolean;
  /** The address must not be messaged again. */
  suppress?: { email?: Suppression; phone?: Suppression };
}

export const refusalRules = {
  INVALID_ADDRESS: { permanent: true, suppress: { email: 'BOUNCED' } },
  NO_SUCH_ADDRESS: { permanent: true, suppress: { email: 'BOUNCED' } },
  UNKNOWN_ADDRESS: { permanent: true },
  OPTED_OUT: { permanent: true, suppress: { email: 'STOPPED', phone: 'STOPPED' } },
  BLOCKED_BY_RECIPIENT: { permanent: true },
  CONTENT_REFUSED: { permanent: true },
  POLICY_REFUSED: { permanent: true },
  MESSAGE_TOO_LONG: { permanent: true },
  MESSAGE_TOO_BIG: { permanent: true },
  TEMPLATE_NOT_FOUND: { permanent: true },
  OUTSIDE_WINDOW: { permanent: true },
  UNROUTABLE: { permanent: true },
  MAILBOX_FULL: { permanent: false },
  HANDSET_UNREACHABLE: { permanent: false },
} as const satisfies Partial<Record<DeliveryReason, RefusalRule>>;

/** The reason of an email that the provider of the recipient's mailbox defers. */
const DEFERRED = 'SLOW_DOWN';

/** Responses that concern the sender instead of the message, unless the body contains a reason about the message. */
const senderFaults: Readonly<Record<number, DeliveryReason>> = {
  401: 'LOGIN_REFUSED',
  403: 'ACCESS_DENIED',
  404: 'UNEXPECTED_ANSWER',
  405: 'UNEXPECTED_ANSWER',
  410: 'UNEXPECTED_ANSWER',
  415: 'UNEXPECTED_ANSWER',
};

/** Judges the response of an endpoint to a message. */
export function judgeAnswer({ status, retryAfterMs, body }: HttpAnswer, channel: Channel): Judged {
  const answer = readBody(body);
  if (status >= 200 && status < 300)
    return { kind: 'sent', ...(answer.id !== null && { providerId: answer.id }) };
  return judgeRefusal(status, retryAfterMs, answer, channel);
}

function judgeRefusal(
  status: number,
  retryAfterMs: number | null,
  answer: AnswerBody,
  channel: Channel,
): Failure & { detail: string } {
  const code = answer.code ?? answer.reason ?? String(status);
  const detail = answer.detail ?? `HTTP ${status}`;
  if (channel === 'EMAIL' && answer.reason === DEFERRED && status >= 400 && status < 500) {
    const throttled = { kind: 'throttled', scope: 'recipient', byDestination: true } as const;
    return { ...throttled, reason: 'SLOW_DOWN', retryAfterMs, code, detail };
  }
  if (status === 429 || (status === 503 && retryAfterMs !== null))
    return { kind: 'throttled', scope: 'provider', reason: 'TOO_MANY_REQUESTS', retryAfterMs, code, detail };
  // It is unknown whether the endpoint accepted the message before it failed.
  if (status >= 500) return { kind: 'unknown', reason: 'SERVER_ERROR', code, suspect: true, detail };
  // Redirects are not followed, because they show that the endpoint is not at the URL of the sender.
  if (status < 400) return { kind: 'providerDown', reason: 'UNEXPECTED_ANSWER', code, detail };
  if (answer.reason === null && senderFaults[status] !== undefined)
    return { kind: 'providerDown', reason: senderFaults[status], code, detail };
  if (answer.reason === null || !isRefusalReason(answer.reason))
    return { kind: 'failed', reason: 'REJECTED', permanent: true, code, detail };
  const { permanent, suppress = {} }: RefusalRule = refusalRules[answer.reason];
  const suppressed = suppress[channelRow(channel).address];
  const { reason } = answer;
  return { kind: 'failed', reason, permanent, code, ...(suppressed && { suppress: suppressed }), detail };
}

function isRefusalReason(reason: string): reason is keyof typeof refusalRules {
  return Object.hasOwn(refusalRules, reason);
}

interface AnswerBody {
  id: string | null;
  reason: string | null;
  code: string | null;
  detail: string | null;
}

/** The known fields of a body; all others are ignored. */
function readBody(body: unknown): AnswerBody {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return {
    id: textOf(fields.id, LONGEST_ID),
    reason: textOf(fields.reason, LONGEST_CODE),
    code: textOf(fields.code, LONGEST_CODE),
    detail: textOf(fields.detail, LONGEST_DETAIL),
  };
}

function textOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, most);
  return text === '' ? null : text;
}
