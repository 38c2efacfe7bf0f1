import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, type FieldCode, type Principal } from '@carillon/contracts';
import type { FastifyRequest } from 'fastify';

/** In the spelling of the IETF's draft-ietf-httpapi-idempotency-key-header; Node gives names in lower case. */
const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const KEY_HEADER = 'idempotency-key';
const MAX_LENGTH = 255;
const printable = /^[\x20-\x7e]*$/;

/** The key that a request came with; null if it has none. @throws AppError validation_failed */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key === '') throw refused('empty', 'This must not be empty');
  if (!printable.test(key)) throw refused('invalid_text', 'Only printable ASCII characters are allowed');
  if (key.length > MAX_LENGTH) throw refused('too_long', `This may have at most ${MAX_LENGTH} characters`);
  return key;
}

function refused(code: FieldCode, detail: string): AppError {
  return new AppError('validation_failed', undefined, [{ field: IDEMPOTENCY_KEY, code, detail }]);
}

type Asked = Pick<FastifyRequest, 'method' | 'params' | 'query' | 'body' | 'headers'> & {
  routeOptions: Pick<FastifyRequest['routeOptions'], 'url'>;
};

/**
 * What requests have in common that are repeats of each other by their key: who asks, for what, and the key. One operator's
 * key is as good as another's.
 */
export function identityOf(
  { method, routeOptions, params }: Asked,
  principal: Principal,
  key: string,
): string {
  const who = principal.role === 'user' ? principal.userId : 'operator';
  return hash([who, method, routeOptions.url, params, key]);
}

/**
 * What repeats must have in common beside: query and body, whatever the order of fields and the white space. Of a body that
 * is taken in as it arrives only what is announced of it: an answer that is replayed cannot wait for all of a file. A body may
 * have a password in it: with the key, which is stored nowhere, what is stored is no hash that passwords could be tried on.
 */
export function fingerprintOf({ query, body, headers }: Asked, key: string): string {
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
