import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Batches } from '../ledger/batches';
import { Recount } from '../report/recount';
import { Announcements } from './announcements';
import { Dispatches } from './dispatches';

/** Ends a dispatch that is planned and has no open batch; whoever changes a batch last comes by here. */
@Injectable()
export class CompleteDispatch {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly recount: Recount,
    private readonly announcements: Announcements,
    private readonly clock: DatabaseClock,
  ) {}

  /** True when this call ended it. */
  async execute(campaign: string): Promise<boolean> {
    const dispatch = await this.dispatches.find(campaign);
    if (dispatch?.state !== 'OPEN' || !dispatch.planned) return false;
    if (await this.batches.hasOpen(campaign)) return false;
    const counts = await this.recount.byChannel(campaign);
    const completed = await this.dispatches.complete(campaign, dispatch.run, counts, await this.clock.now());
    if (completed) this.announcements.nudge();
    return completed;
  }
}
