import { AppError, type CalledBackIntegration } from '@carillon/contracts';
import { Messenger, MessagingServer } from '@carillon/messaging';
import { Clock, parseSecret } from '@carillon/platform';
import { type Vault, createVault, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type GatewayConfig, gatewayConfig } from '../config';
import { Bucket } from '../limits/bucket';

/** Whose callbacks they are, and the token that signs them. */
export interface CalledBack extends Pick<CalledBackIntegration, 'userId' | 'channel'> {
  authToken: string;
}

const MAX_KNOWN = 10_000;
/** What changes is told; this is for what was not heard (milliseconds). */
const KNOWN_MS = 300_000;
/** An integration that is not there may be created any moment (milliseconds). */
const UNKNOWN_MS = 5_000;
/** After nobody could tell, what was known before holds for as long before it is asked for again (milliseconds). */
const KEPT_MS = 5_000;
/** Anybody may call with any id: the account service is not asked for unheard-of ones more often. */
const LOOK_UPS = { burst: 200, perSecond: 50 };

interface Known {
  found: CalledBack | null;
  /** Milliseconds since 1970. */
  until: number;
}

/**
 * The integrations whose provider calls back, asked from the account service and known for some minutes. One is asked for
 * once at a time, whatever the number of callbacks; what changes is forgotten at once. A provider seldom calls again, so
 * that neither who makes up ids nor an account service that is away keeps out what was known.
 */
@Injectable()
export class CalledBackIntegrations {
  private readonly known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  /** Those that there were when they were asked for last. */
  private readonly real = new LRUCache<string, true>({ max: MAX_KNOWN });
  private readonly asked = new Map<string, Promise<CalledBack | null>>();
  private readonly lookUps: Bucket;
  private readonly vault: Vault;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) config: GatewayConfig,
    server: MessagingServer,
  ) {
    this.lookUps = new Bucket(LOOK_UPS, clock.now().getTime());
    this.vault = createVault(parseSecret('VAULT_KEYS', config.VAULT_KEYS, parseKeyRing));
    server.onBroadcastGap(() => this.forgetAll());
  }

  /** Null: there is none with this id. @throws AppError service_unavailable: nobody can tell, or too much is asked */
  async find(id: string): Promise<CalledBack | null> {
    const known = this.known.get(id);
    if (known && known.until > this.clock.now().getTime()) return known.found;
    try {
      return await (this.asked.get(id) ?? this.ask(id));
    } catch (error) {
      return this.foundBefore(id, error);
    }
  }

  forget(id: string): void {
    this.asked.delete(id);
    this.known.delete(id);
  }

  private forgetAll(): void {
    this.asked.clear();
    this.known.clear();
  }

  /** What was found before and not forgotten since. @throws the error, if that is nothing */
  private foundBefore(id: string, error: unknown): CalledBack {
    const found = this.known.get(id)?.found;
    if (!found) throw error;
    this.remember(id, found, KEPT_MS);
    return found;
  }

  /** An answer that was asked for before something was forgotten is neither kept nor shared with who asks afterwards. */
  private ask(id: string): Promise<CalledBack | null> {
    if (!this.real.has(id) && !this.lookUps.take(this.clock.now().getTime()))
      throw new AppError('service_unavailable', 'Too many unknown integrations');
    const asked: Promise<CalledBack | null> = this.request(id)
      .then((found) => {
        if (found) this.real.set(id, true);
        else this.real.delete(id);
        if (this.asked.get(id) === asked) this.remember(id, found, found ? KNOWN_MS : UNKNOWN_MS);
        return found;
      })
      .finally(() => {
        if (this.asked.get(id) === asked) this.asked.delete(id);
      });
    this.asked.set(id, asked);
    return asked;
  }

  private remember(id: string, found: CalledBack | null, forMs: number): void {
    this.known.set(id, { found, until: this.clock.now().getTime() + forMs });
  }

  private async request(id: string): Promise<CalledBack | null> {
    const { integration } = await this.messenger.request('integration.for-callback', { id });
    if (!integration) return null;
    const { userId, channel, sealed } = integration;
    return { userId, channel, authToken: this.vault.open(sealed.authToken, `integration:${id}:authToken`) };
  }
}
