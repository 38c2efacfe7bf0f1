import { Injectable } from '@nestjs/common';
import { AppError } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { LRUCache } from 'lru-cache';
import { DatabaseClock } from '../database-clock';
import type { Dispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';

/** A user's standing is asked for again after so long (milliseconds), should the news of a change be lost. */
const FRESH_MS = 2_000;
const USERS = 10_000;
/** A suspended account is looked at again after so long (milliseconds). */
const SUSPENDED_PAUSE_MS = 10_000;

/** Knows whose sending pauses, because the account is suspended. */
@Injectable()
export class AccountStanding {
  private readonly suspended = new LRUCache<string, boolean>({ max: USERS, ttl: FRESH_MS });

  constructor(
    private readonly messenger: Messenger,
    private readonly dispatches: Dispatches,
    private readonly clock: DatabaseClock,
  ) {}

  /** True when nothing of this campaign is handed out now; the report says why. */
  async keepsBack({ campaign, user }: Dispatch): Promise<boolean> {
    const suspended = this.suspended.get(user) ?? (await this.ask(user));
    this.suspended.set(user, suspended);
    if (suspended) {
      const since = await this.clock.now();
      const nextTryAt = new Date(since.getTime() + SUSPENDED_PAUSE_MS);
      await this.dispatches.obstructTaking(campaign, { reason: 'ACCOUNT_SUSPENDED', since, nextTryAt });
    }
    return suspended;
  }

  /** Something about the account has changed. */
  forget(user: string): void {
    this.suspended.delete(user);
  }

  /** An account service that is away keeps nobody from sending what was ordered before. */
  private async ask(userId: string): Promise<boolean> {
    try {
      const { status } = await this.messenger.request('account.sending-profile', { userId });
      return status === 'SUSPENDED';
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unavailable') return false;
      throw error;
    }
  }
}
