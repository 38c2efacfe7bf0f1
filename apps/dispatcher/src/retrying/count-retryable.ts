import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Dispatches } from '../dispatch/dispatches';
import { Batches } from '../ledger/batches';
import { isRetryable } from '../ledger/apply';

/** Tells to how many a retry would send, as things are. */
@Injectable()
export class CountRetryable {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly messenger: Messenger,
  ) {}

  /** @throws AppError: the account service cannot be asked by which integrations */
  async execute({ userId, campaignId, selection }: Payload<'dispatch.retryable'>): Promise<number> {
    const dispatch = await this.dispatches.find(campaignId);
    if (dispatch?.user !== userId) return 0;
    const failures = await this.batches.failures(campaignId);
    const chosen = failures.filter((row) => isRetryable(row, row.channel, selection));
    if (chosen.length === 0) return 0;
    const { routes } = await this.messenger.request('account.sending-profile', { userId });
    return chosen
      .filter(({ channel }) => routes[channel] !== null)
      .reduce((sum, { count }) => sum + count, 0);
  }
}
