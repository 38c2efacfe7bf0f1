import { sentContent } from '@carillon/content';
import {
  type CampaignChanged,
  type CampaignPublished,
  type CampaignRetried,
  type OrderName,
  orderName,
} from '@carillon/contracts';
import { Messenger, tracedBy, withTrace } from '@carillon/messaging';
import { StoreRelay, Logger, Metrics } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import {
  type CampaignDocument,
  CampaignOutbox,
  type ChangeEvent,
  type PendingEvent,
  storedDraft,
} from '../campaigns';
import { type CampaignConfig, campaignConfig } from '../config';
import { DispatcherQueue } from './dispatcher-queue';

/** A pending event in its published form. */
type OutboxEvent = { id: string; traceparent?: string } & (
  | { name: OrderName; payload: CampaignPublished }
  | { name: 'campaign.retried'; payload: CampaignRetried }
  | { name: ChangeEvent; payload: CampaignChanged }
);

/**
 * The pending events of a campaign, in order. Builds the payloads at the time of publication, because the content of a
 * published campaign never changes.
 */
export function toOutbox(document: CampaignDocument): OutboxEvent[] {
  return document.pending.map((event) => toEvent(event, document));
}

function toEvent(event: PendingEvent, document: CampaignDocument): OutboxEvent {
  const { traceparent } = event;
  const published = { id: event.id.toHexString(), ...(traceparent !== undefined && { traceparent }) };
  const subject = {
    campaignId: document._id.toHexString(),
    rev: event.rev,
    userId: document.userId.toHexString(),
  };
  if (event.type === 'campaign.retried') {
    const { type: name, run, selection } = event;
    return { ...published, name, payload: { ...subject, run, selection } };
  }
  if (event.type !== 'campaign.published') return { ...published, name: event.type, payload: subject };
  const { plan, publishedAt, compiledEmail, liquidEmail, translatedEmails, frozenAudience, expectedCost } =
    document;
  if (plan === null || publishedAt === null) {
    throw new Error(`Campaign ${subject.campaignId} has an order to publish, but was never published`);
  }
  const { groups, audience: _, senders, ...campaign } = storedDraft(document);
  const order = {
    content: sentContent(campaign),
    groups,
    ...(frozenAudience && { audience: frozenAudience }),
    ...(senders && { senders }),
    ...(expectedCost && { expectedCost }),
    ...(compiledEmail && { compiledEmail }),
    ...(liquidEmail && { liquidEmail }),
    ...(translatedEmails && { translatedEmails }),
    run: 1,
    plan,
    publishedAt: publishedAt.toISOString(),
  };
  return { ...published, name: orderName(order), payload: { ...subject, ...order } };
}

/**
 * Publishes decisions about campaigns: pauses, cancellations, deletions, and orders whose publication a crash prevented
 * after their turn came. Users take turns, so that a user who deletes thousands of campaigns doesn't delay other users'
 * pauses, and orders that wait for their turn delay no decision. Listeners compare the campaign and the `rev`, so they
 * can receive an event twice.
 */
@Injectable()
export class CampaignRelay extends StoreRelay<string, OutboxEvent> {
  constructor(
    private readonly outbox: CampaignOutbox,
    private readonly queue: DispatcherQueue,
    @Inject(campaignConfig.token) { OUTBOX_SWEEP_MS: everyMs }: CampaignConfig,
    messenger: Messenger,
    log: Logger,
    metrics: Metrics,
  ) {
    super({ entries: 'events of campaigns', everyMs, page: 32, atOnce: 16 }, { messenger, log, metrics });
    outbox.onPending(() => this.nudge());
  }

  protected pending(most: number): Promise<string[]> {
    return this.outbox.pendingInTurns(most);
  }

  protected async entriesOf(id: string): Promise<OutboxEvent[]> {
    await this.queue.reserve('decision');
    const claimed = await this.outbox.claimPending(id);
    return claimed ? toOutbox(claimed) : [];
  }

  protected publish(event: OutboxEvent): Promise<void> {
    const { campaignId } = event.payload;
    return withTrace({ campaignId, ...tracedBy(event) }, () => this.publishNamed(event));
  }

  private publishNamed(event: OutboxEvent): Promise<void> {
    switch (event.name) {
      case 'campaign.published':
      case 'campaign.published-to-audience':
      case 'campaign.published-in-liquid':
      case 'campaign.published-with-attachments':
      case 'campaign.published-with-translations':
        return this.messenger.publish(event.name, event.payload);
      case 'campaign.retried':
        return this.messenger.publish(event.name, event.payload);
      default:
        return this.messenger.publish(event.name, event.payload);
    }
  }

  /** Also ends the claim on unpublished events, so that they are published when the broker is available again. */
  protected remove(campaignId: string, published: readonly OutboxEvent[]): Promise<void> {
    return this.outbox.clearPending(
      campaignId,
      published.map(({ id }) => id),
    );
  }

  protected override oldest(): Promise<Date | null> {
    return this.outbox.oldestPending();
  }
}
