import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig, parseSecret, secret } from '@carillon/platform';
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
