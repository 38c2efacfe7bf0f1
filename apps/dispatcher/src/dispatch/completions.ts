import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { DatabaseClock } from '../database-clock';
import { LeaderTask } from '../leader';
import { Batches, hasQueued } from '../ledger';
import { Outbox } from './outbox';
import type { Dispatch } from './dispatch';
import { Dispatches } from './dispatches';

/** While a campaign goes out each of its batches asks, and only the last one has news (milliseconds). */
const LEAST_PAUSE_MS = 100;

/**
 * Checks for the end of campaigns in which something came to rest. Many checks that are asked for at once are one; one
 * that is lost in a crash is repeated by the leader.
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

  /** This campaign may be at its end. Returns at once. */
  check(campaign: string): void {
    this.asked.add(campaign);
    this.loop.nudge();
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Only now: until then settlements in flight are still being finished. */
  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** A check that fails stays asked for. */
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
   * Ends a dispatch that is planned and has nobody left to send to. True when this call ended it. One look at an index
   * suffices while somebody is left.
   */
  private async complete(campaign: string): Promise<boolean> {
    if (await this.batches.hasOpen(campaign)) return false;
    const dispatch = await this.dispatches.find(campaign);
    if (!dispatch || !mayEnd(dispatch)) return false;
    const final = await this.batches.recount(campaign);
    // Pages may have been planned since the first look, and an index may lose sight of a batch that changes while it is
    // read. The recount goes by the key and sees each batch.
    if (hasQueued(final)) return false;
    return this.dispatches.complete(campaign, dispatch.run, final, await this.clock.now());
  }
}

/** It is known who is sent to. What is paused may come to its end with what was leased. */
function mayEnd({ state, planned, retry }: Dispatch): boolean {
  return (state === 'OPEN' || state === 'PAUSED') && planned && !retry;
}

/** Looks for ends that nobody noticed: whoever should have may have crashed. */
@Injectable()
export class CompleteOpen extends LeaderTask {
  readonly name = 'looking for ends';
  readonly everyMs = 30_000;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly completions: Completions,
  ) {
    super();
  }

  async execute(): Promise<boolean> {
    for (const campaign of await this.dispatches.toComplete()) this.completions.check(campaign);
    return false;
  }
}
