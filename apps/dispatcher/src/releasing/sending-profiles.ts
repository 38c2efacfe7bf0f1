import { Injectable } from '@nestjs/common';
import { AppError, type Channel, type Route, type SendingProfile } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import { WorkerRegistry } from './worker-registry';
import { type SendingLimits, sendingLimitsOf } from './sending-limits';

/** How long a profile is cached (milliseconds), as the broadcast of a change may get lost. */
const FRESH_MS = 2_000;
const USERS = 10_000;
/** Of a deleted account, whose campaigns are stopped soon: nothing more is leased until then. */
const DELETED: SendingProfile = {
  plan: 'FREE',
  status: 'SUSPENDED',
  routes: { EMAIL: null, WHATSAPP: null, SMS: null },
};

/** The current state of user accounts, and the limits of their integrations. */
@Injectable()
export class SendingProfiles {
  private readonly cache = new LRUCache<string, SendingProfile>({ max: USERS, ttl: FRESH_MS });

  constructor(
    private readonly messenger: Messenger,
    private readonly workerRegistry: WorkerRegistry,
  ) {}

  /** Returns null if the account service is unavailable. A deleted account counts as suspended. */
  async get(userId: string): Promise<SendingProfile | null> {
    const known = this.cache.get(userId);
    if (known) return known;
    try {
      return this.note(userId, await this.messenger.request('account.sending-profile', { userId }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.kind === 'unavailable') return null;
      if (error.code === 'user_not_found') return this.note(userId, DELETED);
      throw error;
    }
  }

  /**
   * Returns the part of an integration's limits that one lease gets. The limits are the current ones, not those at
   * planning; `route` is the one fixed at planning. Returns null if there is no limit.
   */
  async limits(user: string, channel: Channel, route: Route): Promise<SendingLimits | null> {
    const profile = await this.get(user);
    const now = profile?.routes[channel];
    const bearing = now?.integrationId === route.integrationId ? now : route;
    return sendingLimitsOf(channel, bearing, this.workerRegistry.capacity(channel));
  }

  private note(userId: string, profile: SendingProfile): SendingProfile {
    this.cache.set(userId, profile);
    return profile;
  }

  /** Drops the cached profile of an account that has changed. */
  forget(user: string): void {
    this.cache.delete(user);
  }
}
