import { AppError, type ErrorCode, type ErrorKind, type FieldError, errorCodes } from '@carillon/contracts';

/** An error as clients see it (RFC 9457), with additional members for some codes. */
export interface Problem {
  /** A reference relative to the API's own address. */
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  errors: FieldError[];
  requestId: string;
  [extra: string]: unknown;
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const MAX_FIELDS = 20;
const MAX_FIELD_NAME = 200;
/**
 * How long a client should wait before the next attempt if a service is unavailable, or the first request is in
 * progress (seconds).
 */
const RETRY_AFTER_S = 2;

/** The `extra` of a limit error from the gateway or a service: how long to wait (seconds). It is sent in a header. */
const RETRY_AFTER = 'retryAfter';

const statuses: Record<ErrorKind, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
  internal: 500,
};

/** The HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  const definition: { kind: ErrorKind; status?: number } = errorCodes[code];
  return definition.status ?? statuses[definition.kind];
}

/** The body of an error response. Internal details are not exposed: `internal` has no specific detail. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { title } = errorCodes[error.code];
  const more = Object.entries(error.extra).filter(([name]) => name !== RETRY_AFTER);
  return {
    type: `/api/docs/errors#${error.code}`,
    title,
    status: statusOf(error.code),
    code: error.code,
    detail: error.kind === 'internal' ? title : error.detail,
    errors: error.fields.slice(0, MAX_FIELDS).map(presentField),
    requestId,
    ...Object.fromEntries(more),
  };
}

/** The error for an existing path with a method it does not accept. */
export class MethodNotAllowed extends AppError {
  constructor(readonly allowed: readonly string[]) {
    super('method_not_allowed', `This path accepts ${allowed.join(', ')}`);
  }
}

/** The headers that an error's status requires. */
export function problemHeaders(error: AppError): Record<string, string> {
  if (error.kind === 'unauthenticated') return { 'www-authenticate': 'Bearer' };
  if (error.kind === 'unavailable' || error.code === 'idempotency_in_progress') {
    return { 'retry-after': String(RETRY_AFTER_S) };
  }
  const seconds = error.extra[RETRY_AFTER];
  if (seconds !== undefined) return { 'retry-after': seconds };
  if (error instanceof MethodNotAllowed) return { allow: error.allowed.join(', ') };
  return {};
}

function presentField({ field, ...error }: FieldError): FieldError {
  const shown = field.length > MAX_FIELD_NAME ? `${field.slice(0, MAX_FIELD_NAME)}…` : field;
  return { field: shown.toWellFormed(), ...error };
}
