import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { LeaderLease } from '../leading/leader-lease';
import { ReleaseBatches } from './release-batches';

/**
 * A round looks at everybody who waits, whatever it was nudged for, so each has some settled batches to replace
 * (milliseconds). What is on offer lasts longer than this.
 */
const LEAST_PAUSE_MS = 50;

/** Releasing goes on by itself in the dispatcher that leads. */
@Injectable()
export class ReleaseSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly lease: LeaderLease,
    private readonly releaseBatches: ReleaseBatches,
    log: Logger,
  ) {
    this.loop = new BackgroundLoop({
      name: 'releasing',
      everyMs: 200,
      leastMs: LEAST_PAUSE_MS,
      round: () => this.round(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  nudge(): void {
    this.loop.nudge();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(): Promise<boolean> {
    const term = await this.lease.term();
    if (term) await this.releaseBatches.execute(term);
    return false;
  }
}
