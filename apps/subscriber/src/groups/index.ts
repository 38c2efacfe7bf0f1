import type { Feature } from '@carillon/platform';
import { CreateGroup } from './create-group';
import { DeleteGroup, RemoveDeletedGroups } from './delete-group';
import { GroupsController } from './groups.controller';

/** Groups as users see them. */
export const groups: Feature = {
  collections: [],
  controllers: [GroupsController],
  providers: [CreateGroup, DeleteGroup, RemoveDeletedGroups],
};
