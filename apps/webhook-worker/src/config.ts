import { type ConfigOf, defineConfig, parseSecret, secret } from '@carillon/platform';
import { type Vault, createVault, parseKeyRing } from '@carillon/vault';
import { Type } from '@sinclair/typebox';

/** The environment of the webhook-worker, in addition to the platform's. */
export const webhookWorkerConfig = defineConfig('webhook-worker', {
  VAULT_KEYS: secret(
    Type.String({
      description: 'the key ring that decrypts endpoint secrets: id:key, separated by commas',
    }),
  ),
  ALLOW_PRIVATE_WEBHOOK_HOSTS: Type.Boolean({
    default: false,
    description:
      'whether endpoints can be in private networks and, on this machine, use HTTP; for development',
  }),
  WEBHOOK_DAYS: Type.Integer({
    default: 7,
    minimum: 2,
    maximum: 90,
    description: 'retention of pending events, sent events, and attempts (days)',
  }),
  WEBHOOK_ENDPOINTS_AT_ONCE: Type.Integer({
    default: 200,
    minimum: 1,
    maximum: 2_000,
    description:
      'the maximum number of endpoints that one process sends to at the same time; each has its own connections',
  }),
  WEBHOOK_TIMEOUT_MS: Type.Integer({
    default: 15_000,
    minimum: 3_000,
    maximum: 60_000,
    description:
      'the time limit for a response of an endpoint; after twice that time, another process takes over its messages after a crash (milliseconds)',
  }),
});
export type WebhookWorkerConfig = ConfigOf<typeof webhookWorkerConfig>;

/** How long the lease of an endpoint lasts without renewal (milliseconds): longer than a request, with a margin. */
export function leaseMs({ WEBHOOK_TIMEOUT_MS }: Pick<WebhookWorkerConfig, 'WEBHOOK_TIMEOUT_MS'>): number {
  return 2 * WEBHOOK_TIMEOUT_MS;
}

/** The key ring that decrypts the secrets of endpoints. @throws ConfigError */
export function vaultOf({ VAULT_KEYS }: Pick<WebhookWorkerConfig, 'VAULT_KEYS'>): Vault {
  return createVault(parseSecret('VAULT_KEYS', VAULT_KEYS, parseKeyRing));
}

const DAY_MS = 86_400_000;

/** The expiration time of data stored now. */
export function keptUntil(now: Date, { WEBHOOK_DAYS }: Pick<WebhookWorkerConfig, 'WEBHOOK_DAYS'>): Date {
  return new Date(now.getTime() + WEBHOOK_DAYS * DAY_MS);
}
