import type { Feature } from '@carillon/mongo';
import { AudienceController } from './audience.controller';
import { CountSelected } from './count-selected';
import { SelectAudience } from './select-audience';
import { SendAudience } from './send-audience';

export { SelectAudience } from './select-audience';

/** The recipients of a campaign: pages to plan with, and exclusions at send time. */
export const audience: Feature = {
  collections: [],
  controllers: [AudienceController],
  providers: [SendAudience, SelectAudience, CountSelected],
};
