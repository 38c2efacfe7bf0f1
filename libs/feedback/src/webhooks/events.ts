import type { CallbackRequest, FeedbackOutcome } from '@carillon/contracts';
import { enhancedCode, judgeReply } from '../refusals/judge-reply';

/** The name of a delivery's token among the tags, arguments, variables, or metadata that a provider repeats. */
export const TOKEN_NAME = 'carillon';
/** A field of an email with its token, for providers that repeat fields. */
export const DELIVERY_HEADER = 'X-Carillon-Delivery';

/** A provider's event, unvalidated. */
export type Fields = Readonly<Record<string, unknown>>;

/** The limit is longer than any provider's ID of a message. */
const LONGEST_ID = 250;
const LONGEST_TEXT = 4_000;
const MS_PER_S = 1_000;

export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Empty for other types. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
}

/** ISO 8601, or seconds since 1970; null for anything else. */
export function timeIn(value: unknown): Date | null {
  const ms = typeof value === 'number' ? value * MS_PER_S : Date.parse(textIn(value));
  return Number.isFinite(ms) && ms > 0 && ms < 8e15 ? new Date(ms) : null;
}

/** The bytes of a request; none for a form. */
export function bytesOf({ content }: CallbackRequest): Buffer {
  return content.kind === 'bytes' ? content.bytes : Buffer.alloc(0);
}

/** The email of an event, and the time of the event. */
export interface About {
  /** Empty: Carillon did not send the email. */
  token: string;
  at: Date | null;
}

/** A provider's report of a bounce. */
interface Reply {
  /** The stated enhanced code; absent: none. */
  stated?: string;
  /** The text of the server that rejected the email. */
  replyText: string;
  /** The provider's own text. */
  why?: string;
  /** The code of the provider's own type of bounce: it counts if the server's code is not exact. */
  fallback?: string | undefined;
  /** The provider reports that the sender or the email was refused, and keeps the address. */
  isKept?: boolean;
}

export function bounced(
  about: About,
  { stated = '', replyText, why = '', fallback, isKept = false }: Reply,
): FeedbackOutcome {
  const judged = judgeReply({ stated: enhancedCode(stated), replyText, why, fallback: fallback ?? null });
  const { isHard, reason, code } = judged;
  const consequence = isKept && judged.consequence !== 'COUNT' ? 'NOTHING' : judged.consequence;
  return returned(about, { feedback: 'BOUNCED', isHard, reason, providerCode: code, consequence });
}

/** The provider made no attempt, because the address is on its own list of bounces, complaints, or opt-outs. */
export function onListOfProvider(about: About, providerCode: string): FeedbackOutcome {
  const listed = { isHard: true, reason: 'SUPPRESSED_BY_PROVIDER', consequence: 'SUPPRESS' } as const;
  return returned(about, { feedback: 'BOUNCED', ...listed, providerCode: shortened(providerCode) });
}

/** The provider rejected the message without an attempt. */
export function refusedByProvider(about: About, providerCode: string): FeedbackOutcome {
  const refused = { isHard: true, reason: 'CONTENT_REFUSED', consequence: 'NOTHING' } as const;
  return returned(about, { feedback: 'BOUNCED', ...refused, providerCode: shortened(providerCode) });
}

export function complained(about: About, providerCode: string): FeedbackOutcome {
  const complaint = { isHard: true, reason: 'COMPLAINT', consequence: 'SUPPRESS' } as const;
  return returned(about, { feedback: 'COMPLAINED', ...complaint, providerCode: shortened(providerCode) });
}

export function arrived({ token, at }: About, id: unknown): FeedbackOutcome {
  const providerId = textIn(id);
  if (token === '') return { kind: 'unnamed' };
  if (providerId === '' || providerId.length > LONGEST_ID) return { kind: 'malformed' };
  return { kind: 'arrived', providerId, token, at };
}

type ReturnedOutcome = Extract<FeedbackOutcome, { kind: 'returned' }>;

function returned({ token, at }: About, outcome: ReturnedOutcome['returned']): FeedbackOutcome {
  return token === '' ? { kind: 'unnamed' } : { kind: 'returned', returned: outcome, token, at };
}

function shortened(code: string): string | null {
  return code === '' ? null : code.slice(0, 40);
}
