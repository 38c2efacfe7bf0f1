import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { SilentIntegrations } from './leases/silent-integrations';
import { timing } from './timing';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER } from './settings';

/**
 * Broadcasts regularly, and on request, how many leases this worker works on at once; on shutdown, that it takes none, as
 * long as it finishes those that it has: without a word it would count as lost.
 */
@Injectable()
export class SendHeartbeats implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;
  private isStopping = false;

  constructor(
    private readonly messenger: Messenger,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly silentIntegrations: SilentIntegrations,
    private readonly log: Logger,
  ) {
    const round = async (): Promise<boolean> => {
      await this.say(this.isStopping ? 0 : settings.leases + silentIntegrations.lent);
      return false;
    };
    this.loop = new BackgroundLoop({ name: 'sending heartbeats', everyMs: timing.heartbeat, round, log });
    silentIntegrations.onChange(() => this.loop.nudge());
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
    this.isStopping = true;
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
    const silent = this.silentIntegrations.ids;
    const heartbeat = { holder: this.holder, channel, leases, ...(silent.length > 0 && { silent }) };
    return this.messenger.broadcast('worker.heartbeat', heartbeat);
  }
}
