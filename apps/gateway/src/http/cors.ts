import { ConfigError } from '@carillon/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What scripts of other origins may read of an answer beside what the Fetch Standard lets them read of any. */
const exposed = [
  'Location',
  'Link',
  'Next-Cursor',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
].join(', ');
/** What they may send. An asterisk would not stand for Authorization. */
const sendable = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, Traceparent';
/** How long a browser need not ask again (seconds); Chromium believes no more. */
const MAX_AGE_S = 7_200;

/** Which origins' scripts may use the API in a browser. */
export interface Origins {
  /** What an origin is told to be allowed; null: it is not. */
  allow(origin: string): string | null;
  /** Whether different origins are told different things. */
  readonly vary: boolean;
}

/** Reads `*`, or origins with commas between; null: CORS is off. @throws ConfigError */
export function readOrigins(configured: string | undefined): Origins | null {
  if (configured === undefined) return null;
  if (configured === '*') return { allow: () => '*', vary: false };
  const origins = new Set(configured.split(',').map((each) => each.trim()));
  for (const origin of origins) {
    if (!isOrigin(origin)) {
      throw new ConfigError(
        `CORS_ORIGINS: read ${JSON.stringify(origin)}; expected * or origins such as https://app.example.com, with commas between`,
      );
    }
  }
  return { allow: (origin) => (origins.has(origin) ? origin : null), vary: true };
}

/** As a browser writes it. To a parser of addresses an asterisk is as good as a letter. */
function isOrigin(text: string): boolean {
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;
}

/**
 * Lets scripts of these origins use the API (Fetch Standard, §3.3). No cookie is ever looked at, so that credentials need no
 * permission: a key comes in a header that the script sets. To be set up before keys are looked at, for a preflight has none.
 */
export function allowOrigins(http: FastifyInstance, origins: Origins): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) admitOrigin(request, reply, origins);
    done();
  });
}

function admitOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply, origins: Origins): void {
  if (origins.vary) reply.header('vary', 'Origin');
  const allowed = origin === undefined ? null : origins.allow(origin);
  if (allowed === null) return;
  reply.header('access-control-allow-origin', allowed).header('access-control-expose-headers', exposed);
}

/** What the answer to a preflight says besides; to be asked where the path is known to take these methods. */
export function preflightHeaders(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
): Record<string, string> {
  const isAllowed = reply.hasHeader('access-control-allow-origin');
  if (!isAllowed || headers['access-control-request-method'] === undefined) return {};
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': sendable,
    'access-control-max-age': String(MAX_AGE_S),
  };
}
