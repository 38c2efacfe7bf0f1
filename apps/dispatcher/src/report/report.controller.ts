import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { ListDeliveries } from './list-deliveries';
import { ReportCampaign } from './report-campaign';

@Controller()
export class ReportController {
  constructor(
    private readonly reportCampaign: ReportCampaign,
    private readonly listDeliveries: ListDeliveries,
  ) {}

  @Command('dispatch.report')
  async report({ userId, campaignId }: Payload<'dispatch.report'>): Promise<Reply<'dispatch.report'>> {
    return { report: await this.reportCampaign.execute(userId, campaignId) };
  }

  @Command('dispatch.deliveries')
  deliveries(query: Payload<'dispatch.deliveries'>): Promise<Reply<'dispatch.deliveries'>> {
    return this.listDeliveries.execute(query);
  }
}
