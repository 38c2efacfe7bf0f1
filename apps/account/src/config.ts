import { Type } from '@sinclair/typebox';
import { ConfigError, type ConfigOf, defineConfig, parseSecret, secret } from '@carillon/platform';
import { type Vault, createVault, parseKeyRing } from '@carillon/vault';
import { QUOTAS_PATTERN, defaultQuotas } from './plan-quotas';

/** What the account service reads from its environment beside the platform's own. */
export const accountConfig = defineConfig('account', {
  AUDIT_DAYS: Type.Integer({
    default: 730,
    minimum: 1,
    maximum: 3_650,
    description: 'days for which entries of the audit trail are kept',
  }),
  BOOTSTRAP_OPERATOR_KEY: Type.Optional(
    secret(
      Type.String({
        pattern: '^car_op_[0-9A-Za-z]{38}$',
        description: "the operator's first key, car_op_ and 38 characters; a changed one replaces the former",
      }),
    ),
  ),
  DEFAULT_SMTP_URL: Type.Optional(
    secret(
      Type.String({
        pattern: '^smtps?://',
        description:
          'the mail server for users without their own, smtp[s]://user:password@host:port; ' +
          '?security=none|starttls|tls, where smtp:// means starttls with a password and none without',
      }),
    ),
  ),
  DEFAULT_FROM: Type.Optional(
    Type.String({ description: 'the address that mail by the default mail server comes from' }),
  ),
  DEFAULT_POSTAL_ADDRESS: Type.Optional(
    Type.String({ description: 'the postal address in the footer of mail by the default mail server' }),
  ),
  DEFAULT_BOUNCE_DOMAIN: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$',
      maxLength: 192,
      description:
        'the domain of return paths of mail by the default mail server, whose mail goes to the bounce-receiver',
    }),
  ),
  DEFAULT_MAX_CONNECTIONS: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'connections at once that the default mail server bears, from all workers together',
    }),
  ),
  ERASURE_KEYS: secret(
    Type.String({
      description: 'the key ring of the hashes that stand for erased people, id:key with commas between',
    }),
  ),
  ERASURE_REPEAT_MS: Type.Integer({
    default: 60_000,
    minimum: 0,
    description:
      'milliseconds after which an erasure is carried out a second time, to find what was on its way',
  }),
  OIDC_ISSUER: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s@?#]+$',
      description:
        'the provider that signs people in by OpenID Connect, as it names itself: https://id.example.com',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(Type.String({ description: 'what the provider knows this installation by' })),
  OIDC_CLIENT_SECRET: Type.Optional(
    secret(Type.String({ description: 'by which this installation proves that to the provider' })),
  ),
  OIDC_NAME: Type.Optional(
    Type.String({ maxLength: 60, description: 'what people know the provider by: Sign in with …' }),
  ),
  QUOTAS_FREE: Type.String({
    default: defaultQuotas.FREE,
    pattern: QUOTAS_PATTERN,
    description: 'the most that a user on the plan FREE may have: kind=amount with commas between',
  }),
  QUOTAS_UPGRADED: Type.String({
    default: defaultQuotas.UPGRADED,
    pattern: QUOTAS_PATTERN,
    description: 'the most that a user on the plan UPGRADED may have, in the same form',
  }),
  VAULT_KEYS: secret(
    Type.String({ description: 'the key ring that opens what signs callbacks, id:key with commas between' }),
  ),
});
export type AccountConfig = ConfigOf<typeof accountConfig>;

/** What opens, and seals, the secrets of this service. @throws ConfigError */
export function vaultOf({ VAULT_KEYS }: Pick<AccountConfig, 'VAULT_KEYS'>): Vault {
  return createVault(parseSecret('VAULT_KEYS', VAULT_KEYS, parseKeyRing));
}

/** Names of this machine, to which plain http is safe (RFC 8252 §8.3). */
const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/;

/** The provider that signs people in; null: there is none. @throws ConfigError */
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
      'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: some are set; set all of them, or none',
    );
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (!url || (url.protocol === 'http:' && !loopback.test(url.hostname))) {
    throw new ConfigError(`OIDC_ISSUER: read ${JSON.stringify(issuer)}; expected an https:// URL`);
  }
  return { issuer: url, clientId, clientSecret, name };
}
