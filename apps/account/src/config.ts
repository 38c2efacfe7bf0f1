import { Type } from '@sinclair/typebox';
import { ConfigError, type ConfigOf, defineConfig, parseSecret, publicUrl, secret } from '@carillon/platform';
import { type Vault, createVault, parseKeyRing } from '@carillon/vault';
import { QUOTAS_PATTERN, defaultQuotas } from './plan-quotas';

/** The environment of the account service, in addition to the platform's. */
export const accountConfig = defineConfig('account', {
  AUDIT_DAYS: Type.Integer({
    default: 730,
    minimum: 1,
    maximum: 3_650,
    description: 'retention of audit entries (days)',
  }),
  BOOTSTRAP_OPERATOR_KEY: Type.Optional(
    secret(
      Type.String({
        pattern: '^car_op_[0-9A-Za-z]{38}$',
        description:
          'the first operator key: car_op_ and 38 characters; a new value replaces the previous key',
      }),
    ),
  ),
  DEFAULT_SMTP_URL: Type.Optional(
    secret(
      Type.String({
        pattern: '^smtps?://',
        description:
          'the mail server for users without their own: smtp[s]://user:password@host:port; ' +
          '?security=none|starttls|tls; smtp:// defaults to starttls with a password, and to none without one',
      }),
    ),
  ),
  DEFAULT_FROM: Type.Optional(
    Type.String({ description: 'the from address of email through the default mail server' }),
  ),
  DEFAULT_POSTAL_ADDRESS: Type.Optional(
    Type.String({ description: 'the postal address in the footer of email through the default mail server' }),
  ),
  DEFAULT_BOUNCE_DOMAIN: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$',
      maxLength: 192,
      description:
        'the domain of return paths of email through the default mail server; its mail must reach the bounce-receiver',
    }),
  ),
  DEFAULT_MAX_CONNECTIONS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'the maximum number of connections to the default mail server, of all workers together',
    }),
  ),
  DNS_SERVERS: Type.Optional(
    Type.String({
      description:
        'the DNS servers for checks of sending domains, separated by commas: address or address:port; absent: those of the system',
    }),
  ),
  ERASURE_KEYS: secret(
    Type.String({
      description: 'the key ring for hashes of erased addresses: id:key, separated by commas',
    }),
  ),
  ERASURE_CLAIM_MS: Type.Integer({
    default: 40_000,
    minimum: 5_000,
    description:
      'time after which another process continues an erasure whose process has crashed, longer than a step can take (milliseconds)',
  }),
  ERASURE_REPEAT_MS: Type.Integer({
    default: 60_000,
    minimum: 0,
    description: 'delay before an erasure is repeated, to find data that was in transit (milliseconds)',
  }),
  OIDC_ISSUER: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s@?#]+$',
      description: 'the issuer URL of the OpenID Connect provider for sign-ins: https://id.example.com',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(Type.String({ description: 'the OpenID Connect client ID' })),
  OIDC_CLIENT_SECRET: Type.Optional(secret(Type.String({ description: 'the OpenID Connect client secret' }))),
  OIDC_NAME: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'the name of the provider on the sign-in button: Sign in with …',
    }),
  ),
  PUBLIC_URL: Type.Optional(publicUrl),
  QUOTAS_FREE: Type.String({
    default: defaultQuotas.FREE,
    pattern: QUOTAS_PATTERN,
    description: 'the quotas of the plan FREE: kind=amount, separated by commas',
  }),
  QUOTAS_UPGRADED: Type.String({
    default: defaultQuotas.UPGRADED,
    pattern: QUOTAS_PATTERN,
    description: 'the quotas of the plan UPGRADED, in the same form',
  }),
  VAULT_KEYS: secret(
    Type.String({
      description: 'the key ring that decrypts secrets of provider callbacks: id:key, separated by commas',
    }),
  ),
});
export type AccountConfig = ConfigOf<typeof accountConfig>;

/** The key ring that encrypts and decrypts the secrets of this service. @throws ConfigError */
export function vaultOf({ VAULT_KEYS }: Pick<AccountConfig, 'VAULT_KEYS'>): Vault {
  return createVault(parseSecret('VAULT_KEYS', VAULT_KEYS, parseKeyRing));
}

/** Hostnames of the local machine. Plain HTTP to these hosts is safe (RFC 8252 §8.3). */
const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/;

/** The sign-in provider, or null. @throws ConfigError */
export function oidcSettings(
  config: Pick<AccountConfig, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME'>,
): { issuer: URL; clientId: string; clientSecret: string; name: string } | null {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  } = config;
  if ([issuer, clientId, clientSecret, name].every((each) => each === undefined)) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || name === undefined) {
    throw new ConfigError(
      'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: only some are set; set all or none of them',
    );
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (!url || (url.protocol === 'http:' && !loopback.test(url.hostname))) {
    throw new ConfigError(`OIDC_ISSUER: read ${JSON.stringify(issuer)}; expected an https:// URL`);
  }
  return { issuer: url, clientId, clientSecret, name };
}
