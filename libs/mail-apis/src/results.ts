import type { ProviderResult, Suppression } from '@carillon/channel';
import type { DeliveryReason } from '@carillon/contracts';
import { type HttpAnswer, detailOf, textIn } from '@carillon/http-client';

type Failure = Exclude<ProviderResult, { kind: 'sent' }>;
/** The result of an email, with details for the owner of the sender. */
export type ApiResult = Extract<ProviderResult, { kind: 'sent' }> | (Failure & { detail: string | null });

/** The error in a response. Null: the response has no error in the provider's format. */
export interface ApiError {
  code: string | null;
  /** The part of the request that is wrong. */
  field?: string | null;
  message: string | null;
}

/** The meaning of some errors of a provider. All of the given properties must match. */
export interface ResultRow {
  status?: number;
  code?: string;
  field?: RegExp;
  message?: RegExp;
  result: Effect;
  reason: DeliveryReason;
  suppress?: Suppression;
}

/**
 * `refused`: this email will never be accepted; `later`: another attempt may succeed; `slow down`: the provider accepts
 * fewer emails; `down`: the account accepts no email; `unknown`: the email may have been accepted.
 */
type Effect = 'refused' | 'later' | 'slow down' | 'down' | 'unknown';

/** RFC 9110 §15 and RFC 6585 §4. A row of a provider comes first. */
const statusRows: readonly ResultRow[] = [
  { status: 401, result: 'down', reason: 'LOGIN_REFUSED' },
  { status: 403, result: 'down', reason: 'ACCESS_DENIED' },
  { status: 404, result: 'down', reason: 'UNEXPECTED_ANSWER' },
  { status: 405, result: 'down', reason: 'UNEXPECTED_ANSWER' },
  { status: 408, result: 'unknown', reason: 'SERVER_ERROR' },
  { status: 413, result: 'refused', reason: 'MESSAGE_TOO_BIG' },
  { status: 415, result: 'down', reason: 'UNEXPECTED_ANSWER' },
  { status: 429, result: 'slow down', reason: 'TOO_MANY_REQUESTS' },
];

const LONGEST_CODE = 50;

/** Judges an error: the first row that matches decides. */
export function judgeError(
  { status, retryAfterMs }: Pick<HttpAnswer, 'status' | 'retryAfterMs'>,
  error: ApiError | null,
  rows: readonly ResultRow[],
): Failure & { detail: string } {
  const code = (error?.code ?? String(status)).slice(0, LONGEST_CODE);
  const detail = detailOf(error?.message ?? '') || `HTTP ${status}`;
  const row = [...rows, ...statusRows].find((each) => isFor(each, status, error)) ?? otherRow(status, error);
  const { reason, suppress } = row;
  switch (row.result) {
    case 'refused':
      return { kind: 'failed', reason, permanent: true, code, ...(suppress && { suppress }), detail };
    case 'later':
      return { kind: 'failed', reason, permanent: false, code, detail };
    case 'slow down':
      return { kind: 'throttled', scope: 'provider', reason, retryAfterMs, code, detail };
    case 'down':
      return { kind: 'providerDown', reason, code, detail };
    case 'unknown':
      return { kind: 'unknown', reason, code, suspect: true, detail };
  }
}

/** The result of a response that should show whether the email was accepted, and doesn't. */
export function unreadable(): ApiResult {
  const detail = 'The response does not show whether the email was accepted';
  return { kind: 'unknown', reason: 'ANSWER_UNREADABLE', code: null, suspect: true, detail };
}

/** Null for anything but a text that isn't empty. */
export function textOf(value: unknown): string | null {
  return textIn(value) || null;
}

function isFor(row: ResultRow, status: number, error: ApiError | null): boolean {
  return (
    (row.status === undefined || row.status === status) &&
    (row.code === undefined || row.code === error?.code) &&
    (row.field === undefined || row.field.test(error?.field ?? '')) &&
    (row.message === undefined || row.message.test(error?.message ?? ''))
  );
}

/** An error that the provider doesn't document. A server that isn't the provider's sends other errors. */
function otherRow(status: number, error: ApiError | null): ResultRow {
  if (status >= 500) return { result: 'unknown', reason: 'SERVER_ERROR' };
  if (error === null || status < 400) return { result: 'down', reason: 'UNEXPECTED_ANSWER' };
  return { result: 'refused', reason: 'REQUEST_REFUSED' };
}
