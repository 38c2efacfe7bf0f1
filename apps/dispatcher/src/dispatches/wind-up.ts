import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Batches } from '../ledger/batches';
import { RemoveLedger } from '../ledger/remove-ledger';
import { Dispatches } from './dispatches';

const PAGE = 200;

/**
 * Winds up deleted campaigns: what is not in a hand is cancelled, and when no hand is left the ledger goes. What
 * remains is the dispatch itself, so that a late order cannot wake it. The leader's work.
 */
@Injectable()
export class WindUp {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly removeLedger: RemoveLedger,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(): Promise<void> {
    const now = await this.clock.now();
    for (const campaign of await this.dispatches.toPurge(now)) await this.windUp(campaign, now);
  }

  private async windUp(campaign: string, now: Date): Promise<void> {
    for (;;) {
      const ids = await this.batches.toCancel(campaign, PAGE);
      if (ids.length === 0) break;
      for (const id of ids) await this.batches.change(id, () => ({ type: 'cancelled', now }));
    }
    if (await this.batches.hasOpen(campaign)) return;
    await this.removeLedger.execute(campaign);
    await this.dispatches.purged(campaign);
  }
}
