import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '@carillon/mongo';
import { Completions, Dispatches } from '../dispatch';
import { type Leadership, LeaderTask } from '../leader';
import { BatchQueue, Batches, MAX_AGE_MS } from '../ledger';

const PAGE = 500;

/**
 * Fails batches that have waited too long, because their content is out of date. Time in a pause does not count: a
 * resumed campaign gets its full time again.
 */
@Injectable()
export class ExpireBatches extends LeaderTask {
  readonly name = 'expiring batches';
  readonly everyMs = 10_000;

  constructor(
    private readonly batches: Batches,
    private readonly queue: BatchQueue,
    private readonly dispatches: Dispatches,
    private readonly completions: Completions,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<boolean> {
    const now = await this.clock.now();
    const deadline = new Date(now.getTime() - MAX_AGE_MS);
    const notOverdue = await this.dispatches.notOverdue(deadline);
    const overdue = await this.queue.overdue(deadline, notOverdue, PAGE);
    for (const id of overdue) {
      if (leadership.isOver()) return false;
      const change = await this.batches.change(id, () => ({ type: 'expired', now }));
      if (change) this.completions.check(change.after.campaign);
    }
    return overdue.length >= PAGE;
  }
}
