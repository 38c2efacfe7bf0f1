import { Injectable } from '@nestjs/common';
import type { CampaignStopped } from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import { Dispatches } from './dispatches';

/** The campaign was deleted: nothing more of it is handed out, and its ledger goes. */
@Injectable()
export class StopDispatch {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ campaignId, userId, rev }: CampaignStopped): Promise<void> {
    await this.dispatches.stop(campaignId, userId, rev, await this.clock.now());
  }
}
