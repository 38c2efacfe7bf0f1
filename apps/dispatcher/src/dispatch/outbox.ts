import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Messenger, tracedBy, withTrace } from '@carillon/messaging';
import { BackgroundLoop, Logger, Metrics } from '@carillon/platform';
import { Dispatches } from './dispatches';

const PAGE = 100;

/** Publishes the outbox of dispatches, at once when an event is added. */
@Injectable()
export class Outbox implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly dispatches: Dispatches,
    private readonly messenger: Messenger,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    metrics.outboxAge(() => dispatches.oldestPending());
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

  /** As late as possible: settlements in flight may still complete campaigns. */
  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /**
   * Publishes pending events and removes each once the broker has confirmed it; may publish twice. Returns true if
   * there may be more.
   */
  private async announce(): Promise<boolean> {
    const pending = await this.dispatches.pending(PAGE);
    for (const { campaign, events, ...ordered } of pending) {
      for (const { run, finishedAt } of events) {
        const completed = { campaignId: campaign, run, finishedAt: finishedAt.toISOString() };
        await withTrace({ campaignId: campaign, ...tracedBy(ordered) }, () =>
          this.messenger.publish('campaign.completed', completed),
        );
      }
      this.log.info({ campaignId: campaign }, 'a campaign is complete');
      const ids = events.map(({ id }) => id);
      await this.dispatches.clearPending(campaign, ids);
    }
    return pending.length === PAGE;
  }
}
