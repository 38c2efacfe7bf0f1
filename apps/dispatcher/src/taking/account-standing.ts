import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import type { Dispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';
import { SendingProfiles } from '../limits/sending-profiles';

/** A suspended account is looked at again after so long (milliseconds). */
const SUSPENDED_PAUSE_MS = 10_000;

/** Knows whose sending pauses, because the account is suspended. */
@Injectable()
export class AccountStanding {
  constructor(
    private readonly profiles: SendingProfiles,
    private readonly dispatches: Dispatches,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * True when nothing of this campaign is handed out now; the report says why. An account service that is away keeps
   * nobody from sending what was ordered before.
   */
  async keepsBack({ campaign, user }: Dispatch): Promise<boolean> {
    const profile = await this.profiles.get(user);
    if (profile?.status !== 'SUSPENDED') return false;
    const since = await this.clock.now();
    const nextTryAt = new Date(since.getTime() + SUSPENDED_PAUSE_MS);
    await this.dispatches.obstructTaking(campaign, { reason: 'ACCOUNT_SUSPENDED', since, nextTryAt });
    return true;
  }
}
