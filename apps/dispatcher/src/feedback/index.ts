import type { Feature } from '@carillon/mongo';
import { GatherReports } from './delivery-reports';
import { FeedbackController } from './feedback.controller';
import { ReturnRates } from './return-rates';
import { GatherReturned } from './returned-mails';

export { Gathering } from './delivery-reports';

/** Records what providers and mail servers report after a message was sent: delivery reports, bounces, and complaints. */
export const feedback: Feature = {
  controllers: [FeedbackController],
  providers: [GatherReports, GatherReturned, ReturnRates],
};
