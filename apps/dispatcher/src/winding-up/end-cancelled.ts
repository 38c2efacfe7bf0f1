import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Dispatches } from '../dispatches/dispatches';
import { Duty } from '../leading/duties';
import type { Term } from '../leading/leader-lease';
import { Batches } from '../ledger/batches';
import { hasQueued } from '../ledger/summary';
import { cancelRest } from './cancel-rest';

const CAMPAIGNS = 100;

/** Cancels what is left of cancelled campaigns, for as long as anybody may still write to them, and notes what each came to. */
@Injectable()
export class EndCancelled extends Duty {
  readonly name = 'ending cancelled campaigns';
  readonly everyMs = 500;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    let more = false;
    for (const campaign of await this.dispatches.toStop(now, CAMPAIGNS)) {
      if (term.isOver()) return false;
      more = (await this.end(campaign, now)) || more;
    }
    return more;
  }

  /** A portion of the work. True: it can go on at once. */
  private async end(campaign: string, now: Date): Promise<boolean> {
    const rest = await cancelRest(this.batches, campaign, now);
    if (rest !== 'none') return rest === 'more';
    const final = await this.batches.recount(campaign);
    // A batch that changes while an index is read may be missed in it; the count goes by the key and sees each.
    if (!hasQueued(final)) await this.dispatches.stopped(campaign, final, now);
    return false;
  }
}
