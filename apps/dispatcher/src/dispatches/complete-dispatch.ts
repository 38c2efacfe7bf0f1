import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database-clock';
import { Batches } from '../ledger/batches';
import { Recount } from '../report/recount';
import { type Dispatch, hasQueued } from './dispatch';
import { Dispatches } from './dispatches';

/** Ends a dispatch that is planned and has nobody left to send to. */
@Injectable()
export class CompleteDispatch {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly recount: Recount,
    private readonly clock: DatabaseClock,
  ) {}

  /** True when this call ended it. One look at an index suffices while somebody is left. */
  async execute(campaign: string): Promise<boolean> {
    if (await this.batches.hasOpen(campaign)) return false;
    const dispatch = await this.dispatches.find(campaign);
    if (!dispatch || !mayEnd(dispatch)) return false;
    const final = await this.recount.execute(campaign);
    // Pages may have been planned since the first look, and an index may lose sight of a batch that changes while it is
    // read. The recount goes by the key and sees each batch.
    if (hasQueued(final)) return false;
    return this.dispatches.complete(campaign, dispatch.run, final, await this.clock.now());
  }
}

/** It is known who is sent to. What is paused may come to its end with what was in a hand. */
function mayEnd({ state, planned, retry }: Dispatch): boolean {
  return (state === 'OPEN' || state === 'PAUSED') && planned && !retry;
}
