import type { Feature } from '@carillon/mongo';
import { SubscribersController } from './subscribers.controller';

/** Members of groups. */
export const subscribers: Feature = {
  controllers: [SubscribersController],
};
