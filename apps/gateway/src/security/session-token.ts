import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@carillon/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TOKEN_BYTES = 32;
const SESSION = 'carillon';
const form = /^[A-Za-z0-9_-]{43}$/;
const CSRF_HEADER = 'x-csrf-token';
/** RFC 9110 §9.2.1. */
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The secret of a session, which a browser stores in a cookie that no script can read. */
export class SessionToken {
  private constructor(private readonly text: string) {}

  static mint(): SessionToken {
    return new SessionToken(randomBytes(TOKEN_BYTES).toString('base64url'));
  }

  /** The token of a request; undefined if there is none. A key in the Authorization header takes precedence. */
  static of(request: Pick<FastifyRequest, 'headers'>, isSecure: boolean): SessionToken | undefined {
    if (request.headers.authorization !== undefined) return undefined;
    const text = readCookie(request, SESSION, isSecure);
    return text !== undefined && form.test(text) ? new SessionToken(text) : undefined;
  }

  /** The hash, which is stored and looked up instead of the token. */
  get hash(): string {
    return hash('sha256', this.text);
  }

  /**
   * Known only to clients that have read it from a response to this session: other origins can send the cookie, but
   * can't read anything.
   */
  get csrfToken(): string {
    return hash('sha256', `csrf ${this.text}`, 'base64url');
  }

  /** @throws AppError invalid_csrf_token for a request that can change data and lacks the token */
  requireCsrf({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): void {
    if (safe.has(method)) return;
    const [presented, expected] = [headers[CSRF_HEADER], Buffer.from(this.csrfToken)];
    const bytes = Buffer.from(typeof presented === 'string' ? presented : '');
    if (bytes.length === expected.length && timingSafeEqual(bytes, expected)) return;
    throw new AppError('invalid_csrf_token');
  }

  /** Until the browser is closed. The session itself ends when it isn't used. */
  setCookie(reply: FastifyReply, isSecure: boolean): void {
    setCookie(reply, SESSION, this.text, { isSecure });
  }
}

export function clearCookie(reply: FastifyReply, isSecure: boolean): void {
  setCookie(reply, SESSION, '', { isSecure, maxAgeS: 0 });
}

/** The value of a cookie that `setCookie` has set; undefined if there is none. */
export function readCookie(
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
  isSecure: boolean,
): string | undefined {
  const begin = `${nameOf(name, isSecure)}=`;
  const pair = headers.cookie?.split(';').find((each) => each.trim().startsWith(begin));
  return pair?.trim().slice(begin.length);
}

/**
 * Sets a cookie that no script and no other origin can use, until the browser is closed, or for `maxAgeS` seconds. 0
 * removes it.
 */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { isSecure, maxAgeS }: { isSecure: boolean; maxAgeS?: number },
): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const age = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`;
  reply.header('set-cookie', `${nameOf(name, isSecure)}=${value}; ${attributes}${age}`);
}

/** RFC 6265bis §4.1.3.2: no other host, and no plain HTTP page, can set a cookie with this prefix. */
function nameOf(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
