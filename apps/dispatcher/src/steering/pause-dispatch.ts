import { Injectable } from '@nestjs/common';
import type { CampaignChanged } from '@carillon/contracts';
import { Batches } from '../ledger/batches';
import { pause } from './steer';
import { SteeredDispatches } from './steered-dispatches';

/** Nothing more of the campaign is planned or handed out; what is in a hand finishes. */
@Injectable()
export class PauseDispatch {
  constructor(
    private readonly dispatches: SteeredDispatches,
    private readonly batches: Batches,
  ) {}

  /**
   * An offer that is taken back cannot be granted any more, however far somebody has come with that. So it is done also
   * when the event says nothing new: whoever had it before may have died in between.
   */
  async execute(change: CampaignChanged): Promise<void> {
    const { campaignId, userId } = change;
    await this.dispatches.steer(campaignId, userId, (course) => pause(course, change));
    const offered = await this.batches.offered(campaignId);
    await this.batches.changeAll(offered, () => ({ type: 'release-expired' }));
  }
}
