import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Duty } from '../leading/duty';
import type { Term } from '../leading/term';
import { Recount } from '../report/recount';
import { KeptLedgers } from './kept-ledgers';

const CAMPAIGNS = 20;
/** People's addresses are kept for so long after a campaign's end (milliseconds); its counts stay. */
const KEPT_MS = 90 * 24 * 3_600_000;

/** Lets the ledgers of campaigns go that ended long ago. */
@Injectable()
export class RetireLedgers extends Duty {
  readonly name = 'retiring ledgers';
  readonly everyMs = 60_000;

  constructor(
    private readonly ledgers: KeptLedgers,
    private readonly recount: Recount,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    const ended = await this.ledgers.toRetire(new Date(now.getTime() - KEPT_MS), CAMPAIGNS);
    for (const campaign of ended) {
      if (term.isOver()) return false;
      await this.ledgers.retire(campaign, await this.recount.execute(campaign), now);
    }
    return ended.length === CAMPAIGNS;
  }
}
