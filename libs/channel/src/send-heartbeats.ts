import { Inject, Injectable } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { BackgroundTask, Logger } from '@carillon/platform';
import { SilentSenders } from './leases/silent-senders';
import { timing } from './timing';
import { CHANNEL_SETTINGS, type ChannelSettings, HOLDER } from './settings';

/**
 * Broadcasts the worker's capacity for leases regularly and on request. On shutdown, broadcasts zero until its leases
 * are finished, because without heartbeats it would count as lost.
 */
@Injectable()
export class SendHeartbeats extends BackgroundTask {
  private isStopping = false;

  constructor(
    private readonly messenger: Messenger,
    @Inject(HOLDER) private readonly holder: string,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly silentSenders: SilentSenders,
    private readonly log: Logger,
  ) {
    super({ name: 'sending heartbeats', everyMs: timing.heartbeat, log });
    silentSenders.onChange(() => this.nudge());
  }

  async round(): Promise<false> {
    await this.broadcast(this.isStopping ? 0 : this.settings.leases + this.silentSenders.lent);
    return false;
  }

  /** Makes the dispatchers offer no more batches to this process. Without this, they notice slightly later. */
  takeNoMore(): void {
    this.isStopping = true;
    this.nudge();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.broadcast(0).catch((error: unknown) =>
      this.log.info({ err: error }, 'the last heartbeat could not be sent'),
    );
  }

  private broadcast(leases: number): Promise<void> {
    const { channel } = this.settings;
    const silent = this.silentSenders.ids;
    const heartbeat = { holder: this.holder, channel, leases, ...(silent.length > 0 && { silent }) };
    return this.messenger.broadcast('worker.heartbeat', heartbeat);
  }
}
