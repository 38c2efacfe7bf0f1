import type { Feature } from '@carillon/mongo';
import { GroupsController } from './groups.controller';

/** Groups. */
export const groups: Feature = {
  controllers: [GroupsController],
};
