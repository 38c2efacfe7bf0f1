import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Messenger } from '@carillon/messaging';
import { BackgroundLoop, Logger } from '@carillon/platform';
import { Dispatches } from './dispatches';

const PAGE = 100;

/** The outbox of dispatches is emptied by itself, at once when something was put in. */
@Injectable()
export class Outbox implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly messenger: Messenger,
    private readonly log: Logger,
  ) {
    this.loop = new BackgroundLoop({
      name: 'announcing',
      everyMs: 1_000,
      round: () => this.announce(),
      log,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  nudge(): void {
    this.loop.nudge();
  }

  /** Only now: until then settlements in flight are still being finished. */
  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Publishes what is pending and strikes it out once the broker has confirmed; may publish twice. True: there may be more. */
  private async announce(): Promise<boolean> {
    const pending = await this.dispatches.pending(PAGE);
    for (const { campaign, events } of pending) {
      for (const { run, finishedAt } of events) {
        await this.messenger.publish('campaign.completed', {
          campaignId: campaign,
          run,
          finishedAt: finishedAt.toISOString(),
        });
      }
      this.log.info({ campaignId: campaign }, 'a campaign is complete');
      const ids = events.map(({ id }) => id);
      await this.dispatches.clearPending(campaign, ids);
    }
    return pending.length === PAGE;
  }
}
