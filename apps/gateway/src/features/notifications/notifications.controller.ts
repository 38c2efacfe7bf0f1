import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsSession, type User, requestedBy } from '../../security/caller';
import { MarkNotificationsRead, UpdateNotificationSettings } from './notification.input';
import {
  NotificationSettingsView,
  NotificationView,
  UnreadView,
  presentNotification,
  presentNotificationSettings,
  presentUnread,
} from './notification.presenter';

/** In a session, the ID of the member replaces that of the key. */
const memberOf = ({ userId, keyId }: User) => ({ userId, memberId: keyId });

/** What the members of an account are notified about. */
@Controller('api/v1/notifications')
export class NotificationsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({
    summary: 'List the notifications',
    description:
      'Newest first, of the last 90 days. In a session: yours, without what you did yourself. With a key: those of all members, without read markers.',
    answer: Type.Array(NotificationView),
  })
  async notifications(
    @Caller() user: User,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { userId } = user;
    const memberId = user.signedIn ? user.keyId : null;
    const notifications = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('notification.list', { userId, memberId, ...slice }),
    );
    return { data: { notifications: notifications.map(presentNotification) } };
  }

  @Get('unread')
  @NeedsSession()
  @Operation({ summary: 'Count your unread notifications', answer: UnreadView })
  async unreadNotifications(@Caller() user: User) {
    const unread = await this.messenger.request('notification.unread', memberOf(user));
    return { data: { unreadNotifications: presentUnread(unread) } };
  }

  @Post('read')
  @HttpCode(200)
  @NeedsSession()
  @Operation({
    summary: 'Mark your notifications as read',
    description: 'For you alone: other members have their own read markers.',
    answer: UnreadView,
  })
  async markNotificationsRead(@Caller() user: User, @Body() { ids, until }: MarkNotificationsRead) {
    const unread = await this.messenger.request('notification.mark-read', {
      ...memberOf(user),
      ...(ids && { ids }),
      ...(until !== undefined && { until }),
    });
    return { data: { markNotificationsRead: presentUnread(unread) } };
  }

  @Get('settings')
  @NeedsSession()
  @Operation({
    summary: 'Read which notifications you receive by email',
    answer: NotificationSettingsView,
  })
  async notificationSettings(@Caller() user: User) {
    const settings = await this.messenger.request('notification.settings', memberOf(user));
    return { data: { notificationSettings: presentNotificationSettings(settings) } };
  }

  @Patch('settings')
  @NeedsSession()
  @Operation({
    summary: 'Change which notifications you receive by email',
    description: 'In this account. All notifications stay in the list.',
    answer: NotificationSettingsView,
  })
  async updateNotificationSettings(
    @Caller() user: User,
    @Body() { language, ...emails }: UpdateNotificationSettings,
  ) {
    const settings = await this.messenger.request('notification.change-settings', {
      ...{ by: requestedBy(user), ...memberOf(user) },
      ...(language !== undefined && { language }),
      emails,
    });
    return { data: { updateNotificationSettings: presentNotificationSettings(settings) } };
  }
}
