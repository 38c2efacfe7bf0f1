import type { Schemas } from './types.ts';

/**
 * The codes of failures without an API error: the API is unreachable; no response begins in time; a response is
 * interrupted; a response isn't from this API.
 */
export type ClientErrorCode = 'unreachable' | 'no_answer' | 'broken_answer' | 'unexpected_answer';
export type ErrorCode = Schemas['ErrorCode'] | ClientErrorCode;

interface Details {
  code: ErrorCode;
  status?: number;
  headers?: Headers;
  problem?: Schemas['Problem'];
  cause?: unknown;
}

/** Why a request failed. Branch on `code`; the message is for people and may change. */
export class CarillonError extends Error {
  override readonly name = 'CarillonError';
  /** A code of the API (docs/api/errors.md), or of this client. */
  readonly code: ErrorCode;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The ID of the request in the API's logs; null if the API did not respond. */
  readonly requestId: string | null;
  /** The errors of the request's fields, each with a code. */
  readonly fields: Schemas['WrongField'][];
  /** The time after which a retry can succeed (seconds); null if the response doesn't contain it. */
  readonly retryAfter: number | null;
  /** The whole problem document (RFC 9457); null if the response isn't one. */
  readonly problem: Schemas['Problem'] | null;

  constructor(message: string, { code, status, headers, problem, cause }: Details) {
    super(message, { cause });
    const { requestId, errors }: { requestId?: unknown; errors?: unknown } = problem ?? {};
    this.code = code;
    this.status = status ?? null;
    this.requestId = typeof requestId === 'string' ? requestId : (headers?.get('x-request-id') ?? null);
    this.fields = Array.isArray(errors)
      ? (errors.filter(isObject) as unknown[] as Schemas['WrongField'][])
      : [];
    const seconds = /^\d{1,6}$/.exec(headers?.get('retry-after') ?? '')?.[0];
    this.retryAfter = seconds === undefined ? null : Number(seconds);
    this.problem = problem ?? null;
  }

  /** Whether the same request may succeed later, because the API was not reached, or had no time or capacity. */
  get isTemporary(): boolean {
    const { status } = this;
    return status === null || status < 300 || status === 429 || status >= 500;
  }
}

/** Returns the error for a response with a status above 299. Its body may come from a proxy before the API. */
export function refusal({ status, headers }: Response, body: unknown): CarillonError {
  if (!isObject(body) || typeof body.code !== 'string') {
    const message = `The response has status ${status} and an unexpected format`;
    return new CarillonError(message, { code: 'unexpected_answer', status, headers });
  }
  const problem = body as unknown as Schemas['Problem'];
  const { detail, title } = body as Partial<Schemas['Problem']>;
  return new CarillonError(detail ?? title ?? problem.code, { code: problem.code, status, headers, problem });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined for text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
