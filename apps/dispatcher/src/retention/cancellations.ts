import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Dispatches } from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import { Batches, hasQueued } from '../ledger';

const CAMPAIGNS = 100;

/** Cancels what is left of cancelled campaigns, for as long as anybody may still write to them, and notes what each came to. */
@Injectable()
export class FinishCancellations extends LeaderTask {
  readonly name = 'finishing cancellations';
  readonly everyMs = 500;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async execute(leadership: Leadership): Promise<boolean> {
    const now = await this.clock.now();
    let more = false;
    for (const campaign of await this.dispatches.toCancel(now, CAMPAIGNS)) {
      if (leadership.isOver()) return false;
      more = (await this.end(campaign, now)) || more;
    }
    return more;
  }

  /** One chunk of the work. True: it can go on at once. */
  private async end(campaign: string, now: Date): Promise<boolean> {
    const rest = await cancelRest(this.batches, campaign, now);
    if (rest !== 'none') return rest === 'more';
    const final = await this.batches.recount(campaign);
    // A batch that changes while an index is read may be missed in it; the count goes by the key and sees each.
    if (!hasQueued(final)) await this.dispatches.cancelled(campaign, final, now);
    return false;
  }
}

const BATCHES = 200;

/**
 * Cancels what is not leased, a chunk at a time. Answers whether there is more to cancel, all that is left is leased,
 * or nothing is left.
 */
export async function cancelRest(
  batches: Batches,
  campaign: string,
  now: Date,
): Promise<'more' | 'leased' | 'none'> {
  const ids = await batches.toCancel(campaign, BATCHES);
  await batches.changeAll(ids, () => ({ type: 'cancelled', now }));
  if (ids.length > 0) return 'more';
  return (await batches.hasOpen(campaign)) ? 'leased' : 'none';
}
