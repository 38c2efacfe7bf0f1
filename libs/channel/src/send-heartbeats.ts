import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { timing } from './timing';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER } from './settings';

/**
 * Broadcasts regularly, and on request, how many leases this worker works on at once; on shutdown, that it takes none, as
 * long as it finishes those that it has: without a word it would count as lost.
 */
@Injectable()
export class SendHeartbeats implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;
  private leases: number;

  constructor(
    private readonly messenger: Messenger,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly log: Logger,
  ) {
    this.leases = settings.leases;
    const round = async (): Promise<boolean> => {
      await this.say(this.leases);
      return false;
    };
    this.loop = new BackgroundLoop({ name: 'sending heartbeats', everyMs: timing.heartbeat, round, log });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** A dispatcher asked for heartbeats. */
  nudge(): void {
    this.loop.nudge();
  }

  /** Tells the dispatchers to offer this process nothing more; without it they notice a little later. */
  takeNoMore(): void {
    this.leases = 0;
    this.loop.nudge();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.say(0).catch((error: unknown) =>
      this.log.info({ err: error }, 'the last heartbeat could not be sent'),
    );
  }

  private say(leases: number): Promise<void> {
    const { channel } = this.settings;
    return this.messenger.broadcast('worker.heartbeat', { holder: this.holder, channel, leases });
  }
}
