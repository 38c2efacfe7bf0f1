import { Inject, Injectable } from '@nestjs/common';
import type { Hand, HandRecipient, Variables } from '@carillon/contracts';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import type { Batch } from '../ledger/batch';
import type { RosterEntry } from '../ledger/rosters';

/** What a worker is told of the hand it got. Times are durations: its clock need not agree with anybody's. */
@Injectable()
export class DescribeHand {
  constructor(
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {}

  async execute(batch: Batch, entries: readonly RosterEntry[]): Promise<Hand | null> {
    const { hand, integration } = batch;
    if (!hand || integration === null) return null;
    const { pacePerSecond, concurrency, startAt } = hand.tempo;
    return {
      batchId: batch.id,
      campaignId: batch.campaign,
      userId: batch.user,
      channel: batch.channel,
      integrationId: integration,
      fence: hand.fence,
      leaseMs: this.config.HAND_LEASE_MS,
      pacePerSecond,
      startInMs: startAt ? Math.max(0, startAt.getTime() - (await this.clock.now()).getTime()) : 0,
      concurrency,
      recipients: hand.positions.flatMap((i) => recipientAt(i, entries[i])),
    };
  }
}

function recipientAt(i: number, entry: RosterEntry | undefined): HandRecipient[] {
  if (!entry) return [];
  const variables = JSON.parse(entry.v) as Variables;
  return [{ i, address: entry.a, subscriberId: entry.s.toHexString(), variables }];
}
