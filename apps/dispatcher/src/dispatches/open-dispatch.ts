import { Injectable } from '@nestjs/common';
import type { CampaignPublished } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { PlanSchedule } from '../planning/plan-schedule';
import { Contents } from './contents';
import { openDispatch } from './dispatch';
import { Dispatches } from './dispatches';

/** Takes the order to send a campaign. What is said is stored first, so that a dispatch is never without it. */
@Injectable()
export class OpenDispatch {
  constructor(
    private readonly contents: Contents,
    private readonly dispatches: Dispatches,
    private readonly planning: PlanSchedule,
    private readonly log: Logger,
  ) {}

  async execute(order: CampaignPublished): Promise<void> {
    await this.contents.store(order);
    const outcome = await this.dispatches.open(openDispatch(order));
    if (outcome === 'opened') {
      this.log.info({ campaignId: order.campaignId, groups: order.groups.length }, 'a campaign begins');
      this.planning.nudge();
    }
    // Its ledger may be gone already, and nobody would remove this any more.
    if (outcome === 'stopped') await this.contents.remove(order.campaignId);
  }
}
