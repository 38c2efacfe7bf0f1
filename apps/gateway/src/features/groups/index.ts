import type { Feature } from '@carillon/platform';
import { GroupsController } from './groups.controller';

/** Groups. */
export const groups: Feature = {
  controllers: [GroupsController],
};
