import type { Principal } from '@carillon/contracts';
import { Messenger, MessagingServer } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type GatewayConfig, gatewayConfig } from '../config';

const MAX_KEYS = 20_000;
/** How long an unknown key is cached: it may be created at any moment (milliseconds). */
const UNKNOWN_MS = 1_000;
/** A stale entry is used until a reply arrives, for at most this many times the period in which it is fresh. */
const STALE_TIMES = 3;
/** The pause after a failed request about the same key (milliseconds). */
const ASK_AGAIN_MS = 1_000;

/** Times are milliseconds since 1970. */
interface CachedPrincipal {
  principal: Principal;
  askAt: number;
  until: number;
}

/** Returns the principal of the key with this hash; null if the key is unknown. */
export type Ask = (keyHash: string) => Promise<Principal | null>;

/**
 * The principals of keys, requested from the account service. An entry is cached for several seconds and refreshed in
 * the background, so that no request with a key in use waits. Each key has at most one request in progress, regardless
 * of the number of callers. Changes drop the entry immediately.
 */
@Injectable()
export class PrincipalCache {
  private readonly principals = new LRUCache<string, CachedPrincipal>({ max: MAX_KEYS });
  /** Until when a key counts as unknown. Kept separately, so that invented keys don't evict valid ones. */
  private readonly unknownKeys = new LRUCache<string, number>({ max: MAX_KEYS });
  private readonly pending = new Map<string, Promise<Principal | null>>();

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
    server: MessagingServer,
  ) {
    server.onBroadcastGap(() => this.forgetAll());
  }

  /** The cached principal. Null: the key is unknown. Undefined: the principal must be requested. */
  cached(keyHash: string): Principal | null | undefined {
    const now = this.clock.now().getTime();
    const entry = this.principals.get(keyHash);
    if (entry && now < entry.until) {
      if (now >= entry.askAt) this.askAgain(keyHash, entry, now);
      return entry.principal;
    }
    return now < (this.unknownKeys.get(keyHash) ?? 0) ? null : undefined;
  }

  /**
   * The same, requested if necessary, with `ask` instead of the usual request if given.
   * @throws AppError service_unavailable or timeout
   */
  async find(keyHash: string, ask: Ask = this.request): Promise<Principal | null> {
    const cached = this.cached(keyHash);
    return cached === undefined ? (this.pending.get(keyHash) ?? this.ask(keyHash, ask)) : cached;
  }

  forgetUser(userId: string): void {
    this.pending.clear();
    for (const [keyHash, { principal }] of this.principals.entries()) {
      if (principal.role === 'user' && principal.userId === userId) this.principals.delete(keyHash);
    }
  }

  forgetOperators(): void {
    this.pending.clear();
    for (const [keyHash, { principal }] of this.principals.entries()) {
      if (principal.role === 'operator') this.principals.delete(keyHash);
    }
  }

  forgetAll(): void {
    this.pending.clear();
    this.principals.clear();
    this.unknownKeys.clear();
  }

  private askAgain(keyHash: string, entry: CachedPrincipal, now: number): void {
    entry.askAt = now + ASK_AGAIN_MS;
    if (!this.pending.has(keyHash)) this.ask(keyHash, this.request).catch(() => undefined);
  }

  /** A reply that was requested before an entry was dropped is neither cached nor shared with later callers. */
  private ask(keyHash: string, ask: Ask): Promise<Principal | null> {
    const request: Promise<Principal | null> = ask(keyHash)
      .then((principal) => {
        if (this.pending.get(keyHash) === request) this.remember(keyHash, principal);
        return principal;
      })
      .finally(() => {
        if (this.pending.get(keyHash) === request) this.pending.delete(keyHash);
      });
    this.pending.set(keyHash, request);
    return request;
  }

  private readonly request: Ask = async (keyHash) => {
    const { principal } = await this.messenger.request('account.authenticate', { keyHash });
    return principal;
  };

  private remember(keyHash: string, principal: Principal | null): void {
    const { ACCESS_CACHE_MS: freshMs } = this.config;
    const now = this.clock.now().getTime();
    if (principal) {
      this.principals.set(keyHash, { principal, askAt: now + freshMs, until: now + STALE_TIMES * freshMs });
      return;
    }
    this.principals.delete(keyHash);
    this.unknownKeys.set(keyHash, now + Math.min(UNKNOWN_MS, freshMs));
  }
}
