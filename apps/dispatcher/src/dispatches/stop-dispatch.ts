import { Injectable } from '@nestjs/common';
import type { CampaignChanged } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '../database-clock';
import { Dispatches } from './dispatches';

/** The campaign was deleted: nothing more of it is handed out, what is in a hand is called back, and its ledger goes. */
@Injectable()
export class StopDispatch {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ campaignId, userId, rev }: CampaignChanged): Promise<void> {
    await this.dispatches.stop(campaignId, userId, rev, await this.clock.now());
    await this.messenger.broadcast('dispatch.stopped', { campaignId });
  }
}
