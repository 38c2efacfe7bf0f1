import { Inject, Injectable } from '@nestjs/common';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { DatabaseClock } from '../database-clock';
import { Duty } from '../leading/duty';
import type { Term } from '../leading/term';
import { Recount } from '../report/recount';
import { KeptLedgers } from './kept-ledgers';

const CAMPAIGNS = 20;
const DAY_MS = 24 * 3_600_000;

/** Lets the ledgers of campaigns go that ended long ago, with people's addresses; their counts stay. */
@Injectable()
export class RetireLedgers extends Duty {
  readonly name = 'retiring ledgers';
  readonly everyMs = 60_000;

  constructor(
    private readonly ledgers: KeptLedgers,
    private readonly recount: Recount,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    const endedBefore = new Date(now.getTime() - this.config.LEDGER_DAYS * DAY_MS);
    const ended = await this.ledgers.toRetire(endedBefore, CAMPAIGNS);
    for (const campaign of ended) {
      if (term.isOver()) return false;
      await this.ledgers.retire(campaign, await this.recount.execute(campaign), now);
    }
    return ended.length === CAMPAIGNS;
  }
}
