import { Injectable } from '@nestjs/common';
import type { CampaignChanged, CampaignRetried } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '../database-clock';
import { Dispatches } from './dispatches';

/** What is decided about a campaign after it was published. An event about an older rev changes nothing. */
@Injectable()
export class SteerDispatch {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
  ) {}

  async pause({ campaignId, rev }: CampaignChanged): Promise<void> {
    await this.dispatches.turn(campaignId, rev, 'OPEN', 'PAUSED');
  }

  async resume({ campaignId, rev }: CampaignChanged): Promise<void> {
    await this.dispatches.turn(campaignId, rev, 'PAUSED', 'OPEN');
  }

  async cancel({ campaignId, userId, rev }: CampaignChanged): Promise<void> {
    await this.dispatches.stop(campaignId, userId, rev, await this.clock.now());
    await this.messenger.broadcast('dispatch.stopped', { campaignId });
  }

  async retry({ campaignId, rev, run }: CampaignRetried): Promise<void> {
    await this.dispatches.rerun(campaignId, rev, run);
  }
}
