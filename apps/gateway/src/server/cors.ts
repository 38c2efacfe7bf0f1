import cors from '@fastify/cors';
import { ConfigError } from '@carillon/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What scripts of other origins may read of an answer beside what the Fetch Standard lets them read of any. */
const exposedHeaders = [
  'Location',
  'Link',
  'Next-Cursor',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
];
/** What they may send. An asterisk would not stand for Authorization. */
const sendable = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, Traceparent';
/** How long a browser need not ask again (seconds); Chromium believes no more. */
const MAX_AGE_S = 7_200;

/** Reads `*`, or origins with commas between, as a browser writes them. @throws ConfigError */
export function readOrigins(configured: string): '*' | ReadonlySet<string> {
  if (configured === '*') return configured;
  const origins = configured.split(',').map((each) => each.trim());
  for (const origin of origins) {
    // To a parser of addresses an asterisk is as good as a letter.
    if (!origin.includes('*') && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new ConfigError(
      `CORS_ORIGINS: read ${JSON.stringify(origin)}; expected * or origins such as https://app.example.com, with commas between`,
    );
  }
  return new Set(origins);
}

/**
 * Lets scripts of these origins use the API (Fetch Standard, §3.3). No cookie is ever looked at, so that credentials need no
 * permission: a key comes in a header that the script sets. To be set up before keys are looked at: errors are for scripts, too.
 * The plugin's own answer to a preflight names the same methods for all paths.
 */
export async function allowOrigins(http: FastifyInstance, configured: string): Promise<void> {
  const origins = readOrigins(configured);
  await http.register(cors, {
    preflight: false,
    exposedHeaders,
    // A list would have what is exposed told to everybody.
    origin: origins === '*' ? '*' : (origin?: string) => Promise.resolve(origins.has(origin ?? '')),
  });
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
