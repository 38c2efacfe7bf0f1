import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Batches } from '../ledger/batches';
import { RemoveLedger } from '../ledger/remove-ledger';
import { Duty } from '../leading/duty';
import type { Term } from '../leading/term';
import { KeptLedgers } from './kept-ledgers';

const CAMPAIGNS = 100;
const BATCHES = 200;
const WRITES_AT_ONCE = 10;

/**
 * Winds up deleted and retired campaigns: what is not in a hand is cancelled, and when no hand is left the ledger goes.
 * What remains is the dispatch itself, so that a late order cannot wake it.
 */
@Injectable()
export class WindUp extends Duty {
  readonly name = 'winding up';
  readonly everyMs = 1_000;

  constructor(
    private readonly ledgers: KeptLedgers,
    private readonly batches: Batches,
    private readonly removeLedger: RemoveLedger,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    let more = false;
    for (const campaign of await this.ledgers.leaving(now, CAMPAIGNS)) {
      if (term.isOver()) return false;
      more = (await this.windUp(campaign, now)) || more;
    }
    return more;
  }

  /** A portion of the work. True: it can go on at once. */
  private async windUp(campaign: string, now: Date): Promise<boolean> {
    const ids = await this.batches.toCancel(campaign, BATCHES);
    for (let from = 0; from < ids.length; from += WRITES_AT_ONCE) {
      await Promise.all(
        ids
          .slice(from, from + WRITES_AT_ONCE)
          .map((id) => this.batches.change(id, () => ({ type: 'cancelled', now }))),
      );
    }
    if (ids.length > 0) return true;
    if (await this.batches.hasOpen(campaign)) return false;
    if (!(await this.removeLedger.execute(campaign))) return true;
    await this.ledgers.removed(campaign, now);
    return false;
  }
}
