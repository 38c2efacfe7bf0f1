import { randomBytes } from 'node:crypto';
import { type Sealer, webhookContext } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig, sealerOf } from '../../config';
import { currentAttempt, mintId } from '../../http/idempotency/minting';

/** Standard Webhooks 1.0.0 requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** Creates the secrets of webhooks, which only the webhook-worker can decrypt. */
@Injectable()
export class WebhookSecrets {
  private readonly sealer: Sealer;

  constructor(@Inject(gatewayConfig.token) config: GatewayConfig) {
    this.sealer = sealerOf(config);
  }

  /** A secret for symmetric signatures in the Standard Webhooks format, and its encrypted form for commands. */
  make(id: string): { secret: string; sealed: { secret: string; secretId: string; attempt: number } } {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const secretId = mintId();
    const sealed = this.sealer.seal(secret, webhookContext(id, secretId));
    return { secret, sealed: { secret: sealed, secretId, attempt: currentAttempt() } };
  }
}
