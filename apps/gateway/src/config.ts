import { type ConfigOf, defineConfig, parseSecret, publicUrl, secret } from '@carillon/platform';
import { type Sealer, createSealer, parsePublicKey } from '@carillon/vault';
import { Type } from '@sinclair/typebox';
import { RATE_PATTERN } from './rate';

export const gatewayConfig = defineConfig('gateway', {
  HTTP_PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'the port of the API; 0: any free port',
  }),
  HTTP_HOST: Type.String({ default: '0.0.0.0', description: 'the listening address of the API' }),
  PUBLIC_URL: publicUrl,
  VAULT_PUBLIC_KEY: secret(
    Type.String({
      description: 'the public key that encrypts credentials: id:key; the gateway has no private keys',
    }),
  ),
  LINK_KEYS: secret(
    Type.String({
      description: 'the key ring of unsubscribe links: id:key, separated by commas; all keys are accepted',
    }),
  ),
  CURSOR_KEY: secret(
    Type.String({
      description: 'the key that signs list cursors and cookies of known devices: 32 bytes in base64',
    }),
  ),
  ALLOW_PRIVATE_SMTP_HOSTS: Type.Boolean({
    default: false,
    description: 'whether the mail servers of users can be at private addresses',
  }),
  ALLOW_PRIVATE_SENDER_HOSTS: Type.Boolean({
    default: false,
    description: "whether the endpoints of users' HTTP senders may be at private addresses",
  }),
  REQUEST_TIMEOUT_MS: Type.Integer({
    default: 30_000,
    minimum: 1_000,
    description: 'the total time limit of a request; after it, the response is 504',
  }),
  MAX_REQUESTS_IN_FLIGHT: Type.Integer({
    default: 1_000,
    minimum: 1,
    description: 'the maximum number of concurrent requests; further ones are rejected with 503',
  }),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      description:
        'origins whose scripts can use the API in a browser: * or origins such as https://app.example.com, separated by commas',
    }),
  ),
  ARRIVAL_TIMEOUT_MS: Type.Integer({
    default: 15_000,
    minimum: 1_000,
    description:
      'the time limit for the headers, for the body, and for a pause in a file upload; after it, the response is 408',
  }),
  ACCESS_CACHE_MS: Type.Integer({
    default: 10_000,
    minimum: 0,
    description: 'how long information about an API key is cached',
  }),
  RATE_FREE: Type.String({
    default: '100/s burst 200',
    pattern: RATE_PATTERN,
    description: 'the request limit per key on the plan FREE: 100/s burst 200, 100/s or none',
  }),
  RATE_UPGRADED: Type.String({
    default: '1000/s burst 2000',
    pattern: RATE_PATTERN,
    description: 'the request limit per key on the plan UPGRADED, in the same form',
  }),
  ACCOUNT_RATE_FREE: Type.Optional(
    Type.String({
      pattern: RATE_PATTERN,
      description:
        'the request limit of all keys of a user on the plan FREE together; absent: twice RATE_FREE',
    }),
  ),
  ACCOUNT_RATE_UPGRADED: Type.Optional(
    Type.String({
      pattern: RATE_PATTERN,
      description:
        'the request limit of all keys of a user on the plan UPGRADED together; absent: twice RATE_UPGRADED',
    }),
  ),
  FAILED_AUTHENTICATIONS_PER_MINUTE: Type.Integer({
    default: 30,
    minimum: 1,
    description: 'how many invalid API keys an address can send per minute, and at once, before it gets 429',
  }),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description:
        'proxies whose X-Forwarded-For is trusted: IP addresses and CIDR blocks, separated by commas',
    }),
  ),
  IDEMPOTENCY_WAIT_MS: Type.Integer({
    default: 2_000,
    minimum: 100,
    description:
      'how long a request with an Idempotency-Key waits for a database that does not respond (milliseconds)',
  }),
  STREAMS_PER_USER: Type.Integer({
    default: 20,
    minimum: 1,
    description: 'the maximum number of event streams of a user at one gateway',
  }),
  LONG_ANSWERS_PER_USER: Type.Integer({
    default: 20,
    minimum: 1,
    description:
      'the maximum number of concurrent searches and previews, and of lists with several pages and files, of a user at one gateway; fewer for keys with a limit',
  }),
  STREAM_HEARTBEAT_MS: Type.Integer({
    default: 15_000,
    minimum: 100,
    description: 'how long a stream can be silent before it sends a keep-alive comment',
  }),
  STREAM_STALL_MS: Type.Integer({
    default: 30_000,
    minimum: 100,
    description: 'how long the client of a stream can stop reading before it is disconnected',
  }),
});
export type GatewayConfig = ConfigOf<typeof gatewayConfig>;

/** The key that encrypts secrets for the account service. The gateway can't decrypt them. @throws ConfigError */
export function sealerOf({ VAULT_PUBLIC_KEY }: Pick<GatewayConfig, 'VAULT_PUBLIC_KEY'>): Sealer {
  return createSealer(parseSecret('VAULT_PUBLIC_KEY', VAULT_PUBLIC_KEY, parsePublicKey));
}
