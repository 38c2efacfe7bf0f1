import type { Feature } from '@carillon/mongo';
import { CountAudience } from './count-audience';
import { CountFields } from './count-fields';
import { CountGroups } from './count-groups';
import { CountingController } from './counting.controller';

/** Counts the members of groups, and the recipients of a campaign. */
export const counting: Feature = {
  collections: [],
  controllers: [CountingController],
  providers: [CountAudience, CountFields, CountGroups],
};
