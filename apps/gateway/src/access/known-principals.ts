import type { Principal } from '@carillon/contracts';
import { Messenger, MessagingServer } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type GatewayConfig, gatewayConfig } from '../config';

const MAX_KEYS = 20_000;
/** A key that is not there may be created any moment. */
const UNKNOWN_MS = 1_000;

interface Known {
  principal: Principal | null;
  until: number;
}

/**
 * Who keys belong to, asked from the account service and known for some seconds. A key is asked for once at a time,
 * whatever the number of requests; what changes is forgotten at once.
 */
@Injectable()
export class KnownPrincipals {
  private readonly known = new LRUCache<string, Known>({ max: MAX_KEYS });
  private readonly asked = new Map<string, Promise<Principal | null>>();

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
    server: MessagingServer,
  ) {
    server.onBroadcastGap(() => this.forgetAll());
  }

  /** Whose key has this hash; null if nobody's. @throws AppError service_unavailable or timeout. */
  async find(keyHash: string): Promise<Principal | null> {
    const known = this.known.get(keyHash);
    if (known && known.until > this.clock.now().getTime()) return known.principal;
    return this.asked.get(keyHash) ?? this.ask(keyHash);
  }

  forgetUser(userId: string): void {
    this.asked.clear();
    for (const [keyHash, { principal }] of this.known.entries()) {
      if (principal?.role === 'user' && principal.userId === userId) this.known.delete(keyHash);
    }
  }

  forgetAll(): void {
    this.asked.clear();
    this.known.clear();
  }

  /** An answer that was asked for before something was forgotten is neither kept nor shared with who asks afterwards. */
  private ask(keyHash: string): Promise<Principal | null> {
    const asked: Promise<Principal | null> = this.request(keyHash)
      .then((principal) => {
        if (this.asked.get(keyHash) === asked) this.remember(keyHash, principal);
        return principal;
      })
      .finally(() => {
        if (this.asked.get(keyHash) === asked) this.asked.delete(keyHash);
      });
    this.asked.set(keyHash, asked);
    return asked;
  }

  private async request(keyHash: string): Promise<Principal | null> {
    const { principal } = await this.messenger.request('account.authenticate', { keyHash });
    return principal;
  }

  private remember(keyHash: string, principal: Principal | null): void {
    const freshMs = principal
      ? this.config.ACCESS_CACHE_MS
      : Math.min(UNKNOWN_MS, this.config.ACCESS_CACHE_MS);
    this.known.set(keyHash, { principal, until: this.clock.now().getTime() + freshMs });
  }
}
