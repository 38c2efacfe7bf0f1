import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { TidyUploads } from '../receiving/tidy-uploads';
import { WorkTurn } from './work-turn';

/** How often is looked for files that came to other copies of this service, or were left by them (milliseconds). */
const LOOK_MS = 1_000;
const TIDY_MS = 5_000;

/** Files are worked through in every copy of this service, turn after turn while there is something. */
@Injectable()
export class WorkSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly working: BackgroundLoop;
  private readonly tidying: BackgroundLoop;

  constructor(workTurn: WorkTurn, tidyUploads: TidyUploads, log: Logger) {
    this.working = new BackgroundLoop({
      name: 'working through imports',
      everyMs: LOOK_MS,
      round: () => workTurn.execute(),
      log,
    });
    this.tidying = new BackgroundLoop({
      name: 'tidying up after uploads',
      everyMs: TIDY_MS,
      round: () => tidyUploads.execute(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.working.start();
    this.tidying.start();
  }

  /** A file has come. */
  nudge(): void {
    this.working.nudge();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.working.stop(), this.tidying.stop()]);
  }
}
