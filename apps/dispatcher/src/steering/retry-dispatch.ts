import { Injectable } from '@nestjs/common';
import type { CampaignRetried } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { Announcements } from '../dispatches/announcements';
import { retry } from './steer';
import { SteeredDispatches } from './steered-dispatches';

/** A finished campaign gets a further run; who is sent to is looked up afterwards, batch by batch. */
@Injectable()
export class RetryDispatch {
  constructor(
    private readonly dispatches: SteeredDispatches,
    private readonly announcements: Announcements,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
  ) {}

  async execute(order: CampaignRetried): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId, run } = order;
    if (!(await this.dispatches.steer(campaignId, userId, (course) => retry(course, order, now)))) return;
    this.log.info({ campaignId, run }, 'a campaign is sent again to those it did not reach');
    this.announcements.nudge();
  }
}
