import { type ConfigOf, defineConfig, parseSecret, secret } from '@carillon/platform';
import { type Vault, createVault, parseKeyRing } from '@carillon/vault';
import { Type } from '@sinclair/typebox';

/** What the webhook-worker reads from its environment beside the platform's own. */
export const webhookWorkerConfig = defineConfig('webhook-worker', {
  VAULT_KEYS: secret(
    Type.String({
      description: 'the key ring that opens the secrets of endpoints, id:key with commas between',
    }),
  ),
  ALLOW_PRIVATE_WEBHOOK_HOSTS: Type.Boolean({
    default: false,
    description:
      'whether endpoints may be in private networks, and on this machine by plain http: for development',
  }),
  WEBHOOK_DAYS: Type.Integer({
    default: 7,
    minimum: 2,
    maximum: 90,
    description: 'days for which events wait for an endpoint, and sent ones and attempts are kept',
  }),
  WEBHOOK_ENDPOINTS_AT_ONCE: Type.Integer({
    default: 200,
    minimum: 1,
    maximum: 2_000,
    description: 'endpoints that one process sends to at once; each has connections of its own',
  }),
  WEBHOOK_TIMEOUT_MS: Type.Integer({
    default: 15_000,
    minimum: 3_000,
    maximum: 60_000,
    description:
      'milliseconds that an endpoint has to answer; twice that after a crash another process goes on with its messages',
  }),
});
export type WebhookWorkerConfig = ConfigOf<typeof webhookWorkerConfig>;

/** How long a process may keep an endpoint without renewing (milliseconds): longer than a request, and some time to spare. */
export function leaseMs({ WEBHOOK_TIMEOUT_MS }: Pick<WebhookWorkerConfig, 'WEBHOOK_TIMEOUT_MS'>): number {
  return 2 * WEBHOOK_TIMEOUT_MS;
}

/** What opens the secrets of endpoints. @throws ConfigError */
export function vaultOf({ VAULT_KEYS }: Pick<WebhookWorkerConfig, 'VAULT_KEYS'>): Vault {
  return createVault(parseSecret('VAULT_KEYS', VAULT_KEYS, parseKeyRing));
}

const DAY_MS = 86_400_000;

/** Until when what is stored now is kept. */
export function keptUntil(now: Date, { WEBHOOK_DAYS }: Pick<WebhookWorkerConfig, 'WEBHOOK_DAYS'>): Date {
  return new Date(now.getTime() + WEBHOOK_DAYS * DAY_MS);
}
