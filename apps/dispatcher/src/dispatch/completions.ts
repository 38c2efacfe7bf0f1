import { Injectable } from '@nestjs/common';
import { channels } from '@carillon/contracts';
import { DatabaseClock } from '@carillon/mongo';
import { Logger } from '@carillon/platform';
import { LeaderTask } from '../leader';
import { BatchCounts, BatchQueue, hasQueued } from '../ledger';
import { CampaignChecks } from './campaign-checks';
import { CompletionRelay } from './completion-relay';
import { type Dispatch, fallsBack } from './dispatch';
import { Dispatches } from './dispatches';

/**
 * The minimum pause between rounds (milliseconds): every batch of a running campaign requests a check, and only the
 * last one completes it.
 */
const MIN_PAUSE_MS = 100;
/** The first minimum pause (milliseconds), so that a small campaign ends without waiting. */
const FIRST_MIN_PAUSE_MS = 5;

/** Checks whether campaigns with settled batches are complete. The leader repeats checks lost in a crash. */
@Injectable()
export class Completions extends CampaignChecks {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly queue: BatchQueue,
    private readonly counts: BatchCounts,
    private readonly relay: CompletionRelay,
    private readonly clock: DatabaseClock,
    log: Logger,
  ) {
    const pace = { everyMs: 5_000, leastMs: MIN_PAUSE_MS, firstLeastMs: FIRST_MIN_PAUSE_MS };
    super({ name: 'completing', ...pace, log });
  }

  protected async checkNow(campaign: string): Promise<void> {
    if (await this.complete(campaign)) this.relay.nudge();
  }

  /**
   * Completes a dispatch that is fully planned and has no remaining recipients. Returns true if this call completed it.
   * While recipients remain, one index lookup suffices.
   */
  private async complete(campaign: string): Promise<boolean> {
    if (await this.queue.hasOpen(campaign)) return false;
    const dispatch = await this.dispatches.find(campaign);
    if (!dispatch || !mayEnd(dispatch)) return false;
    const final = await this.counts.recount(campaign);
    // Pages may have been planned since the first check, and an index scan can miss a batch that changes during the
    // scan. The recount uses the primary key and sees every batch.
    if (hasQueued(final)) return false;
    if (fallsBack(dispatch) && (await this.mayContinue(campaign))) return false;
    return this.dispatches.complete(dispatch, final, await this.clock.now());
  }

  /** Whether a delivery has failed, or can still fail, in time for another channel. */
  private async mayContinue(campaign: string): Promise<boolean> {
    const now = await this.clock.now();
    return (
      (await this.queue.hasToFallBack(campaign)) || (await this.queue.lastFallback(campaign, now)) !== null
    );
  }
}

/** Whether all recipients are known. A paused dispatch can complete with its leases. */
function mayEnd({ state, planned, retry }: Dispatch): boolean {
  return (state === 'OPEN' || state === 'PAUSED') && planned && !retry;
}

/** Completes campaigns whose check was lost in a crash. Does not check waiting campaigns individually. */
@Injectable()
export class CompleteOpen extends LeaderTask {
  readonly name = 'completing campaigns';
  readonly everyMs = 30_000;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly queue: BatchQueue,
    private readonly completions: Completions,
  ) {
    super();
  }

  async run(): Promise<boolean> {
    const waiting = await Promise.all(channels.map((channel) => this.queue.withReady(channel)));
    const isWaiting = new Set(waiting.flat());
    for (const campaign of await this.dispatches.toComplete())
      if (!isWaiting.has(campaign)) this.completions.check(campaign);
    return false;
  }
}
