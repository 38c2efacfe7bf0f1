import type { Feature } from '@carillon/platform';
import { CountAudience } from './count-audience';
import { CountFields } from './count-fields';
import { CountGroups } from './count-groups';
import { CountingController } from './counting.controller';

export { CountGroups } from './count-groups';

/** Counts the members of groups, and the recipients of campaigns. */
export const counting: Feature = {
  collections: [],
  controllers: [CountingController],
  providers: [CountAudience, CountFields, CountGroups],
};
