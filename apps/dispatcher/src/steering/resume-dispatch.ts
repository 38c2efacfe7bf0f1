import { Injectable } from '@nestjs/common';
import type { CampaignChanged } from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import { PlanSchedule } from '../planning/plan-schedule';
import { ReleaseSchedule } from '../release/release-schedule';
import { resume } from './steer';
import { SteeredDispatches } from './steered-dispatches';

/** A paused campaign goes on where it was. */
@Injectable()
export class ResumeDispatch {
  constructor(
    private readonly dispatches: SteeredDispatches,
    private readonly planning: PlanSchedule,
    private readonly release: ReleaseSchedule,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(change: CampaignChanged): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    if (!(await this.dispatches.steer(campaignId, userId, (course) => resume(course, change, now)))) return;
    this.planning.nudge();
    this.release.nudge();
  }
}
