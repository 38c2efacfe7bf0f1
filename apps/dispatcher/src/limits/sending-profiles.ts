import { Injectable } from '@nestjs/common';
import { AppError, type SendingProfile } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';

/** A profile is asked for again after so long (milliseconds), as nobody need hear of a change. */
const FRESH_MS = 2_000;
const USERS = 10_000;

/** Where users stand at this moment, and what their integrations bear. */
@Injectable()
export class SendingProfiles {
  private readonly cache = new LRUCache<string, SendingProfile>({ max: USERS, ttl: FRESH_MS });

  constructor(private readonly messenger: Messenger) {}

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

  /** Something about the account has changed. */
  forget(user: string): void {
    this.cache.delete(user);
  }
}
