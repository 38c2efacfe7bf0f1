import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { MessagingServer } from '@carillon/messaging';
import { Logger } from '@carillon/platform';
import { ChannelWorker } from './channel-worker';
import { timing } from './limits';
import { pause } from './pause';
import { Provider } from './provider';

/** On shutdown: takes nothing more, lets sends in flight end, reports them and gives the rest back. */
@Injectable()
export class FinishHands implements BeforeApplicationShutdown {
  constructor(
    private readonly worker: ChannelWorker,
    private readonly server: MessagingServer,
    private readonly provider: Provider,
    private readonly log: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    const closed = this.server.close();
    this.worker.stop();
    if (!(await this.finishedWithin(timing.finish))) {
      this.log.warn('sends that take too long are broken off');
      await this.provider.close();
    }
    // Whoever asked for a batch before the end may be granted it still: it must be given back, or it waits for its lease.
    await closed;
    if (!(await this.finishedWithin(timing.breakOff)))
      this.log.error('outcomes could not be reported in time');
    await this.provider.close();
  }

  private async finishedWithin(milliseconds: number): Promise<boolean> {
    const limit = new AbortController();
    const finished = this.worker.finished().then(() => true);
    const inTime = await Promise.race([finished, pause(milliseconds, limit.signal).then(() => false)]);
    limit.abort();
    return inTime;
  }
}
