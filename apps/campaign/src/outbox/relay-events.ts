import type { CampaignChanged, CampaignPublished, CampaignRetried } from '@carillon/contracts';
import { Messenger, tracedBy, withTrace } from '@carillon/messaging';
import { BackgroundTask, Logger, Metrics, severalAtOnce } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import {
  type CampaignDocument,
  Campaigns,
  type ChangeEvent,
  type PendingEvent,
  storedDraft,
} from '../campaigns';
import { type CampaignConfig, campaignConfig } from '../config';
import { DispatcherQueue } from './dispatcher-queue';

/** The pending events of one campaign, in order. */
interface Outbox {
  campaignId: string;
  events: OutboxEvent[];
}
type OutboxEvent = { id: string; traceparent?: string } & (
  | { name: 'campaign.published'; payload: CampaignPublished }
  | { name: 'campaign.retried'; payload: CampaignRetried }
  | { name: ChangeEvent; payload: CampaignChanged }
);

/** Builds the payloads when they are announced: the content of a published campaign never changes. */
export function toOutbox(document: CampaignDocument): Outbox {
  return {
    campaignId: document._id.toHexString(),
    events: document.pending.map((event) => toEvent(event, document)),
  };
}

function toEvent(event: PendingEvent, document: CampaignDocument): OutboxEvent {
  const { traceparent } = event;
  const announced = { id: event.id.toHexString(), ...(traceparent !== undefined && { traceparent }) };
  const subject = {
    campaignId: document._id.toHexString(),
    rev: event.rev,
    userId: document.userId.toHexString(),
  };
  if (event.type === 'campaign.retried') {
    const { type: name, run, selection } = event;
    return { ...announced, name, payload: { ...subject, run, selection } };
  }
  if (event.type !== 'campaign.published') return { ...announced, name: event.type, payload: subject };
  const { plan, publishedAt, compiledEmail } = document;
  if (plan === null || publishedAt === null) {
    throw new Error(`Campaign ${subject.campaignId} has a publishing event, but was never published`);
  }
  const order = {
    ...storedDraft(document),
    ...(compiledEmail && { compiledEmail }),
    run: 1,
    plan,
    publishedAt: publishedAt.toISOString(),
  };
  return { ...announced, name: event.type, payload: { ...subject, ...order } };
}

/** The number of campaigns whose events one process announces at the same time. */
const AT_ONCE = 16;
/** Campaigns that are chosen by turns of users, before the next ones are looked for. */
const CHOSEN = 32;
/**
 * Publishes the events of a campaign in order, and removes those that the broker confirmed. A crash in between
 * publishes an event twice, so listeners go by campaign and rev.
 */
@Injectable()
export class Announcer {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly messenger: Messenger,
  ) {}

  /**
   * Releases the caller's claim on events that the broker did not take, so that they go out as soon as the broker is back.
   * @throws AppError service_unavailable if the broker takes nothing; the events stay pending
   */
  announce(claimed: CampaignDocument): Promise<void> {
    const { campaignId, events } = toOutbox(claimed);
    const announced: string[] = [];
    return withTrace({ campaignId }, async () => {
      try {
        for (const event of events) {
          await withTrace(tracedBy(event), () => this.publish(event));
          announced.push(event.id);
        }
      } finally {
        await this.campaigns.clearPending(campaignId, announced);
      }
    });
  }

  private publish(event: OutboxEvent): Promise<void> {
    switch (event.name) {
      case 'campaign.published':
        return this.messenger.publish(event.name, event.payload);
      case 'campaign.retried':
        return this.messenger.publish(event.name, event.payload);
      default:
        return this.messenger.publish(event.name, event.payload);
    }
  }
}

/**
 * Publishes decisions about campaigns: pauses, cancellations, deletions, and orders whose turn a crash interrupted.
 * Users take turns, so that a user who deletes thousands of campaigns delays nobody's pause. Waiting orders don't delay
 * decisions.
 * @throws AppError service_unavailable if the broker accepts nothing; the events stay pending
 */
@Injectable()
export class RelayEvents {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly announcer: Announcer,
    private readonly queue: DispatcherQueue,
  ) {}

  async publish(): Promise<void> {
    let waiting = await this.campaigns.pendingInTurns(CHOSEN);
    while (waiting.length > 0) {
      await severalAtOnce(waiting, AT_ONCE, (id) => this.relay(id));
      waiting = await this.campaigns.pendingInTurns(CHOSEN);
    }
  }

  private async relay(id: string): Promise<void> {
    await this.queue.reserve('decision');
    const claimed = await this.campaigns.claimPending(id);
    if (claimed) await this.announcer.announce(claimed);
  }
}

/** Runs the relay after each write of this process that leaves an event, and regularly after crashes. */
@Injectable()
export class RelaySchedule extends BackgroundTask {
  constructor(
    private readonly relay: RelayEvents,
    campaigns: Campaigns,
    @Inject(campaignConfig.token) config: CampaignConfig,
    log: Logger,
    metrics: Metrics,
  ) {
    const everyMs = config.OUTBOX_SWEEP_MS;
    super({ name: 'publishing the events of campaigns', everyMs, stopsLate: true, log });
    metrics.outboxAge(() => campaigns.oldestPending());
    campaigns.onPending(() => this.nudge());
  }

  async round(): Promise<false> {
    await this.relay.publish();
    return false;
  }
}
