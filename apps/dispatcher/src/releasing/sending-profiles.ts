import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Channel,
  type DirectRoute,
  type RampUp,
  type SendingProfile,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import { WorkerRegistry } from './worker-registry';
import { type ReservedRate, type SendingLimits, sendingLimitsOf } from './sending-limits';

/** How long a profile is cached (milliseconds), because the broadcast of a change may be lost. */
const FRESH_MS = 2_000;
const USERS = 10_000;
/** A deleted account, whose campaigns will be stopped soon. Until then, no batch is leased. */
const DELETED: SendingProfile = {
  plan: 'FREE',
  status: 'SUSPENDED',
  routes: { EMAIL: null, WHATSAPP: null, SMS: null },
  senders: [],
};

/** What a sender may do now. */
export interface SenderTerms {
  /** The share of its limits that one lease gets. Null: no limit. */
  limits: SendingLimits | null;
  /** Its daily limits. Null: none. */
  rampUp: RampUp | null;
  /** Whether the operator has paused its provider account. */
  isAccountPaused: boolean;
}

/** The current state of user accounts, and the limits of their senders. */
@Injectable()
export class SendingProfiles {
  private readonly cache = new LRUCache<string, SendingProfile>({
    max: USERS,
    ttl: FRESH_MS,
    fetchMethod: async (userId) => (await this.current(userId)) ?? undefined,
    // Waiting callers get the profile even if it was removed from the cache in the meantime.
    ignoreFetchAbort: true,
  });

  constructor(
    private readonly messenger: Messenger,
    private readonly workerRegistry: WorkerRegistry,
  ) {}

  /** Like `current`, but cached for a short time. Concurrent calls share a request. */
  async get(userId: string): Promise<SendingProfile | null> {
    return (await this.cache.fetch(userId)) ?? null;
  }

  /** Returns null if the account service is unavailable. A deleted account counts as suspended. */
  async current(userId: string): Promise<SendingProfile | null> {
    try {
      return await this.messenger.request('account.sending-profile', { userId });
    } catch (error) {
      const { kind = null, code = null } = error instanceof AppError ? error : {};
      if (kind === 'unavailable') return null;
      if (code === 'user_not_found') return DELETED;
      throw error;
    }
  }

  /** The current terms of a sender, not those at planning, but `route` is fixed at planning. */
  async terms(user: string, channel: Channel, route: DirectRoute): Promise<SenderTerms> {
    const now = await this.routeNow(user, channel, route);
    return {
      limits: this.limitsOf(channel, now),
      rampUp: channel === 'EMAIL' ? (now.rampUp ?? null) : null,
      isAccountPaused: now.providerAccount?.pausedAt !== undefined,
    };
  }

  private limitsOf(
    channel: Channel,
    { senderId, ratePerSecond, maxConnections, providerAccount }: DirectRoute,
  ): SendingLimits | null {
    const shared = providerAccount?.ratePerSecond ?? null;
    // The account comes first: if it has no time left, the sender's own time isn't used up.
    const rates: ReservedRate[] = [
      ...(providerAccount && shared !== null
        ? [{ id: `account ${providerAccount.id}`, ratePerSecond: shared }]
        : []),
      ...(ratePerSecond === null ? [] : [{ id: senderId, ratePerSecond }]),
    ];
    const lowest = rates.length === 0 ? null : Math.min(...rates.map((rate) => rate.ratePerSecond));
    const capacity = this.workerRegistry.capacity(channel);
    const limits = sendingLimitsOf(channel, { ratePerSecond: lowest, maxConnections }, capacity);
    return limits && { ...limits, ...(rates.length > 0 && { rates }) };
  }

  /** The route with the limits that its sender has now; the given one if they are unknown. */
  async routeNow(user: string, channel: Channel, route: DirectRoute): Promise<DirectRoute> {
    const profile = await this.get(user);
    const routes = profile ? [profile.routes[channel], ...profile.senders] : [];
    return routes.find((each) => each?.senderId === route.senderId) ?? route;
  }

  /** Removes all cached profiles. */
  forgetAll(): void {
    this.cache.clear();
  }

  /** Removes the cached profile of an account that has changed. */
  forget(user: string): void {
    this.cache.delete(user);
  }
}
