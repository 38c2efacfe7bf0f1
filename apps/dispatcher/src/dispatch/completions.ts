import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { channels } from '@carillon/contracts';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { LeaderTask } from '../leader';
import { Batches, hasQueued } from '../ledger';
import { Outbox } from './outbox';
import type { Dispatch } from './dispatch';
import { Dispatches } from './dispatches';

/**
 * The least pause between rounds (milliseconds): every batch of a running campaign requests a check, and only the
 * last one completes it.
 */
const LEAST_PAUSE_MS = 100;

/**
 * Checks whether campaigns with settled batches are complete. Simultaneous requests for one campaign are one check;
 * the leader repeats checks lost in a crash.
 */
@Injectable()
export class Completions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly asked = new Set<string>();
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly outbox: Outbox,
    private readonly clock: DatabaseClock,
    log: Logger,
  ) {
    this.loop = new BackgroundLoop({
      name: 'completing',
      everyMs: 5_000,
      leastMs: LEAST_PAUSE_MS,
      round: () => this.round(),
      log,
    });
  }

  /** Requests a check of this campaign. Returns at once. */
  check(campaign: string): void {
    this.asked.add(campaign);
    this.loop.nudge();
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** As late as possible: settlements in flight may still complete campaigns. */
  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** A failed check stays requested. */
  private async round(): Promise<boolean> {
    for (const campaign of [...this.asked]) {
      this.asked.delete(campaign);
      try {
        if (await this.complete(campaign)) this.outbox.nudge();
      } catch (error) {
        this.asked.add(campaign);
        throw error;
      }
    }
    return false;
  }

  /**
   * Completes a dispatch that is fully planned and has no recipient left to send to. Returns true if this call
   * completed it. While recipients are left, one index lookup suffices.
   */
  private async complete(campaign: string): Promise<boolean> {
    if (await this.batches.hasOpen(campaign)) return false;
    const dispatch = await this.dispatches.find(campaign);
    if (!dispatch || !mayEnd(dispatch)) return false;
    const final = await this.batches.recount(campaign);
    // Pages may have been planned since the first check, and an index scan may miss a batch that changes during the
    // scan. The recount goes by the key and sees every batch.
    if (hasQueued(final)) return false;
    return this.dispatches.complete(campaign, dispatch.run, final, await this.clock.now());
  }
}

/** Whether all recipients are known. A paused dispatch may complete with its leases. */
function mayEnd({ state, planned, retry }: Dispatch): boolean {
  return (state === 'OPEN' || state === 'PAUSED') && planned && !retry;
}

/** Completes campaigns whose check was lost in a crash. Those that wait to be sent are not looked at one by one. */
@Injectable()
export class CompleteOpen extends LeaderTask {
  readonly name = 'completing campaigns';
  readonly everyMs = 30_000;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly batches: Batches,
    private readonly completions: Completions,
  ) {
    super();
  }

  async execute(): Promise<boolean> {
    const waiting = await Promise.all(channels.map((channel) => this.batches.withReady(channel)));
    const isWaiting = new Set(waiting.flat());
    for (const campaign of await this.dispatches.toComplete())
      if (!isWaiting.has(campaign)) this.completions.check(campaign);
    return false;
  }
}
