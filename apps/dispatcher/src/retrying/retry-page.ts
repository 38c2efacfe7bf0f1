import { Injectable } from '@nestjs/common';
import { Batches } from '../ledger/batches';
import { type Retrying, RetryWalks } from './retry-walks';
import { RouteRetry } from './route-retry';

const PAGE = 500;

/**
 * Puts back whom a further run is for, in the next batches in the order of planning. Two who do it, or one who does it
 * again, put nobody back twice: each batch notes the run.
 */
@Injectable()
export class RetryPage {
  constructor(
    private readonly routeRetry: RouteRetry,
    private readonly walks: RetryWalks,
    private readonly batches: Batches,
  ) {}

  /** 'waiting': it cannot be known by which integrations at the moment. */
  async execute(dispatch: Retrying, now: Date): Promise<'more' | 'through' | 'waiting'> {
    const routes = await this.routeRetry.execute(dispatch, now);
    if (!routes) return 'waiting';
    const { campaign, run, retry } = dispatch;
    const { selection } = retry;
    const ids = await this.batches.following(campaign, retry.after, PAGE);
    await this.batches.changeAll(ids, ({ channel }) => ({
      ...{ type: 'retried', now, run, selection },
      route: routes[channel],
    }));
    const last = ids.length < PAGE;
    await this.walks.advance(dispatch, last ? null : (ids.at(-1) ?? null), now);
    return last ? 'through' : 'more';
  }
}
