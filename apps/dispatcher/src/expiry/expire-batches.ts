import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Completions } from '../dispatches/completions';
import { Duty } from '../leading/duty';
import type { Term } from '../leading/term';
import { Batches } from '../ledger/batches';
import { MAX_AGE_MS } from '../ledger/retry-policy';
import { OverdueBatches } from './overdue-batches';

const PAGE = 500;

/** Ends what has waited for too long: it is not news any more. */
@Injectable()
export class ExpireBatches extends Duty {
  readonly name = 'expiring batches';
  readonly everyMs = 10_000;

  constructor(
    private readonly overdue: OverdueBatches,
    private readonly batches: Batches,
    private readonly completions: Completions,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    const deadline = new Date(now.getTime() - MAX_AGE_MS);
    const overdue = await this.overdue.find(deadline, PAGE);
    for (const id of overdue) {
      if (term.isOver()) return false;
      const change = await this.batches.change(id, () => ({ type: 'expired', now }));
      if (change) this.completions.check(change.after.campaign);
    }
    return overdue.length >= PAGE;
  }
}
