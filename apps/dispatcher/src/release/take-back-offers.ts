import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Duty } from '../leading/duties';
import type { Term } from '../leading/leader-lease';
import { Batches } from '../ledger/batches';

const PAGE = 500;

/** Takes back offers that nobody took in time. */
@Injectable()
export class TakeBackOffers extends Duty {
  readonly name = 'taking back offers';
  readonly everyMs = 1_000;

  constructor(
    private readonly batches: Batches,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    const untaken = await this.batches.untaken(now, PAGE);
    for (const id of untaken) {
      if (term.isOver()) return false;
      await this.batches.change(id, ({ releasedUntil }) =>
        releasedUntil && releasedUntil < now ? { type: 'release-expired' } : null,
      );
    }
    return untaken.length === PAGE;
  }
}
