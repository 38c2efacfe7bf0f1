import { Injectable } from '@nestjs/common';
import type { CampaignChanged, CampaignPublished, CampaignRetried } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { DatabaseClock, ErasedUsers } from '@carillon/mongo';
import { Logger } from '@carillon/platform';
import {
  cancel,
  CompletionRelay,
  ContentStore,
  Dispatches,
  type LifecycleState,
  pause,
  publish,
  remove,
  resume,
  retry,
  type Transition,
} from '../dispatch';
import { Engagement } from '../engagement';
import { BatchQueue, Batches } from '../ledger';
import { PlanningLoop } from '../planning';
import { ReleaseBatches } from '../releasing';

/** Applies lifecycle events of campaigns to their dispatches, and triggers their consequences. */
@Injectable()
export class DispatchLifecycle {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly content: ContentStore,
    private readonly batches: Batches,
    private readonly queue: BatchQueue,
    private readonly engagement: Engagement,
    private readonly planning: PlanningLoop,
    private readonly release: ReleaseBatches,
    private readonly completions: CompletionRelay,
    private readonly messenger: Messenger,
    private readonly clock: DatabaseClock,
    private readonly erasedUsers: ErasedUsers,
    private readonly log: Logger,
  ) {}

  /** Starts a campaign. Stores the content first, so that a dispatch always has it. */
  async open(order: CampaignPublished): Promise<void> {
    if (await this.isTooLate(order)) return;
    const { campaignId, userId, groups } = order;
    await this.content.store(order);
    const notice = { type: 'campaign.published', at: new Date(order.publishedAt) } as const;
    const decide = (current: LifecycleState | null): Transition | null => publish(current, order);
    if (await this.dispatches.transition(campaignId, userId, decide, notice)) {
      this.log.info({ campaignId, groups: groups.length }, 'a campaign has started');
      await this.planning.begin(userId);
    } else if ((await this.dispatches.find(campaignId))?.ledger !== 'KEPT') {
      // The ledger may already be deleted, and no other process would remove this content.
      await this.content.remove(campaignId);
    }
  }

  /**
   * Stops planning and leasing. Leases finish. A withdrawn offer can no longer be granted, even if a grant is in
   * progress. Offers are withdrawn even if the event changes nothing, because a process that received the event earlier
   * may have crashed before the withdrawal.
   */
  async pause(change: CampaignChanged): Promise<void> {
    if (await this.isTooLate(change)) return;
    const { campaignId, userId } = change;
    const notice = { type: 'campaign.paused', at: await this.clock.now() } as const;
    await this.dispatches.transition(campaignId, userId, (current) => pause(current, change), notice);
    const offered = await this.queue.offered(campaignId);
    await this.batches.changeAll(offered, () => ({ type: 'release-taken-back' }));
  }

  /** Resumes a paused campaign where it stopped. */
  async resume(change: CampaignChanged): Promise<void> {
    if (await this.isTooLate(change)) return;
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    const notice = { type: 'campaign.resumed', at: now } as const;
    const decide = (current: LifecycleState | null): Transition | null => resume(current, change, now);
    if (!(await this.dispatches.transition(campaignId, userId, decide, notice))) return;
    await this.planning.begin(userId);
    this.release.nudge();
  }

  /** Starts a further run of a finished campaign. Its recipients are looked up afterward, batch by batch. */
  async retry(order: CampaignRetried): Promise<void> {
    if (await this.isTooLate(order)) return;
    const now = await this.clock.now();
    const { campaignId, userId, run } = order;
    const notice = { type: 'campaign.retried', at: now } as const;
    const decide = (current: LifecycleState | null): Transition | null => retry(current, order, now);
    if (!(await this.dispatches.transition(campaignId, userId, decide, notice))) return;
    this.log.info({ campaignId, run }, 'a campaign is retried');
    this.completions.nudge();
  }

  /**
   * Stops leasing and revokes leases. With the transition `cancel`, the results stay readable; with `remove`, the
   * ledger is deleted.
   */
  async stop(change: CampaignChanged, transition: typeof cancel | typeof remove): Promise<void> {
    if (await this.isTooLate(change)) return;
    const now = await this.clock.now();
    const { campaignId, userId } = change;
    const notice = { type: 'campaign.cancelled', at: now } as const;
    await this.dispatches.transition(
      campaignId,
      userId,
      (current) => transition(current, change, now),
      transition === cancel ? notice : null,
    );
    if (transition === remove) await this.engagement.remove(campaignId);
    await this.messenger.broadcast('dispatch.stopped', { campaignId });
  }

  /**
   * Whether the user is erased and the campaign is completely removed. In that case, an event that was parked for days
   * would restore the campaign. Until the campaign is removed, the events of its deletion are needed.
   */
  private async isTooLate({ userId, campaignId }: CampaignChanged): Promise<boolean> {
    return (await this.erasedUsers.has(userId)) && (await this.dispatches.find(campaignId)) === null;
  }
}
