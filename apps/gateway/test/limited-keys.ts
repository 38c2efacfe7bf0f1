import { hashApiKey, mintApiKey } from '@carillon/vault';
import { type KeyRate, type Principal, scopes, newId } from '@carillon/contracts';
import { USER, principals } from './callers';
import type { Gateway } from './gateway';
import type { Answer } from './answer';
import { type Sent, send } from './http-client';

/** Slow enough that no request is refilled during a test. */
export const hardlyAny = (burst: number): KeyRate => ({ perSecond: 0.01, burst });

/** Registers a new key with its own rate at the account service of these tests. */
export function newKey(rate: KeyRate, more: Partial<Extract<Principal, { role: 'user' }>> = {}): string {
  const key = mintApiKey('user');
  principals.set(hashApiKey(key), {
    role: 'user',
    keyId: newId(),
    userId: USER,
    plan: 'FREE',
    status: 'ACTIVE',
    scopes: [...scopes],
    rate,
    ...more,
  });
  return key;
}

/** One request with this key; GET /account by default. */
export function ask(
  { port }: Gateway,
  key: string,
  [method, path]: readonly [string, string] = ['GET', '/account'],
  { headers = {}, ...sent }: Sent = {},
): Promise<Answer> {
  return send(port, method, `/api/v1${path}`, {
    ...sent,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
}

/** The remaining number in the header, or null without a header. */
export function left({ headers }: Answer): number | null {
  const [, count] = /^"default";r=(\d+);t=\d+$/.exec(String(headers.ratelimit)) ?? [];
  return count === undefined ? null : Number(count);
}

export const codeOf = ({ body }: Answer): unknown => (body as { code?: string } | undefined)?.code;
