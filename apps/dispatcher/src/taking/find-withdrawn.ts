import { Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import type { Batch, Withdrawal } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';

/** Asks who of a batch must not be messaged any more. Without an answer nothing is granted. */
@Injectable()
export class FindWithdrawn {
  constructor(private readonly messenger: Messenger) {}

  async execute(batch: Batch, entries: readonly RosterEntry[]): Promise<Withdrawal[]> {
    const positions = batch.todo.filter((position) => entries[position] !== undefined);
    const recipients = positions.flatMap((position) => {
      const entry = entries[position];
      return entry ? [{ subscriberId: entry.s.toHexString(), address: entry.a }] : [];
    });
    const { withdrawn } = await this.messenger.request('audience.withdrawn', {
      userId: batch.user,
      channel: batch.channel,
      since: batch.plannedAt.toISOString(),
      recipients,
    });
    return withdrawn.flatMap(({ index, reason }) => {
      const position = positions[index];
      return position === undefined ? [] : [{ position, reason }];
    });
  }
}
