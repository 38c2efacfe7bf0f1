import { Injectable } from '@nestjs/common';
import type { CampaignChanged } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock } from '../database-clock';
import type { cancel, remove } from './steer';
import { SteeredDispatches } from './steered-dispatches';

/**
 * Nothing more is handed out, and what is in a hand is called back. `stop` says whether what it came to stays to be read
 * (`cancel`), or the ledger goes (`remove`).
 */
@Injectable()
export class StopDispatch {
  constructor(
    private readonly dispatches: SteeredDispatches,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(change: CampaignChanged, stop: typeof cancel | typeof remove): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    await this.dispatches.steer(campaignId, userId, (course) => stop(course, change, now));
    await this.messenger.broadcast('dispatch.stopped', { campaignId });
  }
}
