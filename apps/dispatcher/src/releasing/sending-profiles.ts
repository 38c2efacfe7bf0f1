import { Injectable } from '@nestjs/common';
import { AppError, type Channel, type Route, type SendingProfile } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import { WorkerRegistry } from './worker-registry';
import { type SendingLimits, sendingLimitsOf } from './sending-limits';

/** A profile is asked for again after so long (milliseconds), as nobody need hear of a change. */
const FRESH_MS = 2_000;
const USERS = 10_000;

/** Where users stand at this moment, and what their integrations bear. */
@Injectable()
export class SendingProfiles {
  private readonly cache = new LRUCache<string, SendingProfile>({ max: USERS, ttl: FRESH_MS });

  constructor(
    private readonly messenger: Messenger,
    private readonly workerRegistry: WorkerRegistry,
  ) {}

  /** Null: the account service is away. */
  async get(userId: string): Promise<SendingProfile | null> {
    const known = this.cache.get(userId);
    if (known) return known;
    try {
      const profile = await this.messenger.request('account.sending-profile', { userId });
      this.cache.set(userId, profile);
      return profile;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return null;
      throw error;
    }
  }

  /**
   * What a lease may take of an integration: by what its owner says now, not when the campaign was planned. `route`: as it
   * was fixed then. Null: there is no limit.
   */
  async limits(user: string, channel: Channel, route: Route): Promise<SendingLimits | null> {
    const profile = await this.get(user);
    const now = profile?.routes[channel];
    const bearing = now?.integrationId === route.integrationId ? now : route;
    return sendingLimitsOf(channel, bearing, this.workerRegistry.capacity(channel));
  }

  /** Something about the account has changed. */
  forget(user: string): void {
    this.cache.delete(user);
  }
}
