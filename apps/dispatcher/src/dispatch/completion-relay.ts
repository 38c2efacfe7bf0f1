import type { Payload } from '@carillon/contracts';
import { Messenger, tracedBy, withTrace } from '@carillon/messaging';
import { StoreRelay, Logger, Metrics } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type CompletedDispatch, DispatchOutbox } from './dispatch-outbox';

interface Completion {
  id: string;
  traceparent?: string;
  payload: Payload<'campaign.completed'>;
}

/** Publishes that campaigns are complete, immediately after each completion. */
@Injectable()
export class CompletionRelay extends StoreRelay<CompletedDispatch, Completion> {
  constructor(
    private readonly outbox: DispatchOutbox,
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
    return this.outbox.pending(most);
  }

  protected entriesOf({ campaign: campaignId, events, ...ordered }: CompletedDispatch): Completion[] {
    return events.map(({ id, run, finishedAt, counts }) => ({
      ...ordered,
      id,
      payload: { campaignId, run, finishedAt: finishedAt.toISOString(), ...(counts && { counts }) },
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
    return this.outbox.clearPending(
      campaign,
      published.map(({ id }) => id),
    );
  }

  protected override oldest(): Promise<Date | null> {
    return this.outbox.oldestPending();
  }
}
