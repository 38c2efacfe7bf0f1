import { Injectable } from '@nestjs/common';
import { Logger } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { Completions } from '../dispatches/completions';
import { Duty } from '../leading/duties';
import type { Term } from '../leading/leader-lease';
import type { Barrier } from '../leading/leases';
import { Batches } from '../ledger/batches';
import { HearOut } from './hear-out';

const PAGE = 500;

/**
 * Doubts hands whose lease is over, but hears out the settlement queue first: only hands that were abandoned before the
 * barrier was set are swept behind it.
 */
@Injectable()
export class SweepHands extends Duty {
  readonly name = 'sweeping hands';
  readonly everyMs = 1_000;

  constructor(
    private readonly batches: Batches,
    private readonly hearOut: HearOut,
    private readonly completions: Completions,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const barrier = await this.hearOut.barrier();
    if (barrier) return (await this.hearOut.isOver(barrier, term)) && this.sweep(barrier, term);
    const abandoned = await this.batches.abandoned(await this.clock.now(), 1);
    if (abandoned.length > 0 && !term.isOver()) await this.hearOut.begin();
    return false;
  }

  private async sweep(barrier: Barrier, term: Term): Promise<boolean> {
    const abandoned = await this.batches.abandoned(barrier.setAt, PAGE);
    const now = await this.clock.now();
    for (const id of abandoned) {
      if (term.isOver()) return false;
      await this.sweepHand(id, barrier.setAt, now);
    }
    if (abandoned.length === PAGE) return true;
    await this.hearOut.end(barrier);
    return false;
  }

  /** Ends one abandoned hand, unless its lease was renewed meanwhile. */
  private async sweepHand(id: string, deadline: Date, now: Date): Promise<void> {
    const change = await this.batches.change(id, ({ hand }) =>
      hand && hand.until < deadline ? { type: 'swept', now } : null,
    );
    if (!change || change.after === change.before) return;
    const { campaign, hand } = change.before;
    this.log.warn(
      { campaignId: campaign, batchId: id, holder: hand?.holder, positions: hand?.positions.length },
      'a worker was not heard of again; its unsettled recipients are in doubt',
    );
    if (change.after.state === 'DONE') this.completions.check(campaign);
  }
}
