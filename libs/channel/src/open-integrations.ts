import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, type IntegrationCheck, type OpenIntegration } from '@carillon/contracts';
import { MessagingServer, Messenger } from '@carillon/messaging';
import { Clock, parseSecret } from '@carillon/platform';
import { createVault, integrationContext, parseKeyRing, type Vault, VaultError } from '@carillon/vault';
import { LRUCache } from 'lru-cache';
import { timing } from './timing';
import { type OpenedIntegration, Provider, UnusableIntegration, type Verdict } from './provider';
import { CHANNEL_SETTINGS, type ChannelSettings } from './settings';

const REMEMBERED = 1_000;

/** A cache of integrations with decrypted credentials, valid until a broadcast reports a change. */
@Injectable()
export class OpenIntegrations implements OnModuleInit {
  /** By user and id. It holds promises, since the cache's own `fetch` cannot forget an entry that is being fetched. */
  private readonly cache = new LRUCache<string, Promise<OpenedIntegration>>({
    max: REMEMBERED,
    ttl: timing.integrationAge,
    perf: performance,
  });
  private readonly vault: Vault;

  constructor(
    private readonly messenger: Messenger,
    private readonly server: MessagingServer,
    @Inject(CHANNEL_SETTINGS) settings: ChannelSettings,
  ) {
    this.vault = createVault(parseSecret('VAULT_KEYS', settings.vaultKeys, parseKeyRing));
  }

  onModuleInit(): void {
    this.server.onBroadcastGap(() => this.cache.clear());
  }

  /** @throws UnusableIntegration if it is deleted or cannot be opened; AppError if the account service does not answer */
  get(userId: string, id: string): Promise<OpenedIntegration> {
    const key = `${userId}/${id}`;
    const cached = this.cache.get(key);
    if (cached) return cached;
    const opened = this.ask(userId, id).then((integration) => this.open(userId, integration));
    this.cache.set(key, opened);
    opened.catch(() => {
      if (this.cache.peek(key) === opened) this.cache.delete(key);
    });
    return opened;
  }

  forgetIntegration(id: string): void {
    this.forget((key) => key.endsWith(`/${id}`));
  }

  /** Forgets all integrations of a user; the default sender carries the user's name. */
  forgetUser(userId: string): void {
    this.forget((key) => key.startsWith(`${userId}/`));
  }

  /** @throws UnusableIntegration */
  open(userId: string, { id, version, settings, sealed }: OpenIntegration): OpenedIntegration {
    const secrets: Record<string, string> = {};
    for (const [field, ciphertext] of Object.entries(sealed)) {
      secrets[field] = this.unseal(ciphertext, integrationContext(id, field));
    }
    return { id, userId, version, settings, secrets };
  }

  private forget(matches: (key: string) => boolean): void {
    for (const key of [...this.cache.keys()]) if (matches(key)) this.cache.delete(key);
  }

  private async ask(userId: string, id: string): Promise<OpenIntegration> {
    try {
      return await this.messenger.request('integration.open', { userId, id });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
      throw new UnusableIntegration('INTEGRATION_NOT_FOUND', 'The integration no longer exists');
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

/** Tests credentials. */
@Injectable()
export class IntegrationChecks {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly provider: Provider,
    private readonly clock: Clock,
  ) {}

  /**
   * A rejection by the provider is a result, not an error. A check doesn't know the user, so the integration's ID
   * replaces it.
   */
  async check(integration: OpenIntegration, address: string | null): Promise<IntegrationCheck> {
    const verdict = await this.judge(integration, address);
    return { ...verdict, checkedAt: this.clock.now().toISOString() };
  }

  private async judge(integration: OpenIntegration, address: string | null): Promise<Verdict> {
    try {
      return await this.provider.tryOut(this.integrations.open(integration.id, integration), address);
    } catch (error) {
      if (!(error instanceof UnusableIntegration)) throw error;
      return { ok: false, reason: error.reason, providerCode: null, detail: error.detail };
    }
  }
}
