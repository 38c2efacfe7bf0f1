import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, type FieldCode, type Principal } from '@carillon/contracts';
import type { FastifyRequest } from 'fastify';

/** The name in the IETF's draft-ietf-httpapi-idempotency-key-header, in lowercase, as Node provides header names. */
const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const KEY_HEADER = 'idempotency-key';
const MAX_LENGTH = 255;
const printable = /^[\x20-\x7e]*$/;

/** Reads the key of a request. Null: it has no key. @throws AppError validation_failed */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key === '') throw refused('empty', 'Must not be empty');
  if (!printable.test(key)) throw refused('invalid_text', 'Must contain only printable ASCII characters');
  if (key.length > MAX_LENGTH) throw refused('too_long', `Must have at most ${MAX_LENGTH} characters`);
  return key;
}

function refused(code: FieldCode, detail: string): AppError {
  return new AppError('validation_failed', undefined, [{ field: IDEMPOTENCY_KEY, code, detail }]);
}

type IdentifiedRequest = Pick<FastifyRequest, 'method' | 'params' | 'query' | 'body' | 'headers'> & {
  routeOptions: Pick<FastifyRequest['routeOptions'], 'url'>;
};

/**
 * The identity that repeats of a request share: caller, target, and key. All operator keys count as one caller, and so
 * do all keys of a user. Each person in a session is a separate caller.
 */
export function identityOf(
  { method, routeOptions, params }: IdentifiedRequest,
  principal: Principal,
  key: string,
): string {
  const who = principal.role === 'user' ? principal.userId : 'operator';
  const person = principal.role === 'user' && principal.signedIn ? [principal.signedIn.loginId] : [];
  return hash([who, method, routeOptions.url, params, key, ...person]);
}

/**
 * The content that repeats must share: query and body, regardless of the order of fields and white space. For a
 * streamed body, only its announced type and length count, because a replayed response can't wait for a whole file. A
 * body can contain a password, so the hash includes the key, which isn't stored. Passwords can't be tested against it.
 */
export function fingerprintOf({ query, body, headers }: IdentifiedRequest, key: string): string {
  return body instanceof Readable
    ? hash([key, query, headers['content-type'], headers['content-length']])
    : hash([key, query, body === undefined ? {} : body]);
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('hex');
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
