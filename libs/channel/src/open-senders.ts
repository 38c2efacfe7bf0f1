import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError, type SenderCheck, type OpenSender } from '@carillon/contracts';
import { MessagingServer, Messenger } from '@carillon/messaging';
import { Clock, parseSecret } from '@carillon/platform';
import {
  createVault,
  senderContext,
  parseKeyRing,
  signingKeyContext,
  type Vault,
  VaultError,
} from '@carillon/vault';
import { LRUCache } from 'lru-cache';
import { timing } from './timing';
import { type OpenedSender, UnusableSender, type CheckResult } from './provider';
import { Providers } from './providers';
import { CHANNEL_SETTINGS, type ChannelSettings } from './settings';

const REMEMBERED = 1_000;

/** A cache of senders with opened credentials, valid until a broadcast reports a change. */
@Injectable()
export class OpenSenders implements OnModuleInit {
  /** By user and ID. The cache holds promises, because its own `fetch` can't drop an entry that is being fetched. */
  private readonly cache = new LRUCache<string, Promise<OpenedSender>>({
    max: REMEMBERED,
    ttl: timing.senderAge,
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

  /** @throws UnusableSender if it is deleted or cannot be opened; AppError if the account service does not respond */
  get(userId: string, id: string): Promise<OpenedSender> {
    const key = `${userId}/${id}`;
    const cached = this.cache.get(key);
    if (cached) return cached;
    const opened = this.ask(userId, id).then((sender) => this.open(userId, sender));
    this.cache.set(key, opened);
    opened.catch(() => {
      if (this.cache.peek(key) === opened) this.cache.delete(key);
    });
    return opened;
  }

  forgetSender(id: string): void {
    this.forget((key) => key.endsWith(`/${id}`));
  }

  /** Forgets all senders of a user; the default sender is stored under the user's ID. */
  forgetUser(userId: string): void {
    this.forget((key) => key.startsWith(`${userId}/`));
  }

  /** @throws UnusableSender */
  open(
    userId: string,
    { id, provider, version, settings, sealed, isPaused, isAccountPaused, signingKeys = [] }: OpenSender,
  ): OpenedSender {
    const secrets: Record<string, string> = {};
    for (const [field, ciphertext] of Object.entries(sealed)) {
      secrets[field] = this.unseal(ciphertext, senderContext(id, field));
    }
    const keys = signingKeys.map(({ keyId, sealed: ciphertext, ...key }) => ({
      ...key,
      privateKey: this.unseal(ciphertext, signingKeyContext(keyId)),
    }));
    return {
      ...{ id, userId, provider, version, settings, secrets },
      ...(isPaused && { isPaused }),
      ...(isAccountPaused && { isAccountPaused }),
      ...(keys.length > 0 && { signingKeys: keys }),
    };
  }

  private forget(matches: (key: string) => boolean): void {
    for (const key of [...this.cache.keys()]) if (matches(key)) this.cache.delete(key);
  }

  private async ask(userId: string, id: string): Promise<OpenSender> {
    try {
      return await this.messenger.request('sender.open', { userId, id });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
      throw new UnusableSender('INTEGRATION_NOT_FOUND', 'The sender no longer exists');
    }
  }

  private unseal(ciphertext: string, context: string): string {
    try {
      return this.vault.open(ciphertext, context);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      throw new UnusableSender('CREDENTIALS_UNREADABLE', 'The credentials must be entered again');
    }
  }
}

/** Tests credentials. */
@Injectable()
export class SenderChecks {
  constructor(
    private readonly senders: OpenSenders,
    private readonly providers: Providers,
    private readonly clock: Clock,
  ) {}

  /**
   * A refusal by the provider is a result, not an error. In a check, the user is unknown, so the sender's ID replaces
   * the user's.
   */
  async check(sender: OpenSender, address: string | null): Promise<SenderCheck> {
    const result = await this.tryOut(sender, address);
    return { ...result, checkedAt: this.clock.now().toISOString() };
  }

  private async tryOut(sender: OpenSender, address: string | null): Promise<CheckResult> {
    try {
      const opened = this.senders.open(sender.id, sender);
      return await this.providers.of(opened).tryOut(opened, address);
    } catch (error) {
      if (!(error instanceof UnusableSender)) throw error;
      return { ok: false, reason: error.reason, providerCode: null, detail: error.detail };
    }
  }
}
