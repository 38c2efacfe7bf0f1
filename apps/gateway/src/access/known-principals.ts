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
  /** Raised whenever something is forgotten: an answer that was asked for before then is not kept. */
  private changes = 0;

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
    const asked = this.asked.get(keyHash) ?? this.ask(keyHash);
    this.asked.set(keyHash, asked);
    return asked;
  }

  forgetUser(userId: string): void {
    this.changes += 1;
    for (const [keyHash, { principal }] of this.known.entries()) {
      if (principal?.role === 'user' && principal.userId === userId) this.known.delete(keyHash);
    }
  }

  forgetAll(): void {
    this.changes += 1;
    this.known.clear();
  }

  private async ask(keyHash: string): Promise<Principal | null> {
    const changes = this.changes;
    try {
      const { principal } = await this.messenger.request('account.authenticate', { keyHash });
      if (changes === this.changes) this.remember(keyHash, principal);
      return principal;
    } finally {
      this.asked.delete(keyHash);
    }
  }

  private remember(keyHash: string, principal: Principal | null): void {
    const freshMs = principal
      ? this.config.ACCESS_CACHE_MS
      : Math.min(UNKNOWN_MS, this.config.ACCESS_CACHE_MS);
    this.known.set(keyHash, { principal, until: this.clock.now().getTime() + freshMs });
  }
}
