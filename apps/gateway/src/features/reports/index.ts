import type { Feature } from '@carillon/mongo';
import { ReportsController } from './reports.controller';
import { FiguresController } from './figures.controller';
import { ReadFigures } from './read-figures';
import { ReadOptOuts } from './read-opt-outs';
import { ReadReport } from './read-report';

export { ReadReport, type ReportView } from './read-report';

export { DeliveryView, presentDelivery } from './delivery.presenter';

/** Reports and deliveries of campaigns. */
export const reports: Feature = {
  controllers: [FiguresController, ReportsController],
  providers: [ReadReport, ReadFigures, ReadOptOuts],
};
