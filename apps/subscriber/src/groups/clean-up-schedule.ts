import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { type SubscriberConfig, subscriberConfig } from '../config';
import { RemoveDeletedGroups } from './remove-deleted-groups';

/** Removes deleted groups in the background, from boot to shutdown. */
@Injectable()
export class CleanUpSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    @Inject(subscriberConfig.token) config: SubscriberConfig,
    removeDeletedGroups: RemoveDeletedGroups,
    log: Logger,
  ) {
    this.loop = new BackgroundLoop({
      name: 'removing deleted groups',
      everyMs: config.GROUP_CLEAN_UP_MS,
      round: () => removeDeletedGroups.execute(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
