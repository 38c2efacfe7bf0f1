import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Contents } from '../dispatches/contents';
import { Dispatches } from '../dispatches/dispatches';
import { Duty } from '../leading/duties';
import type { Term } from '../leading/leader-lease';
import { Addresses } from '../ledger/addresses';
import { Batches } from '../ledger/batches';
import { Rosters } from '../ledger/rosters';
import { cancelRest } from './cancel-rest';

const CAMPAIGNS = 100;
/** What is removed at once: some seconds' work at most, so that other campaigns have their turn. */
const PORTIONS = { addresses: 20_000, rosters: 50, batches: 5_000 };

/**
 * Winds up deleted and retired campaigns: what is not in a hand is cancelled, and when no hand is left the ledger goes.
 * What remains is the dispatch itself, so that a late order cannot wake it.
 */
@Injectable()
export class WindUp extends Duty {
  readonly name = 'winding up';
  readonly everyMs = 1_000;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly contents: Contents,
    private readonly rosters: Rosters,
    private readonly batches: Batches,
    private readonly addresses: Addresses,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    let more = false;
    for (const campaign of await this.dispatches.leaving(now, CAMPAIGNS)) {
      if (term.isOver()) return false;
      more = (await this.windUp(campaign, now)) || more;
    }
    return more;
  }

  /** A portion of the work. True: it can go on at once. */
  private async windUp(campaign: string, now: Date): Promise<boolean> {
    const rest = await cancelRest(this.batches, campaign, now);
    if (rest !== 'none') return rest === 'more';
    if (!(await this.removeLedger(campaign))) return true;
    await this.dispatches.removed(campaign, now);
    return false;
  }

  /** Removes a portion of what was written for its recipients. True when nothing is left. */
  private async removeLedger(campaign: string): Promise<boolean> {
    await this.contents.remove(campaign);
    return (
      (await this.rosters.removeSome(campaign, PORTIONS.rosters)) &&
      (await this.batches.removeSome(campaign, PORTIONS.batches)) &&
      (await this.addresses.removeSome(campaign, PORTIONS.addresses))
    );
  }
}
