import { Injectable } from '@nestjs/common';
import type { Route } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Breakers } from '../breakers/breakers';
import { DatabaseClock } from '../database-clock';
import type { Dispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';
import type { Batch, Withdrawal } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';
import { type Portion, handLimit } from '../limits/portion';
import { SendingProfiles } from '../limits/sending-profiles';

/** A suspended account is looked at again after so long (milliseconds). */
const SUSPENDED_PAUSE_MS = 10_000;

interface Size {
  /** Recipients at most. */
  limit: number;
  probe: boolean;
  /** Its part of what the integration bears; null: there is no limit. */
  portion: Portion | null;
}

/** What has changed with the recipients of a batch since they were planned, by their positions. */
interface AudienceNews {
  withdrawn: Withdrawal[];
  /** Those to whom WhatsApp takes free text now. */
  conversing: number[];
}

/** On what terms a batch is handed out: to how many, how fast, as a probe or not, who is left out and who has written. */
export type Terms = Size & AudienceNews;

/** Settles whether a batch may be handed out at this moment, and how. */
@Injectable()
export class HandTerms {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly breakers: Breakers,
    private readonly profiles: SendingProfiles,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Null: not now. The campaign was stopped, its account suspended, or its integration is down and this is no probe.
   * @throws AppError: nobody knows who of the batch must not be messaged any more
   */
  async of(batch: Batch, entries: readonly RosterEntry[]): Promise<Terms | null> {
    const dispatch = await this.dispatches.find(batch.campaign);
    const route = dispatch?.routes?.[batch.channel];
    if (dispatch?.state !== 'OPEN' || !route) return null;
    const size = await this.size(batch, route);
    if (!size || (await this.isSuspended(dispatch))) return null;
    return { ...size, ...(await this.news(dispatch, batch, entries)) };
  }

  /** How many recipients a hand gets, by what its integration bears. Null: it is down, and another batch is the probe. */
  private async size({ id, user, channel }: Batch, route: Route): Promise<Size | null> {
    const [breaker, portion] = await Promise.all([
      this.breakers.find(route.integrationId),
      this.profiles.portion(user, channel, route),
    ]);
    if (!breaker) return { limit: handLimit(channel, portion), probe: false, portion };
    return breaker.probe === id ? { limit: 1, probe: true, portion } : null;
  }

  /**
   * True when nothing of this user's is handed out now; the report says why. An account service that is away keeps nobody
   * from sending what was ordered before.
   */
  private async isSuspended({ campaign, user }: Dispatch): Promise<boolean> {
    const profile = await this.profiles.get(user);
    if (profile?.status !== 'SUSPENDED') return false;
    const since = await this.clock.now();
    const nextTryAt = new Date(since.getTime() + SUSPENDED_PAUSE_MS);
    await this.dispatches.obstructTaking(campaign, { reason: 'ACCOUNT_SUSPENDED', since, nextTryAt });
    return true;
  }

  /** Without an answer nobody is messaged, and the report says why. */
  private async news(
    { campaign, obstacles }: Dispatch,
    batch: Batch,
    entries: readonly RosterEntry[],
  ): Promise<AudienceNews> {
    try {
      const news = await this.ask(batch, entries);
      if (obstacles.taking) await this.dispatches.obstructTaking(campaign, null);
      return news;
    } catch (error) {
      const since = await this.clock.now();
      await this.dispatches.obstructTaking(campaign, {
        reason: 'SERVICE_UNAVAILABLE',
        since,
        nextTryAt: null,
      });
      throw error;
    }
  }

  /** Asks who of a batch must not be messaged any more since the page was read: whoever left before was not in it. */
  private async ask(batch: Batch, entries: readonly RosterEntry[]): Promise<AudienceNews> {
    const positions = batch.todo.filter((position) => entries[position] !== undefined);
    const recipients = positions.flatMap((position) => {
      const entry = entries[position];
      return entry ? [{ subscriberId: entry.s.toHexString(), address: entry.a }] : [];
    });
    const { withdrawn, conversing } = await this.messenger.request('audience.withdrawn', {
      userId: batch.user,
      channel: batch.channel,
      since: batch.plannedAt.toISOString(),
      recipients,
    });
    return {
      withdrawn: withdrawn.flatMap(({ index, reason }) => {
        const position = positions[index];
        return position === undefined ? [] : [{ position, reason }];
      }),
      conversing: conversing.flatMap((index) => positions[index] ?? []),
    };
  }
}
