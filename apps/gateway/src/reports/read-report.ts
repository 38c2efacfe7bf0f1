import type { Campaign, DispatchReport } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { type ReportView, presentReport } from './report.presenter';

/** Puts a campaign's own facts and the counts of its deliveries together. */
@Injectable()
export class ReadReport {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /** The counts are asked for last, so that those of a campaign that is SENT are final. */
  async execute(userId: string, id: string): Promise<ReportView> {
    const campaign = await this.messenger.request('campaign.get', { userId, id });
    const counts = await this.countsOf(campaign);
    return presentReport(campaign, counts, this.clock.now());
  }

  /** Of a draft nobody knows anything. */
  private async countsOf({ id, userId, status }: Campaign): Promise<DispatchReport | null> {
    if (status === 'DRAFT') return null;
    const { report } = await this.messenger.request('dispatch.report', { userId, campaignId: id });
    return report;
  }
}
