import { BackgroundLoop, Logger } from '@carillon/platform';
import { type OnApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type CampaignConfig, campaignConfig } from '../config';
import { RelayEvents } from './relay-events';

/** When the relay runs: at once after a write of this process, and again and again for what a crash left behind. */
@Injectable()
export class RelaySchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(relay: RelayEvents, @Inject(campaignConfig.token) config: CampaignConfig, log: Logger) {
    this.loop = new BackgroundLoop({
      name: 'announcing what happened to campaigns',
      everyMs: config.OUTBOX_SWEEP_MS,
      round: () => relay.execute().then(() => false),
      log,
    });
  }

  /** There is something to announce. Returns at once. */
  nudge(): void {
    this.loop.nudge();
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }
}
