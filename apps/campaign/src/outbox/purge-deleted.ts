import { BackgroundLoop, Clock, Logger } from '@carillon/platform';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Campaigns } from '../campaigns';

/** Redeliveries of the command that deleted a campaign have arrived by then: a command lives for seconds. */
const LAST_REDELIVERY_MS = 60_000;
const LOOK_MS = 10_000;

/** Removes what is left of deleted campaigns when their last event is announced. */
@Injectable()
export class PurgeDeleted implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(campaigns: Campaigns, clock: Clock, log: Logger) {
    this.loop = new BackgroundLoop({
      name: 'purging deleted campaigns',
      everyMs: LOOK_MS,
      round: async () => {
        await campaigns.purgeDeleted(new Date(clock.now().getTime() - LAST_REDELIVERY_MS));
        return false;
      },
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
