import type { Feature } from '@carillon/mongo';
import { NotificationsController } from './notifications.controller';

/** What the members of an account are notified about. */
export const notifications: Feature = {
  controllers: [NotificationsController],
};
