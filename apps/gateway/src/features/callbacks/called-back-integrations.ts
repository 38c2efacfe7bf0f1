import { AppError, type CalledBackIntegration } from '@carillon/contracts';
import { Messenger, MessagingServer } from '@carillon/messaging';
import { Clock, parseSecret } from '@carillon/platform';
import { type Vault, createVault, parseKeyRing } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { Bucket } from '../../http/rate-limits/bucket';

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

/** What is known of an id; null: there is no such integration. */
interface Known {
  found: CalledBack | null;
}

/**
 * The integrations whose provider calls back, asked from the account service and known for some minutes. One is asked for
 * once at a time, whatever the number of callbacks; what changes is forgotten at once. A provider seldom calls again, so
 * that neither who makes up ids nor an account service that is away keeps out what was known.
 */
@Injectable()
export class CalledBackIntegrations {
  private readonly known: LRUCache<string, Known>;
  /** Those that there were when they were asked for last. */
  private readonly real = new LRUCache<string, true>({ max: MAX_KNOWN });
  private readonly lookUps: Bucket;
  private readonly vault: Vault;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) config: GatewayConfig,
    server: MessagingServer,
  ) {
    this.known = new LRUCache<string, Known>({
      max: MAX_KNOWN,
      ttl: KNOWN_MS,
      // It takes 0 for no time, and for stale what is older than its time to live.
      perf: { now: () => clock.now().getTime() + 1 },
      ttlResolution: 0,
      fetchMethod: async (id, before, { options, signal }) => {
        const known = await this.ask(id, before, signal);
        options.ttl = (known === before ? KEPT_MS : known.found ? KNOWN_MS : UNKNOWN_MS) - 1;
        return known;
      },
      // What was forgotten meanwhile is told to whoever waits for it, and not kept.
      ignoreFetchAbort: true,
    });
    this.lookUps = new Bucket(LOOK_UPS, clock.now().getTime());
    this.vault = createVault(parseSecret('VAULT_KEYS', config.VAULT_KEYS, parseKeyRing));
    server.onBroadcastGap(() => this.known.clear());
  }

  /** Null: there is none with this id. @throws AppError service_unavailable: nobody can tell, or too much is asked */
  async find(id: string): Promise<CalledBack | null> {
    return (await this.known.forceFetch(id)).found;
  }

  forget(id: string): void {
    this.known.delete(id);
  }

  /** What is true of an id, or `before`, if that was an integration and nobody can tell now. */
  private async ask(id: string, before: Known | undefined, forgotten: AbortSignal): Promise<Known> {
    try {
      if (!this.real.has(id) && !this.lookUps.take(this.clock.now().getTime()))
        throw new AppError('service_unavailable', 'Too many unknown integrations');
      const found = await this.request(id);
      if (found) this.real.set(id, true);
      else this.real.delete(id);
      return { found };
    } catch (error) {
      if (!before?.found || forgotten.aborted) throw error;
      return before;
    }
  }

  private async request(id: string): Promise<CalledBack | null> {
    const { integration } = await this.messenger.request('integration.for-callback', { id });
    if (!integration) return null;
    const { userId, channel, sealed } = integration;
    return { userId, channel, authToken: this.vault.open(sealed.authToken, `integration:${id}:authToken`) };
  }
}
