import type { Feature } from '@carillon/platform';
import { CreateGroup } from './create-group';
import { DeleteGroup, RemoveDeletedGroups } from './delete-group';
import { GroupsController } from './groups.controller';
import { ReadGroups } from './read-groups';

/** Groups as users see them. */
export const groups: Feature = {
  collections: [],
  controllers: [GroupsController],
  providers: [CreateGroup, ReadGroups, DeleteGroup, RemoveDeletedGroups],
};
