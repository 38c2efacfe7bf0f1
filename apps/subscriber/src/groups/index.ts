import type { Feature } from '@carillon/mongo';
import { CreateGroup } from './create-group';
import { DeletedGroupRecord, DeletedGroups, DeletedGroupSchema } from './deleted-groups';
import { DeleteGroup, RemoveDeletedGroups } from './delete-group';
import { GroupsController } from './groups.controller';

export { DeletedGroups } from './deleted-groups';

/** Groups as users see them. */
export const groups: Feature = {
  collections: [{ name: DeletedGroupRecord.name, schema: DeletedGroupSchema }],
  controllers: [GroupsController],
  providers: [CreateGroup, DeleteGroup, RemoveDeletedGroups, DeletedGroups],
};
