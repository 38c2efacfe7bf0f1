import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Duty } from '../leading/duty';
import type { Term } from '../leading/term';
import { Batches } from '../ledger/batches';
import type { Barrier } from './barriers';
import { HearOut } from './hear-out';
import { SweepHand } from './sweep-hand';

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
    private readonly sweepHand: SweepHand,
    private readonly clock: DatabaseClock,
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
      await this.sweepHand.execute(id, barrier.setAt, now);
    }
    if (abandoned.length === PAGE) return true;
    await this.hearOut.end(barrier);
    return false;
  }
}
