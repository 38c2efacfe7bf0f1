import { Messenger, withTrace } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { Campaigns } from '../campaigns/campaigns';
import type { Outbox, OutboxEvent } from './outbox-event';

/** A redelivery of the message that deleted a campaign has come by then: a command lives for seconds only. */
const LAST_REDELIVERY_MS = 60_000;

/**
 * Announces what campaigns have pending, each campaign's events in order, and strikes out what the broker confirmed.
 * A crash in between announces an event twice: listeners go by campaign and rev.
 * @throws AppError service_unavailable: the broker takes nothing; what waits goes on waiting
 */
@Injectable()
export class RelayEvents {
  constructor(
    private readonly campaigns: Campaigns,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    for (
      let outbox = await this.campaigns.claimOutbox();
      outbox;
      outbox = await this.campaigns.claimOutbox()
    ) {
      await this.announce(outbox);
    }
    await this.campaigns.purgeDeleted(new Date(this.clock.now().getTime() - LAST_REDELIVERY_MS));
  }

  /** What the broker did not take is let go of, so that it goes out as soon as the broker is back. */
  private announce({ campaignId, events }: Outbox): Promise<void> {
    const announced: OutboxEvent[] = [];
    return withTrace({ campaignId }, async () => {
      try {
        for (const event of events) {
          await this.publish(event);
          announced.push(event);
        }
      } finally {
        await this.campaigns.clearOutbox(campaignId, announced);
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
