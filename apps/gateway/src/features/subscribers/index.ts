import type { Feature } from '@carillon/mongo';
import { SubscribersController } from './subscribers.controller';

export { SubscriberView, presentSubscriber } from './subscriber.presenter';

/** Members of groups. */
export const subscribers: Feature = {
  controllers: [SubscribersController],
};
