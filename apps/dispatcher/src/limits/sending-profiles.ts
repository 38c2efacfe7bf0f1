import { Injectable } from '@nestjs/common';
import { AppError, type Channel, type Route, type SendingProfile } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import { Workforce } from '../workers/workforce';
import { type Portion, portionOf } from './portion';

/** A profile is asked for again after so long (milliseconds), as nobody need hear of a change. */
const FRESH_MS = 2_000;
const USERS = 10_000;

/** Where users stand at this moment, and what their integrations bear. */
@Injectable()
export class SendingProfiles {
  private readonly cache = new LRUCache<string, SendingProfile>({ max: USERS, ttl: FRESH_MS });

  constructor(
    private readonly messenger: Messenger,
    private readonly workforce: Workforce,
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
   * What a hand may take of an integration: by what its owner says now, not when the campaign was planned. `route`: as it
   * was fixed then. Null: there is no limit.
   */
  async portion(user: string, channel: Channel, route: Route): Promise<Portion | null> {
    const profile = await this.get(user);
    const now = profile?.routes[channel];
    const bearing = now?.integrationId === route.integrationId ? now : route;
    return portionOf(channel, bearing, this.workforce.capacity(channel));
  }

  /** Something about the account has changed. */
  forget(user: string): void {
    this.cache.delete(user);
  }
}
