import { Injectable } from '@nestjs/common';
import type { CampaignPublished } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { PlanSchedule } from '../planning/plan-schedule';
import { publish } from './steer';
import { SteeredDispatches } from './steered-dispatches';
import { Contents } from '../dispatches/contents';

/** Takes the order to send a campaign. What is said is stored first, so that a dispatch is never without it. */
@Injectable()
export class OpenDispatch {
  constructor(
    private readonly contents: Contents,
    private readonly dispatches: SteeredDispatches,
    private readonly planning: PlanSchedule,
    private readonly log: Logger,
  ) {}

  async execute(order: CampaignPublished): Promise<void> {
    const { campaignId, userId, groups } = order;
    await this.contents.store(order);
    if (await this.dispatches.steer(campaignId, userId, (course) => publish(course, order))) {
      this.log.info({ campaignId, groups: groups.length }, 'a campaign begins');
      this.planning.nudge();
    } else if (!(await this.dispatches.isKept(campaignId))) {
      // Its ledger may be gone already, and nobody would remove this any more.
      await this.contents.remove(campaignId);
    }
  }
}
