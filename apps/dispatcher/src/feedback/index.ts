import type { Feature } from '@carillon/mongo';
import { GatherReports } from './gather-reports';
import { FeedbackController } from './feedback.controller';
import { GatherReturned } from './gather-returned';

/**
 * Records what providers and mail servers report after a message was sent: delivery reports, bounces, and complaints.
 */
export const feedback: Feature = {
  controllers: [FeedbackController],
  providers: [GatherReports, GatherReturned],
};
