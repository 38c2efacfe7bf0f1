import { BackgroundLoop, Logger } from '@carillon/platform';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type CampaignConfig, campaignConfig } from '../config';
import { StartScheduled } from './start-scheduled';

/** Looks again and again whether a scheduled campaign is due. */
@Injectable()
export class StartSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    startScheduled: StartScheduled,
    @Inject(campaignConfig.token) config: CampaignConfig,
    log: Logger,
  ) {
    this.loop = new BackgroundLoop({
      name: 'starting scheduled campaigns',
      everyMs: config.SCHEDULE_SWEEP_MS,
      round: () => startScheduled.execute(),
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
