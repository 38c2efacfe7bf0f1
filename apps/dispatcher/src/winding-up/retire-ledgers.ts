import { Inject, Injectable } from '@nestjs/common';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import { Dispatches } from '../dispatches/dispatches';
import { Duty } from '../leading/duties';
import type { Term } from '../leading/leader-lease';
import { Batches } from '../ledger/batches';

const CAMPAIGNS = 20;
const DAY_MS = 24 * 3_600_000;

/** Lets the ledgers of campaigns go that ended long ago, with people's addresses; their counts stay. */
@Injectable()
export class RetireLedgers extends Duty {
  readonly name = 'retiring ledgers';
  readonly everyMs = 60_000;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    const endedBefore = new Date(now.getTime() - this.config.LEDGER_DAYS * DAY_MS);
    const ended = await this.dispatches.toRetire(endedBefore, CAMPAIGNS);
    for (const campaign of ended) {
      if (term.isOver()) return false;
      await this.dispatches.retire(campaign, await this.batches.recount(campaign), now);
    }
    return ended.length === CAMPAIGNS;
  }
}
