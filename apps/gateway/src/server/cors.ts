import cors from '@fastify/cors';
import { ConfigError } from '@carillon/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Response headers that scripts of other origins may read, in addition to those of the Fetch Standard. */
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
/** Request headers that scripts of other origins may send. An asterisk would not include Authorization. */
const sendable = 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, Traceparent';
/** How long a browser may cache a preflight (seconds); Chromium allows no more. */
const MAX_AGE_S = 7_200;

/** Reads `*`, or comma-separated origins as a browser writes them. @throws ConfigError */
export function readOrigins(configured: string): '*' | ReadonlySet<string> {
  if (configured === '*') return configured;
  const origins = configured.split(',').map((each) => each.trim());
  for (const origin of origins) {
    // A URL parser treats an asterisk like a letter.
    if (!origin.includes('*') && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new ConfigError(
      `CORS_ORIGINS: read ${JSON.stringify(origin)}; expected * or origins such as https://app.example.com, separated by commas`,
    );
  }
  return new Set(origins);
}

/**
 * Allows scripts of these origins to use the API (Fetch Standard, §3.3). The scripts get no permission for credentials,
 * so they never act in a session. A key is in a header that the script sets. Must be set up before keys are checked, so
 * that scripts can read errors. The plugin's own preflight response contains the same methods for all paths.
 */
export async function allowOrigins(http: FastifyInstance, configured: string): Promise<void> {
  const origins = readOrigins(configured);
  await http.register(cors, {
    preflight: false,
    exposedHeaders,
    // With a list, the plugin would send the exposed headers to every origin.
    origin: origins === '*' ? '*' : (origin?: string) => Promise.resolve(origins.has(origin ?? '')),
  });
}

/** Further headers of a preflight response, after the path is known to accept these methods. */
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
