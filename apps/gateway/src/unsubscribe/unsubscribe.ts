import type { Unsubscribed } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger, parseSecret } from '@carillon/platform';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../config';

/** How long the person, or the mail program, is kept waiting for what can as well be done later. */
const PATIENCE_MS = 2_000;

/** Ends all email of a user to the address that a link was sent to. */
@Injectable()
export class Unsubscribe {
  private readonly tokens: UnsubscribeTokens;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(gatewayConfig.token) config: GatewayConfig,
  ) {
    this.tokens = new UnsubscribeTokens(parseSecret('VAULT_KEYS', config.VAULT_KEYS, parseKeyRing));
  }

  /**
   * Resolves when it is done, or the broker keeps it safe until it can be done; for a token that nobody made, at once.
   * @throws AppError service_unavailable if the broker is away
   */
  async execute(token: string): Promise<void> {
    const unsubscription = this.tokens.read(token);
    if (!unsubscription) return;
    await this.pass({ ...unsubscription, at: this.clock.now().toISOString() });
  }

  private async pass(unsubscribed: Unsubscribed): Promise<void> {
    try {
      await this.messenger.request('suppression.unsubscribe', unsubscribed, { timeoutMs: PATIENCE_MS });
    } catch (error) {
      this.log.warn({ err: error }, 'an unsubscription waits for the subscriber service');
      await this.messenger.publish('address.unsubscribed', unsubscribed);
    }
  }
}
