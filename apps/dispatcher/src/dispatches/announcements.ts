import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { AnnounceCompleted } from './announce-completed';

/** The outbox of dispatches is emptied by itself, at once when something was put in. */
@Injectable()
export class Announcements implements OnApplicationBootstrap, BeforeApplicationShutdown {
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

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
