import { Injectable } from '@nestjs/common';
import type { CampaignChanged, CampaignPublished, CampaignRetried } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { cancel, ContentStore, Dispatches, Outbox, pause, publish, remove, resume, retry } from '../dispatch';
import { Batches } from '../ledger';
import { PlanningLoop } from '../planning';
import { ReleaseBatches } from '../releasing';

/** What was ordered and decided about campaigns: each event is worked into its dispatch, and what follows is set going. */
@Injectable()
export class DispatchLifecycle {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly content: ContentStore,
    private readonly batches: Batches,
    private readonly planning: PlanningLoop,
    private readonly release: ReleaseBatches,
    private readonly outbox: Outbox,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    private readonly log: Logger,
  ) {}

  /** Takes the order to send a campaign. What is said is stored first, so that a dispatch is never without it. */
  async open(order: CampaignPublished): Promise<void> {
    const { campaignId, userId, groups } = order;
    await this.content.store(order);
    if (await this.dispatches.transition(campaignId, userId, (current) => publish(current, order))) {
      this.log.info({ campaignId, groups: groups.length }, 'a campaign begins');
      this.planning.nudge();
    } else if ((await this.dispatches.find(campaignId))?.ledger !== 'KEPT') {
      // Its ledger may be gone already, and nobody would remove this any more.
      await this.content.remove(campaignId);
    }
  }

  /**
   * Nothing more of the campaign is planned or given out; what is leased finishes. An offer that is taken back cannot be
   * granted any more, however far somebody has come with that. So it is done also when the event says nothing new: whoever
   * had it before may have died in between.
   */
  async pause(change: CampaignChanged): Promise<void> {
    const { campaignId, userId } = change;
    await this.dispatches.transition(campaignId, userId, (current) => pause(current, change));
    const offered = await this.batches.offered(campaignId);
    await this.batches.changeAll(offered, () => ({ type: 'release-expired' }));
  }

  /** A paused campaign goes on where it was. */
  async resume(change: CampaignChanged): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    if (!(await this.dispatches.transition(campaignId, userId, (current) => resume(current, change, now))))
      return;
    this.planning.nudge();
    this.release.nudge();
  }

  /** A finished campaign gets a further run; who is sent to is looked up afterwards, batch by batch. */
  async retry(order: CampaignRetried): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId, run } = order;
    if (!(await this.dispatches.transition(campaignId, userId, (current) => retry(current, order, now))))
      return;
    this.log.info({ campaignId, run }, 'a campaign is sent again to those it did not reach');
    this.outbox.nudge();
  }

  /**
   * Nothing more is given out, and what is leased is called back. `how` says whether what it came to stays to be read
   * (`cancel`), or the ledger goes (`remove`).
   */
  async stop(change: CampaignChanged, how: typeof cancel | typeof remove): Promise<void> {
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    await this.dispatches.transition(campaignId, userId, (current) => how(current, change, now));
    await this.messenger.broadcast('dispatch.stopped', { campaignId });
  }
}
