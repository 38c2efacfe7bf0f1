import type { Payload } from '@carillon/contracts';
import { Messenger, tracedBy, withTrace } from '@carillon/messaging';
import { Logger, Metrics, StoreRelay } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type CompletedDispatch, Dispatches } from './dispatches';

interface Completion {
  id: string;
  traceparent?: string;
  payload: Payload<'campaign.completed'>;
}

/** Publishes that campaigns are complete, at once when one is. */
@Injectable()
export class CompletionRelay extends StoreRelay<CompletedDispatch, Completion> {
  constructor(
    private readonly dispatches: Dispatches,
    messenger: Messenger,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super(
      { entries: 'completed campaigns', everyMs: 1_000, page: 100, atOnce: 16 },
      { messenger, log, metrics },
    );
  }

  protected pending(most: number): Promise<CompletedDispatch[]> {
    return this.dispatches.pending(most);
  }

  protected entriesOf({ campaign: campaignId, events, ...ordered }: CompletedDispatch): Completion[] {
    return events.map(({ id, run, finishedAt }) => ({
      ...ordered,
      id,
      payload: { campaignId, run, finishedAt: finishedAt.toISOString() },
    }));
  }

  protected async publish({ payload, ...ordered }: Completion): Promise<void> {
    const { campaignId } = payload;
    await withTrace({ campaignId, ...tracedBy(ordered) }, () =>
      this.messenger.publish('campaign.completed', payload),
    );
    this.log.info({ campaignId }, 'a campaign is complete');
  }

  protected remove({ campaign }: CompletedDispatch, published: readonly Completion[]): Promise<void> {
    return this.dispatches.clearPending(
      campaign,
      published.map(({ id }) => id),
    );
  }

  protected override oldest(): Promise<Date | null> {
    return this.dispatches.oldestPending();
  }
}
