import { QUIET_PAUSE_MS, type RoundEnd } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '@carillon/mongo';
import { type DispatcherConfig, dispatcherConfig } from '../config';
import { ContentStore, DispatchRetention, type DueCheck } from '../dispatch';
import { Engagement } from '../engagement';
import { type Leadership, LeaderTask } from '../leader';
import { BatchCounts, BatchQueue, Batches, DeliveryKeys, RecipientPages, timelineOf } from '../ledger';
import { cancelRest } from './cancellations';

const EXPIRED_AT_ONCE = 20;
const DAY_MS = 24 * 3_600_000;

/**
 * Deletes the ledgers, including the recipients' addresses, of campaigns that ended long ago. Their counts stay.
 */
@Injectable()
export class ExpireLedgers extends LeaderTask {
  readonly name = 'expiring ledgers';
  readonly everyMs = 60_000;

  constructor(
    private readonly retention: DispatchRetention,
    private readonly counts: BatchCounts,
    private readonly clock: DatabaseClock,
    @Inject(dispatcherConfig.token) private readonly config: DispatcherConfig,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<boolean> {
    const now = await this.clock.now();
    const endedBefore = new Date(now.getTime() - this.config.LEDGER_DAYS * DAY_MS);
    const ended = await this.retention.withExpiredLedger(endedBefore, EXPIRED_AT_ONCE);
    for (const campaign of ended) {
      if (leadership.isOver()) return false;
      const final = await this.counts.recount(campaign);
      const timeline = timelineOf(await this.counts.timeline(campaign), now, null);
      await this.retention.expireLedger(campaign, { final, timeline }, now);
    }
    return ended.length === EXPIRED_AT_ONCE;
  }
}

const DELETED_AT_ONCE = 100;
/**
 * The number of documents deleted in one chunk: at most a few seconds of work, so that other campaigns get their turn.
 */
const CHUNKS = { deliveryKeys: 20_000, recipientPages: 50, batches: 5_000 };

/**
 * Deletes the ledgers of deleted and expired campaigns. First cancels batches without a lease, and then deletes the
 * ledger when no lease is left. The dispatch itself remains, so that a late order cannot start the campaign again.
 */
@Injectable()
export class DeleteLedgers extends LeaderTask {
  readonly name = 'deleting ledgers';
  readonly everyMs = 1_000;
  override readonly quietMs = QUIET_PAUSE_MS;

  constructor(
    private readonly retention: DispatchRetention,
    private readonly content: ContentStore,
    private readonly recipientPages: RecipientPages,
    private readonly batches: Batches,
    private readonly queue: BatchQueue,
    private readonly deliveryKeys: DeliveryKeys,
    private readonly engagement: Engagement,
    private readonly clock: DatabaseClock,
  ) {
    super();
  }

  async run(leadership: Leadership): Promise<RoundEnd> {
    const now = await this.clock.now();
    const toDelete = await this.retention.toDelete(now, DELETED_AT_ONCE);
    if (toDelete.length === 0) return 'idle';
    let more = false;
    for (const due of toDelete) {
      if (leadership.isOver()) return false;
      more = (await this.delete(due, now)) || more;
    }
    return more;
  }

  /** Processes one chunk. Returns true if the next chunk can follow immediately. */
  private async delete(due: DueCheck & { isCampaignDeleted: boolean }, now: Date): Promise<boolean> {
    const { campaign, isCampaignDeleted } = due;
    const rest = await cancelRest(this.batches, this.queue, campaign, now);
    if (rest !== 'none') return rest === 'more';
    if (!(await this.removeLedger(campaign))) return true;
    // A planner that was halted during the deletion may have begun to count.
    if (isCampaignDeleted) await this.engagement.remove(campaign);
    await this.retention.removed(due, now);
    return false;
  }

  /** Deletes one chunk of the ledger. Returns true if no document is left. */
  private async removeLedger(campaign: string): Promise<boolean> {
    await this.content.remove(campaign);
    return (
      (await this.recipientPages.removeSome(campaign, CHUNKS.recipientPages)) &&
      (await this.batches.removeSome(campaign, CHUNKS.batches)) &&
      (await this.engagement.removeMarks(campaign, CHUNKS.batches)) &&
      (await this.deliveryKeys.removeSome(campaign, CHUNKS.deliveryKeys))
    );
  }
}
