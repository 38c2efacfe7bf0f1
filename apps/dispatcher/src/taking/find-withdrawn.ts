import { Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '../database-clock';
import type { Dispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';
import type { Batch, Withdrawal } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';

/** What has changed with the recipients of a batch since they were planned, by their positions. */
export interface AudienceNews {
  withdrawn: Withdrawal[];
  /** Those to whom WhatsApp takes free text now. */
  conversing: number[];
}

/** Asks who of a batch must not be messaged any more. Without an answer nobody is, and the report says why. */
@Injectable()
export class FindWithdrawn {
  constructor(
    private readonly messenger: Messenger,
    private readonly dispatches: Dispatches,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws AppError: there is no answer */
  async execute(
    { obstacles }: Dispatch,
    batch: Batch,
    entries: readonly RosterEntry[],
  ): Promise<AudienceNews> {
    try {
      const news = await this.ask(batch, entries);
      if (obstacles.taking) await this.dispatches.obstructTaking(batch.campaign, null);
      return news;
    } catch (error) {
      const since = await this.clock.now();
      const obstacle = { reason: 'SERVICE_UNAVAILABLE', since, nextTryAt: null };
      await this.dispatches.obstructTaking(batch.campaign, obstacle);
      throw error;
    }
  }

  /** Since the page was read: whoever left before was not in it. */
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
