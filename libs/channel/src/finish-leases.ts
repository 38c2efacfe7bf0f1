import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { MessagingServer } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { ChannelWorker } from './channel-worker';
import { SendHeartbeats } from './send-heartbeats';
import { finishOf, pause, timing } from './timing';
import { CHANNEL_SETTINGS, type ChannelSettings } from './settings';

/**
 * On shutdown: leases no more batches, finishes sends in flight, reports them, and returns the remaining recipients.
 */
@Injectable()
export class FinishLeases implements BeforeApplicationShutdown {
  constructor(
    private readonly worker: ChannelWorker,
    private readonly server: MessagingServer,
    private readonly heartbeats: SendHeartbeats,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly log: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    const { channel, sendTimeoutMs, finishMs = finishOf(channel, sendTimeoutMs) } = this.settings;
    const until = performance.now() + timing.stop;
    this.heartbeats.takeNoMore();
    const closed = this.server.close();
    this.worker.stop();
    if (!(await this.finishedWithin(finishMs))) {
      this.log.warn('aborting sends that take too long');
      await this.worker.breakOff();
    }
    // A lease that was requested earlier may still arrive. It must be returned; otherwise its batch waits until the
    // lease expires.
    await closed;
    const left = Math.max(timing.lastReport, until - performance.now());
    if (!(await this.finishedWithin(left))) this.log.error('outcomes could not be reported in time');
    await this.worker.breakOff();
  }

  private async finishedWithin(milliseconds: number): Promise<boolean> {
    const limit = new AbortController();
    const finished = this.worker.finished().then(() => true);
    const inTime = await Promise.race([finished, pause(milliseconds, limit.signal).then(() => false)]);
    limit.abort();
    return inTime;
  }
}
