import type { Amounts, QuotaKind } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

const MAX_USERS = 20_000;
/** How long limits are used before they are requested again (milliseconds). */
const FRESH_MS = 60_000;
/** The pause after a request that failed (milliseconds). */
const RETRY_MS = 5_000;
/** How long a write waits for the account service (milliseconds). */
const WAIT_MS = 500;

interface CachedLimits {
  /** Null: the limits were never received. */
  limits: Amounts | null;
  staleAt: number;
}

/**
 * The limits of users' plans, from the account service. While it is unavailable, the last known limits apply. If no
 * limits are known, usage is unlimited, because an outage of the account service must not stop other services.
 */
@Injectable()
export class PlanLimits {
  private readonly known = new LRUCache<string, CachedLimits>({ max: MAX_USERS });
  private readonly requests = new Map<string, Promise<Amounts | null>>();

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** The limit of a kind. Infinity: no limit. */
  async of(userId: string, kind: QuotaKind): Promise<number> {
    const known = this.known.get(userId);
    const isFresh = known && this.clock.now().getTime() < known.staleAt;
    const limits = isFresh ? known.limits : await this.shared(userId);
    return limits?.[kind] ?? Infinity;
  }

  /** Only one request for a user runs at a time. */
  private shared(userId: string): Promise<Amounts | null> {
    const request =
      this.requests.get(userId) ?? this.fetch(userId).finally(() => this.requests.delete(userId));
    this.requests.set(userId, request);
    return request;
  }

  private async fetch(userId: string): Promise<Amounts | null> {
    const now = this.clock.now().getTime();
    try {
      const { limits } = await this.messenger.request('account.quotas', { userId }, { timeoutMs: WAIT_MS });
      this.known.set(userId, { limits, staleAt: now + FRESH_MS });
      return limits;
    } catch {
      const limits = this.known.get(userId)?.limits ?? null;
      this.known.set(userId, { limits, staleAt: now + RETRY_MS });
      return limits;
    }
  }
}
