import type { Feature } from '@carillon/platform';
import { Deliveries } from './deliveries';
import { DispatchReadsController } from './dispatch-reads.controller';
import { CountCampaign, ReportCampaign } from './report-campaign';
import { Waiting } from './waiting';

/** What a published campaign can be asked. */
export const report: Feature = {
  controllers: [DispatchReadsController],
  providers: [ReportCampaign, CountCampaign, Waiting, Deliveries],
};
