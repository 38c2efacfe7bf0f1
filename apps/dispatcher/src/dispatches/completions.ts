import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { Announcements } from './announcements';
import { CompleteDispatch } from './complete-dispatch';

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
    private readonly completeDispatch: CompleteDispatch,
    private readonly announcements: Announcements,
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

  /** Only now: until then settlements in hand are still being finished. */
  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** A check that fails stays asked for. */
  private async round(): Promise<boolean> {
    for (const campaign of [...this.asked]) {
      this.asked.delete(campaign);
      try {
        if (await this.completeDispatch.execute(campaign)) this.announcements.nudge();
      } catch (error) {
        this.asked.add(campaign);
        throw error;
      }
    }
    return false;
  }
}
