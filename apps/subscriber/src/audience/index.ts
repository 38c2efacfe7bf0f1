import type { Feature } from '@carillon/mongo';
import { AddressHolders } from './address-holders';
import { AudienceController } from './audience.controller';
import { CountSelected } from './count-selected';
import { ExplainAudience } from './explain';
import { RehearseAudience } from './rehearse';
import { SelectAudience } from './select-audience';
import { SendAudience } from './send-audience';

export { AddressSet } from './address-set';
export { CountSelected } from './count-selected';
export { SelectAudience } from './select-audience';

/** The recipients of a campaign: pages to plan with, rehearsals, and exclusions at send time. */
export const audience: Feature = {
  collections: [],
  controllers: [AudienceController],
  providers: [SendAudience, SelectAudience, RehearseAudience, CountSelected, ExplainAudience, AddressHolders],
};
