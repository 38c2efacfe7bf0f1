import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { RemoveLedger } from '../ledger/remove-ledger';
import { Duty } from '../leading/duty';
import type { Term } from '../leading/term';
import { CancelRest } from './cancel-rest';
import { KeptLedgers } from './kept-ledgers';

const CAMPAIGNS = 100;

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
    private readonly cancelRest: CancelRest,
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
    const rest = await this.cancelRest.execute(campaign, now);
    if (rest !== 'none') return rest === 'more';
    if (!(await this.removeLedger.execute(campaign))) return true;
    await this.ledgers.removed(campaign, now);
    return false;
  }
}
