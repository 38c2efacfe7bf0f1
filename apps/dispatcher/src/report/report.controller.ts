import { Controller } from '@nestjs/common';
import type { Delivery, Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { GetDelivery } from './get-delivery';
import { ListDeliveries } from './list-deliveries';
import { ReportCampaign } from './report-campaign';

@Controller()
export class ReportController {
  constructor(
    private readonly reportCampaign: ReportCampaign,
    private readonly listDeliveries: ListDeliveries,
    private readonly getDelivery: GetDelivery,
  ) {}

  @Command('dispatch.report')
  async report({ userId, campaignId }: Payload<'dispatch.report'>): Promise<Reply<'dispatch.report'>> {
    return { report: await this.reportCampaign.execute(userId, campaignId) };
  }

  @Command('dispatch.deliveries')
  deliveries(query: Payload<'dispatch.deliveries'>): Promise<Reply<'dispatch.deliveries'>> {
    return this.listDeliveries.execute(query);
  }

  @Command('dispatch.delivery')
  delivery(query: Payload<'dispatch.delivery'>): Promise<Delivery> {
    return this.getDelivery.execute(query);
  }
}
