import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@carillon/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TOKEN_BYTES = 32;
const form = /^[A-Za-z0-9_-]{43}$/;
const CSRF_HEADER = 'x-csrf-token';
/** RFC 9110 §9.2.1. */
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The secret of a session, which a browser has in a cookie that no script can read. */
export class SessionToken {
  private constructor(private readonly text: string) {}

  static mint(): SessionToken {
    return new SessionToken(randomBytes(TOKEN_BYTES).toString('base64url'));
  }

  /** The token that a request brings; undefined if there is none. A key in the header Authorization takes precedence. */
  static of({ headers }: Pick<FastifyRequest, 'headers'>, isSecure: boolean): SessionToken | undefined {
    if (headers.authorization !== undefined) return undefined;
    const begin = `${nameOf(isSecure)}=`;
    const pair = headers.cookie?.split(';').find((each) => each.trim().startsWith(begin));
    const text = pair?.trim().slice(begin.length);
    return text !== undefined && form.test(text) ? new SessionToken(text) : undefined;
  }

  /** What is stored and looked up in its place. */
  get hash(): string {
    return hash('sha256', this.text);
  }

  /** Known only to who has read it from an answer to this session: other origins can send the cookie, and read nothing. */
  get csrfToken(): string {
    return hash('sha256', `csrf ${this.text}`, 'base64url');
  }

  /** @throws AppError invalid_csrf_token for a request that may change something and does not bring it */
  requireCsrf({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): void {
    if (safe.has(method)) return;
    const [given, expected] = [headers[CSRF_HEADER], Buffer.from(this.csrfToken)];
    const bytes = Buffer.from(typeof given === 'string' ? given : '');
    if (bytes.length === expected.length && timingSafeEqual(bytes, expected)) return;
    throw new AppError('invalid_csrf_token');
  }

  /** Until the browser is closed: the session itself ends when it is not used. */
  setCookie(reply: FastifyReply, isSecure: boolean): void {
    reply.header('set-cookie', cookie(this.text, isSecure));
  }
}

export function clearCookie(reply: FastifyReply, isSecure: boolean): void {
  reply.header('set-cookie', `${cookie('', isSecure)}; Max-Age=0`);
}

/** RFC 6265bis §4.1.3.2: no other host, and no page of plain http, can set a cookie with this prefix. */
function nameOf(isSecure: boolean): string {
  return isSecure ? '__Host-carillon' : 'carillon';
}

function cookie(value: string, isSecure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${nameOf(isSecure)}=${value}; ${attributes}`;
}
