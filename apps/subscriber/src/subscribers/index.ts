import type { Feature } from '@carillon/mongo';
import { EditSubscribers } from './edit-subscribers';
import { ReadSubscribers } from './read-subscribers';
import { SubscribersController } from './subscribers.controller';

export { EditSubscribers } from './edit-subscribers';

/** Members of groups as users see them. */
export const subscribers: Feature = {
  collections: [],
  controllers: [SubscribersController],
  providers: [EditSubscribers, ReadSubscribers],
};
