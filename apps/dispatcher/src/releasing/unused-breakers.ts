import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '@carillon/mongo';
import { type Leadership, LeaderTask } from '../leader';
import { Batches } from '../ledger';
import { type Breaker, Breakers } from './breakers';

/**
 * A breaker is removed when its next probe has been due for this long (milliseconds), because waiting batches would
 * start a probe immediately.
 */
const UNUSED_MS = 60 * 60_000;

/**
 * Removes the breakers of unused senders, which were deleted or whose campaigns were stopped, because no probe would
 * ever close these breakers. If such a sender is used again and still fails, its breaker is opened again.
 */
@Injectable()
export class RemoveUnusedBreakers extends LeaderTask {
  readonly name = 'removing unused breakers';
  readonly everyMs = 60_000;

  constructor(
    private readonly breakers: Breakers,
    private readonly batches: Batches,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<boolean> {
    const dueBefore = new Date((await this.clock.now()).getTime() - UNUSED_MS);
    for (const breaker of await this.breakers.dueBefore(dueBefore)) {
      if (leadership.isOver()) return false;
      if (!(await this.isProbed(breaker))) await this.breakers.removeUnchanged(breaker);
    }
    return false;
  }

  /**
   * Whether a worker still has the lease of the last probe. `probe` stays set when the probe ends without a response.
   */
  private async isProbed({ probe }: Breaker): Promise<boolean> {
    const batch = probe === null ? null : await this.batches.find(probe);
    return batch?.lease?.probe === true;
  }
}
