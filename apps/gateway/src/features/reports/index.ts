import type { Feature } from '@carillon/mongo';
import { ReportsController } from './reports.controller';
import { FiguresController } from './figures.controller';
import { ReadCampaignSenders } from './read-campaign-senders';
import { ReadCosts } from './read-costs';
import { ReadFigures } from './read-figures';
import { ReadOptOuts } from './read-opt-outs';
import { ReadRecipientDomains } from './read-recipient-domains';
import { ReadReport } from './read-report';
import { ReadStatistics } from './read-statistics';
import { StatisticsController } from './statistics.controller';

export { ReadReport, type ReportView } from './read-report';

export { DeliveryView, presentDelivery } from './delivery.presenter';

/** Reports and deliveries of campaigns, and statistics of an account. */
export const reports: Feature = {
  controllers: [FiguresController, ReportsController, StatisticsController],
  providers: [
    ReadReport,
    ReadCosts,
    ReadFigures,
    ReadOptOuts,
    ReadCampaignSenders,
    ReadRecipientDomains,
    ReadStatistics,
  ],
};
