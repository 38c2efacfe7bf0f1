import type { LeaderFeature } from '../leader';
import { CountCosts, ReadCosts, StoreCosts } from './costs';
import { Deliveries } from './deliveries';
import { DispatchReadsController } from './dispatch-reads.controller';
import { ReadFigures } from './figures';
import { ReadRecipientDomains } from './recipient-domains';
import { ReadSenderFigures } from './sender-figures';
import { ReadSendingHealth } from './sending-health';
import { ReadStatistics } from './statistics';
import { CountCampaign, ReadTimeline, ReportCampaign } from './report-campaign';
import { Backlog, Waiting } from './waiting';

export { deliveriesOf } from './deliveries';

/** Handles queries about a published campaign. */
export const report: LeaderFeature = {
  controllers: [DispatchReadsController],
  providers: [
    ReportCampaign,
    CountCampaign,
    ReadTimeline,
    ReadFigures,
    ReadStatistics,
    ReadRecipientDomains,
    ReadSenderFigures,
    ReadSendingHealth,
    CountCosts,
    ReadCosts,
    Waiting,
    Backlog,
    Deliveries,
  ],
  leaderTasks: [StoreCosts],
};
