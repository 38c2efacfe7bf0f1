import { Injectable } from '@nestjs/common';
import type { CampaignChanged } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '../database-clock';
import { remove } from './steer';
import { SteeredDispatches } from './steered-dispatches';

/** The campaign was deleted: nothing more of it is handed out, what is in a hand is called back, and its ledger goes. */
@Injectable()
export class StopDispatch {
  constructor(
    private readonly dispatches: SteeredDispatches,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(change: CampaignChanged): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    await this.dispatches.steer(campaignId, userId, (course) => remove(course, change, now));
    await this.messenger.broadcast('dispatch.stopped', { campaignId });
  }
}
