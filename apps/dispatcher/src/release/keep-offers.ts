import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Batches } from '../ledger/batches';
import { MAX_AGE_MS } from '../ledger/retry-policy';

const PAGE = 500;

/** Takes back offers that nobody took, and ends what has waited for too long. The leader's work. */
@Injectable()
export class KeepOffers {
  constructor(
    private readonly batches: Batches,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(): Promise<void> {
    const now = await this.clock.now();
    for (const id of await this.batches.untaken(now, PAGE)) {
      await this.batches.change(id, ({ releasedUntil }) =>
        releasedUntil && releasedUntil < now ? { type: 'release-expired' } : null,
      );
    }
    for (const id of await this.batches.tooOld(new Date(now.getTime() - MAX_AGE_MS), PAGE)) {
      await this.batches.change(id, () => ({ type: 'expired', now }));
    }
  }
}
