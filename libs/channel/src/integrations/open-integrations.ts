import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, type IntegrationCheck, type OpenIntegration } from '@carillon/contracts';
import { MessagingServer, Messenger } from '@carillon/messaging';
import { Clock, parseSecret } from '@carillon/platform';
import { type Vault, VaultError, createVault, parseKeyRing } from '@carillon/vault';
import { LRUCache } from 'lru-cache';
import { timing } from '../limits';
import { type OpenedIntegration, Provider, UnusableIntegration, type Verdict } from '../provider';
import { CHANNEL_SETTINGS, type ChannelSettings } from '../settings';

const REMEMBERED = 1_000;

/** Integrations with their credentials opened, kept until somebody says that they changed. */
@Injectable()
export class OpenIntegrations implements OnModuleInit {
  /** By user and id, also while it is on its way: `fetch` of the cache names nothing on its way that could be forgotten. */
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

  /** @throws UnusableIntegration if it is gone or cannot be opened; AppError if the account service cannot be asked */
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

  /** The default sender goes by the user's name, so what is cached of a user goes with it. */
  forgetUser(userId: string): void {
    this.forget((key) => key.startsWith(`${userId}/`));
  }

  /** @throws UnusableIntegration */
  open(userId: string, { id, version, settings, sealed }: OpenIntegration): OpenedIntegration {
    const secrets: Record<string, string> = {};
    for (const [field, ciphertext] of Object.entries(sealed)) {
      secrets[field] = this.unseal(ciphertext, `integration:${id}:${field}`);
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

/** Tries of credentials, on demand and before they are used. */
@Injectable()
export class IntegrationChecks {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly provider: Provider,
    private readonly clock: Clock,
  ) {}

  /** A provider that refuses is an answer, not an error. The user is not told to a check: their place has the integration's id. */
  async execute(integration: OpenIntegration, address: string | null): Promise<IntegrationCheck> {
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
