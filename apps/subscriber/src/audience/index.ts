import type { Feature } from '@carillon/platform';
import { AudienceController } from './audience.controller';
import { CountAudience } from './count-audience';
import { SendAudience } from './send-audience';

/** The recipients of a campaign: pages to plan with, exclusions at send time, and counts. */
export const audience: Feature = {
  collections: [],
  controllers: [AudienceController],
  providers: [SendAudience, CountAudience],
};
