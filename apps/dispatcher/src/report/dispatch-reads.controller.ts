import { Controller } from '@nestjs/common';
import { type Delivery, type Payload, type Reply, emailIn } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { ContentStore } from '../dispatch';
import { Engagement } from '../engagement';
import { ReadCosts } from './costs';
import { Deliveries } from './deliveries';
import { ReadFigures } from './figures';
import { ReadTimeline, ReportCampaign } from './report-campaign';
import { ReadRecipientDomains } from './recipient-domains';
import { ReadSenderFigures } from './sender-figures';
import { ReadSendingHealth } from './sending-health';
import { ReadStatistics } from './statistics';
import { CountRetryable } from '../lifecycle';

/** Handles queries about a published campaign. */
@Controller()
export class DispatchReadsController {
  constructor(
    private readonly contentStore: ContentStore,
    private readonly engagement: Engagement,
    private readonly reportCampaign: ReportCampaign,
    private readonly readTimeline: ReadTimeline,
    private readonly readFigures: ReadFigures,
    private readonly readStatistics: ReadStatistics,
    private readonly readRecipientDomains: ReadRecipientDomains,
    private readonly readSenderFigures: ReadSenderFigures,
    private readonly readCosts: ReadCosts,
    private readonly readSendingHealth: ReadSendingHealth,
    private readonly deliveries: Deliveries,
    private readonly countRetryable: CountRetryable,
  ) {}

  @Command('dispatch.content')
  async content({ campaignId }: Payload<'dispatch.content'>): Promise<Reply<'dispatch.content'>> {
    const published = await this.contentStore.forWorker(campaignId);
    const tracking = emailIn(published) && (await this.engagement.tracking(campaignId));
    return { ...published, ...(tracking && { tracking }) };
  }

  @Command('dispatch.report')
  async report({ userId, campaignId }: Payload<'dispatch.report'>): Promise<Reply<'dispatch.report'>> {
    return { report: await this.reportCampaign.report(userId, campaignId) };
  }

  @Command('dispatch.timeline')
  async timeline({ userId, campaignId }: Payload<'dispatch.timeline'>): Promise<Reply<'dispatch.timeline'>> {
    return { timeline: await this.readTimeline.readTimeline(userId, campaignId) };
  }

  @Command('dispatch.figures')
  figures(query: Payload<'dispatch.figures'>): Promise<Reply<'dispatch.figures'>> {
    return this.readFigures.figures(query);
  }

  @Command('dispatch.statistics')
  statistics(query: Payload<'dispatch.statistics'>): Promise<Reply<'dispatch.statistics'>> {
    return this.readStatistics.statistics(query);
  }

  @Command('dispatch.recipient-domains')
  recipientDomains(
    query: Payload<'dispatch.recipient-domains'>,
  ): Promise<Reply<'dispatch.recipient-domains'>> {
    return this.readRecipientDomains.read(query);
  }

  @Command('dispatch.sender-figures')
  senderFigures(query: Payload<'dispatch.sender-figures'>): Promise<Reply<'dispatch.sender-figures'>> {
    return this.readSenderFigures.read(query);
  }

  @Command('dispatch.costs')
  costs(query: Payload<'dispatch.costs'>): Promise<Reply<'dispatch.costs'>> {
    return this.readCosts.read(query);
  }

  @Command('dispatch.spending')
  spending(query: Payload<'dispatch.spending'>): Promise<Reply<'dispatch.spending'>> {
    return this.readCosts.spending(query);
  }

  @Command('dispatch.health')
  health(): Promise<Reply<'dispatch.health'>> {
    return this.readSendingHealth.health();
  }

  @Command('dispatch.deliveries')
  list(query: Payload<'dispatch.deliveries'>): Promise<Reply<'dispatch.deliveries'>> {
    return this.deliveries.list(query);
  }

  @Command('dispatch.delivery')
  delivery(query: Payload<'dispatch.delivery'>): Promise<Delivery> {
    return this.deliveries.get(query);
  }

  @Command('dispatch.planned-campaign')
  plannedCampaign(query: Payload<'dispatch.planned-campaign'>): Promise<Reply<'dispatch.planned-campaign'>> {
    return this.deliveries.plannedCampaign(query);
  }

  @Command('dispatch.explain')
  explain(query: Payload<'dispatch.explain'>): Promise<Reply<'dispatch.explain'>> {
    return this.deliveries.explain(query);
  }

  @Command('dispatch.retryable')
  async retryable(query: Payload<'dispatch.retryable'>): Promise<Reply<'dispatch.retryable'>> {
    return { count: await this.countRetryable.count(query) };
  }
}
