import type { Feature } from '@carillon/platform';
import { SubscribersController } from './subscribers.controller';

/** Members of groups. */
export const subscribers: Feature = {
  controllers: [SubscribersController],
};
