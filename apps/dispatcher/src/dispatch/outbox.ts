import { Injectable } from '@nestjs/common';
import { Messenger, tracedBy, withTrace } from '@carillon/messaging';
import { BackgroundTask, Logger, Metrics } from '@carillon/platform';
import { Dispatches } from './dispatches';

const PAGE = 100;

/** Publishes the outbox of dispatches immediately when an event is added. */
@Injectable()
export class Outbox extends BackgroundTask {
  constructor(
    private readonly dispatches: Dispatches,
    private readonly messenger: Messenger,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super({ name: 'publishing completed campaigns', everyMs: 1_000, stopsLate: true, log });
    metrics.outboxAge(() => dispatches.oldestPending());
  }

  /**
   * Publishes pending events and removes each once the broker has confirmed it; may publish twice. Returns true if
   * there may be more.
   */
  async round(): Promise<boolean> {
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
