import { type ConfigOf, defineConfig, parseSecret, publicUrl, secret } from '@carillon/platform';
import { type Sealer, createSealer, parsePublicKey } from '@carillon/vault';
import { Type } from '@sinclair/typebox';
import { RATE_PATTERN } from './rate';

export const gatewayConfig = defineConfig('gateway', {
  HTTP_PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'where the API listens; 0: any free port',
  }),
  HTTP_HOST: Type.String({ default: '0.0.0.0', description: 'the address the API listens on' }),
  PUBLIC_URL: publicUrl,
  VAULT_PUBLIC_KEY: secret(
    Type.String({
      description: 'what seals credentials, id:key; the keys that open them are not known here',
    }),
  ),
  LINK_KEYS: secret(
    Type.String({
      description: 'the key ring of unsubscribe links, id:key with commas between; all are read',
    }),
  ),
  CURSOR_KEY: secret(
    Type.String({
      description: 'what signs the cursors of lists and the cookies of known devices, 32 bytes in base64',
    }),
  ),
  ALLOW_PRIVATE_SMTP_HOSTS: Type.Boolean({
    default: false,
    description: "whether users' own SMTP servers may be at private addresses",
  }),
  ALLOW_PRIVATE_SENDER_HOSTS: Type.Boolean({
    default: false,
    description: "whether the endpoints of users' HTTP senders may be at private addresses",
  }),
  REQUEST_TIMEOUT_MS: Type.Integer({
    default: 30_000,
    minimum: 1_000,
    description: 'how long a request may take in all before it is answered 504',
  }),
  MAX_REQUESTS_IN_FLIGHT: Type.Integer({
    default: 1_000,
    minimum: 1,
    description: 'how many requests may wait for their answers; more are turned away with 503',
  }),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      description:
        'whose scripts may use the API in a browser: * or origins such as https://app.example.com with commas between',
    }),
  ),
  ARRIVAL_TIMEOUT_MS: Type.Integer({
    default: 15_000,
    minimum: 1_000,
    description:
      'how long the headers, and then the body of a request may take to arrive, or nothing of a file, before it is answered 408',
  }),
  ACCESS_CACHE_MS: Type.Integer({
    default: 10_000,
    minimum: 0,
    description: 'how long what is known about an API key is used without asking again',
  }),
  RATE_FREE: Type.String({
    default: '100/s burst 200',
    pattern: RATE_PATTERN,
    description: 'requests by a key of a user on the plan FREE: 100/s burst 200, 100/s or none',
  }),
  RATE_UPGRADED: Type.String({
    default: '1000/s burst 2000',
    pattern: RATE_PATTERN,
    description: 'requests by a key of a user on the plan UPGRADED, in the same form',
  }),
  ACCOUNT_RATE_FREE: Type.Optional(
    Type.String({
      pattern: RATE_PATTERN,
      description: 'requests by all keys of a user on the plan FREE together; absent: twice RATE_FREE',
    }),
  ),
  ACCOUNT_RATE_UPGRADED: Type.Optional(
    Type.String({
      pattern: RATE_PATTERN,
      description:
        'requests by all keys of a user on the plan UPGRADED together; absent: twice RATE_UPGRADED',
    }),
  ),
  FAILED_AUTHENTICATIONS_PER_MINUTE: Type.Integer({
    default: 30,
    minimum: 1,
    description:
      'how many wrong API keys may come from an address in a minute, and at once, before more are answered 429',
  }),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description: 'whose X-Forwarded-For is believed: IP addresses and CIDR blocks with commas between',
    }),
  ),
  STREAMS_PER_USER: Type.Integer({
    default: 20,
    minimum: 1,
    description: 'how many streams of events a user may have open at one gateway',
  }),
  LONG_ANSWERS_PER_USER: Type.Integer({
    default: 20,
    minimum: 1,
    description:
      'how many searches and previews, and how many lists of more than a page and files, of a user may be under way at one gateway; by keys with a limit fewer',
  }),
  STREAM_HEARTBEAT_MS: Type.Integer({
    default: 15_000,
    minimum: 100,
    description: 'how long a stream may be silent before a comment says that it is alive',
  }),
  STREAM_STALL_MS: Type.Integer({
    default: 30_000,
    minimum: 100,
    description: 'how long the client of a stream may take nothing before it is cut off',
  }),
});
export type GatewayConfig = ConfigOf<typeof gatewayConfig>;

/** What seals secrets on their way to the account service; nobody here can open them. @throws ConfigError */
export function sealerOf({ VAULT_PUBLIC_KEY }: Pick<GatewayConfig, 'VAULT_PUBLIC_KEY'>): Sealer {
  return createSealer(parseSecret('VAULT_PUBLIC_KEY', VAULT_PUBLIC_KEY, parsePublicKey));
}
