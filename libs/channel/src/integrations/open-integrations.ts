import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, type OpenIntegration } from '@carillon/contracts';
import { MessagingServer, Messenger } from '@carillon/messaging';
import { parseSecret } from '@carillon/platform';
import { type Vault, VaultError, createVault, parseKeyRing } from '@carillon/vault';
import { timing } from '../limits';
import { PromiseCache } from '../promise-cache';
import { type OpenedIntegration, UnusableIntegration } from '../provider';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';

const REMEMBERED = 1_000;

/** Integrations with their credentials opened, kept until somebody says that they changed. */
@Injectable()
export class OpenIntegrations implements OnModuleInit {
  private readonly cache = new PromiseCache<OpenedIntegration>(REMEMBERED, timing.integrationAge);
  private readonly vault: Vault;

  constructor(
    private readonly messenger: Messenger,
    private readonly server: MessagingServer,
    @Inject(CHANNEL_SETTINGS) settings: ChannelSettings,
  ) {
    this.vault = createVault(parseSecret('VAULT_KEYS', settings.vaultKeys, parseKeyRing));
  }

  onModuleInit(): void {
    this.server.onBroadcastGap(() => this.cache.forget(() => true));
  }

  /** @throws UnusableIntegration if it is gone or cannot be opened; AppError if the account service cannot be asked */
  get(userId: string, id: string): Promise<OpenedIntegration> {
    return this.cache.get(`${userId}/${id}`, async () => this.open(userId, await this.ask(userId, id)));
  }

  forgetIntegration(id: string): void {
    this.cache.forget((key) => key.endsWith(`/${id}`));
  }

  /** The default sender goes by the user's name, so what is cached of a user goes with it. */
  forgetUser(userId: string): void {
    this.cache.forget((key) => key.startsWith(`${userId}/`));
  }

  /** @throws UnusableIntegration */
  open(userId: string, { id, version, settings, sealed }: OpenIntegration): OpenedIntegration {
    const secrets: Record<string, string> = {};
    for (const [field, ciphertext] of Object.entries(sealed)) {
      secrets[field] = this.unseal(ciphertext, `integration:${id}:${field}`);
    }
    return { id, userId, version, settings, secrets };
  }

  private async ask(userId: string, id: string): Promise<OpenIntegration> {
    try {
      return await this.messenger.request('integration.open', { userId, id });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
      throw new UnusableIntegration('INTEGRATION_NOT_FOUND', 'The integration does not exist any more');
    }
  }

  private unseal(ciphertext: string, context: string): string {
    try {
      return this.vault.open(ciphertext, context);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      throw new UnusableIntegration('CREDENTIALS_UNREADABLE', 'The credentials must be entered again');
    }
  }
}
