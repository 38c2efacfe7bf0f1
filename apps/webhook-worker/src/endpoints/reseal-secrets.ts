import { BackgroundTask, Logger, type RoundEnd } from '@carillon/platform';
import { type Vault, webhookContext } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type WebhookWorkerConfig, vaultOf, webhookWorkerConfig } from '../config';
import type { EndpointDocument, StoredSecret } from './endpoint-record';
import { Endpoints } from './endpoints';

/** How often all endpoints are scanned (milliseconds), and the minimum delay after a secret was stored. */
const EVERY_MS = 600_000;
const MIN_PAUSE_MS = 1_000;

/** Re-encrypts secrets that are encrypted with an older key of the ring, so that the key can be removed. */
@Injectable()
export class ResealSecrets extends BackgroundTask {
  private readonly vault: Vault;

  constructor(
    private readonly endpoints: Endpoints,
    @Inject(webhookWorkerConfig.token) config: WebhookWorkerConfig,
    private readonly log: Logger,
  ) {
    super({ name: 're-encrypting webhook secrets', everyMs: EVERY_MS, leastMs: MIN_PAUSE_MS, log });
    this.vault = vaultOf(config);
  }

  /** A gateway seals with an older key until it has the new key. */
  wasStored(sealed: string): void {
    if (this.vault.isStale(sealed)) this.nudge();
  }

  /** A secret that can't be decrypted doesn't block the others. */
  async round(): Promise<RoundEnd> {
    let [resealed, unreadable] = [0, 0];
    for await (const endpoint of this.endpoints.all()) {
      const secrets = endpoint.secrets.map((secret) => {
        try {
          return this.resealed(endpoint, secret);
        } catch {
          unreadable += 1;
          return secret;
        }
      });
      if (secrets.every((secret, n) => secret === endpoint.secrets[n])) continue;
      await this.endpoints.reseal(endpoint, secrets);
      resealed += 1;
    }
    if (resealed > 0) this.log.info({ resealed }, 'webhook secrets were re-encrypted');
    if (unreadable > 0)
      this.log.warn({ unreadable }, 'no key of VAULT_KEYS decrypts some of the webhook secrets');
    return false;
  }

  private resealed(endpoint: EndpointDocument, secret: StoredSecret): StoredSecret {
    if (!this.vault.isStale(secret.sealed)) return secret;
    const context = contextOf(endpoint, secret);
    return { ...secret, sealed: this.vault.seal(this.vault.open(secret.sealed, context), context) };
  }
}

export function contextOf({ _id }: Pick<EndpointDocument, '_id'>, { id: secretId }: { id: string }): string {
  return webhookContext(_id.toHexString(), secretId);
}
