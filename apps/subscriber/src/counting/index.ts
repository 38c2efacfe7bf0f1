import type { Feature } from '@carillon/mongo';
import { CountAudience } from './count-audience';
import { CountFields } from './count-fields';
import { CountGroups } from './count-groups';
import { CountingController } from './counting.controller';

/** How many members groups have, and whom a campaign would reach. */
export const counting: Feature = {
  collections: [],
  controllers: [CountingController],
  providers: [CountAudience, CountFields, CountGroups],
};
