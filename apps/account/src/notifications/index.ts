import type { Feature } from '@carillon/mongo';
import { MailNotifications } from './mail-notifications';
import { NotificationPreferences } from './notification-preferences';
import { NotificationRecord, NotificationSchema } from './notification-record';
import { Notifications } from './notifications';
import { NotificationsController } from './notifications.controller';
import { NotifyMembers } from './notify-members';

export { Notifications } from './notifications';

/** What the members of an account are notified about, in the console and by email. */
export const notifications: Feature = {
  collections: [{ name: NotificationRecord.name, schema: NotificationSchema }],
  controllers: [NotificationsController],
  providers: [Notifications, NotifyMembers, MailNotifications, NotificationPreferences],
};
