import type { Feature } from '@carillon/mongo';
import { EditSubscribers } from './edit-subscribers';
import { LeaveGroups } from './leave-groups';
import { ReadSubscribers } from './read-subscribers';
import { SubscribersController } from './subscribers.controller';

export { EditSubscribers } from './edit-subscribers';
export { LeaveGroups } from './leave-groups';

/** Members of groups as users see them. */
export const subscribers: Feature = {
  collections: [],
  controllers: [SubscribersController],
  providers: [EditSubscribers, LeaveGroups, ReadSubscribers],
};
