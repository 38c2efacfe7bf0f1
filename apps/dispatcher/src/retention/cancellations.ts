import type { RoundEnd } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '@carillon/mongo';
import { DispatchRetention, type DueCheck } from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import { BatchCounts, BatchQueue, Batches, hasQueued } from '../ledger';

const CAMPAIGNS = 100;

/**
 * Cancels the remaining batches of canceled campaigns as long as a planner may still write batches, and records the
 * final counts.
 */
@Injectable()
export class FinishCancellations extends LeaderTask {
  readonly name = 'finishing cancellations';
  readonly everyMs = 500;
  override readonly quietMs = 2_000;

  constructor(
    private readonly retention: DispatchRetention,
    private readonly batches: Batches,
    private readonly queue: BatchQueue,
    private readonly counts: BatchCounts,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<RoundEnd> {
    const now = await this.clock.now();
    const toCancel = await this.retention.toCancel(now, CAMPAIGNS);
    if (toCancel.length === 0) return 'idle';
    let more = false;
    for (const due of toCancel) {
      if (leadership.isOver()) return false;
      more = (await this.end(due, now)) || more;
    }
    return more;
  }

  /** Processes one chunk. Returns true if the next chunk can follow immediately. */
  private async end(due: DueCheck, now: Date): Promise<boolean> {
    const { campaign } = due;
    const rest = await cancelRest(this.batches, this.queue, campaign, now);
    if (rest !== 'none') return rest === 'more';
    const final = await this.counts.recount(campaign);
    // An index scan may miss a batch that changes during the scan. The recount uses the primary key and sees every
    // batch.
    if (!hasQueued(final)) await this.retention.cancelled(due, final, now);
    return false;
  }
}

const BATCHES = 200;

/**
 * Cancels one chunk of the batches without a lease. Returns 'more' if more of these batches may follow, 'leased' if
 * only leases are left, and 'none' if no batch is left.
 */
export async function cancelRest(
  batches: Batches,
  queue: BatchQueue,
  campaign: string,
  now: Date,
): Promise<'more' | 'leased' | 'none'> {
  const ids = await queue.toCancel(campaign, BATCHES);
  await batches.changeAll(ids, () => ({ type: 'cancelled', now }));
  if (ids.length > 0) return 'more';
  return (await queue.hasOpen(campaign)) ? 'leased' : 'none';
}
