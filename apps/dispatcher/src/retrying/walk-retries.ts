import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Completions } from '../dispatches/completions';
import { Duty } from '../leading/duty';
import type { Term } from '../leading/term';
import { RetryPage } from './retry-page';
import { RetryWalks } from './retry-walks';

const CAMPAIGNS = 20;

/** Goes through the batches of campaigns that are sent again, a page of each at a time. */
@Injectable()
export class WalkRetries extends Duty {
  readonly name = 'retrying';
  readonly everyMs = 500;

  constructor(
    private readonly walks: RetryWalks,
    private readonly retryPage: RetryPage,
    private readonly completions: Completions,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async execute(term: Term): Promise<boolean> {
    const now = await this.clock.now();
    let more = false;
    for (const dispatch of await this.walks.underWay(now, CAMPAIGNS)) {
      if (term.isOver()) return false;
      const progress = await this.retryPage.execute(dispatch, now);
      if (progress === 'through') this.completions.check(dispatch.campaign);
      more ||= progress === 'more';
    }
    return more;
  }
}
