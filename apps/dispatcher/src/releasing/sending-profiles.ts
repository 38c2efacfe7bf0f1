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

/** The current state of user accounts, and the limits of their senders. */
@Injectable()
export class SendingProfiles {
  private readonly cache = new LRUCache<string, SendingProfile>({ max: USERS, ttl: FRESH_MS });

  constructor(
    private readonly messenger: Messenger,
    private readonly workerRegistry: WorkerRegistry,
  ) {}

  /** Like `current`, but cached for a short time. */
  async get(userId: string): Promise<SendingProfile | null> {
    const known = this.cache.get(userId);
    if (known) return known;
    const profile = await this.current(userId);
    if (profile) this.cache.set(userId, profile);
    return profile;
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

  /**
   * Returns the share of a sender's limits that one lease gets. Uses the current limits, not the limits at planning,
   * but `route` is fixed at planning. Returns null if there is no limit.
   */
  async limits(user: string, channel: Channel, route: DirectRoute): Promise<SendingLimits | null> {
    const { senderId, ratePerSecond, maxConnections, providerAccount } = await this.routeNow(
      user,
      channel,
      route,
    );
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

  /** The current daily limits of a sender. Null: none. */
  async rampUp(user: string, channel: Channel, route: DirectRoute): Promise<RampUp | null> {
    if (channel !== 'EMAIL') return null;
    return (await this.routeNow(user, channel, route)).rampUp ?? null;
  }

  /** Whether the operator has paused the provider account of a sender. */
  async isAccountPaused(user: string, channel: Channel, route: DirectRoute): Promise<boolean> {
    const { providerAccount } = await this.routeNow(user, channel, route);
    return providerAccount?.pausedAt !== undefined;
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
