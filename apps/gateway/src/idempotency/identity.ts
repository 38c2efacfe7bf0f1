import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Principal } from '@carillon/contracts';
import type { FastifyRequest } from 'fastify';

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
