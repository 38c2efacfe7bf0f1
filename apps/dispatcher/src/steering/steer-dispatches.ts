import { Injectable } from '@nestjs/common';
import type { CampaignChanged, CampaignPublished, CampaignRetried } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { Announcements } from '../dispatches/announcements';
import { Contents } from '../dispatches/contents';
import { Dispatches } from '../dispatches/dispatches';
import { Batches } from '../ledger/batches';
import { PlanSchedule } from '../planning/plan-schedule';
import { ReleaseBatches } from '../release/release-batches';
import { cancel, pause, publish, remove, resume, retry } from './steer';

/** What was ordered and decided about campaigns: each event is worked into its dispatch, and what follows is set going. */
@Injectable()
export class SteerDispatches {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly contents: Contents,
    private readonly batches: Batches,
    private readonly planning: PlanSchedule,
    private readonly release: ReleaseBatches,
    private readonly announcements: Announcements,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
  ) {}

  /** Takes the order to send a campaign. What is said is stored first, so that a dispatch is never without it. */
  async open(order: CampaignPublished): Promise<void> {
    const { campaignId, userId, groups } = order;
    await this.contents.store(order);
    if (await this.dispatches.steer(campaignId, userId, (course) => publish(course, order))) {
      this.log.info({ campaignId, groups: groups.length }, 'a campaign begins');
      this.planning.nudge();
    } else if ((await this.dispatches.find(campaignId))?.ledger !== 'KEPT') {
      // Its ledger may be gone already, and nobody would remove this any more.
      await this.contents.remove(campaignId);
    }
  }

  /**
   * Nothing more of the campaign is planned or handed out; what is in a hand finishes. An offer that is taken back cannot be
   * granted any more, however far somebody has come with that. So it is done also when the event says nothing new: whoever
   * had it before may have died in between.
   */
  async pause(change: CampaignChanged): Promise<void> {
    const { campaignId, userId } = change;
    await this.dispatches.steer(campaignId, userId, (course) => pause(course, change));
    const offered = await this.batches.offered(campaignId);
    await this.batches.changeAll(offered, () => ({ type: 'release-expired' }));
  }

  /** A paused campaign goes on where it was. */
  async resume(change: CampaignChanged): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    if (!(await this.dispatches.steer(campaignId, userId, (course) => resume(course, change, now)))) return;
    this.planning.nudge();
    this.release.nudge();
  }

  /** A finished campaign gets a further run; who is sent to is looked up afterwards, batch by batch. */
  async retry(order: CampaignRetried): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId, run } = order;
    if (!(await this.dispatches.steer(campaignId, userId, (course) => retry(course, order, now)))) return;
    this.log.info({ campaignId, run }, 'a campaign is sent again to those it did not reach');
    this.announcements.nudge();
  }

  /**
   * Nothing more is handed out, and what is in a hand is called back. `how` says whether what it came to stays to be read
   * (`cancel`), or the ledger goes (`remove`).
   */
  async stop(change: CampaignChanged, how: typeof cancel | typeof remove): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    await this.dispatches.steer(campaignId, userId, (course) => how(course, change, now));
    await this.messenger.broadcast('dispatch.stopped', { campaignId });
  }
}
