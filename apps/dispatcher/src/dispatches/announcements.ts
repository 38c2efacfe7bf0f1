import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { AnnounceCompleted } from './announce-completed';

/** The outbox of dispatches is emptied by itself, at once when something was put in. */
@Injectable()
export class Announcements implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(announce: AnnounceCompleted, log: Logger) {
    this.loop = new BackgroundLoop({
      name: 'announcing',
      everyMs: 1_000,
      round: () => announce.execute(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  nudge(): void {
    this.loop.nudge();
  }

  /** Only now: until then settlements in hand are still being finished. */
  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
