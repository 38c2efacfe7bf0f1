import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { timing } from './limits';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER } from './settings';

/** Says again and again, and when it is asked, that this worker is there and how many passes it works on at once; at the end that it leaves. */
@Injectable()
export class SendHeartbeats implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly messenger: Messenger,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly log: Logger,
  ) {
    const round = async (): Promise<boolean> => {
      await this.say(this.settings.leases);
      return false;
    };
    this.loop = new BackgroundLoop({ name: 'sending heartbeats', everyMs: timing.heartbeat, round, log });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** Somebody wants to know who is there. */
  nudge(): void {
    this.loop.nudge();
  }

  /** Nothing more is offered to this process; without the word it would be forgotten a little later. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.say(0).catch((error: unknown) => this.log.info({ err: error }, 'nobody hears the goodbye'));
  }

  private say(leases: number): Promise<void> {
    const { channel } = this.settings;
    return this.messenger.broadcast('worker.heartbeat', { holder: this.holder, channel, leases });
  }
}
