import { AppError, type NotificationSettings, type Payload, type Reply } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { type MemberDocument, Members } from '../members';
import { NotificationPreferences } from './notification-preferences';
import { Notifications } from './notifications';
import { NotifyMembers } from './notify-members';

@Controller()
export class NotificationsController {
  constructor(
    private readonly notifications: Notifications,
    private readonly preferences: NotificationPreferences,
    private readonly notifyMembers: NotifyMembers,
    private readonly members: Members,
  ) {}

  @OnEvent('campaign.noticed')
  campaignNoticed(notice: Payload<'campaign.noticed'>): Promise<void> {
    return this.notifyMembers.notify(notice);
  }

  @Command('notification.list')
  async list(query: Payload<'notification.list'>): Promise<Reply<'notification.list'>> {
    const { userId, memberId } = query;
    const member = memberId === null ? null : await this.memberOf({ userId, memberId });
    return this.notifications.page(query, member);
  }

  @Command('notification.unread')
  async unread(query: Payload<'notification.unread'>): Promise<Reply<'notification.unread'>> {
    return { unread: await this.notifications.countUnread(await this.memberOf(query)) };
  }

  @Command('notification.mark-read')
  async markRead(command: Payload<'notification.mark-read'>): Promise<Reply<'notification.unread'>> {
    const { ids = [], until } = command;
    const member = await this.memberOf(command);
    if (ids.length > 0) await this.notifications.markRead(member, ids);
    if (until !== undefined) await this.members.setReadUntil(member, until);
    return this.unread(command);
  }

  @Command('notification.settings')
  settings(query: Payload<'notification.settings'>): Promise<NotificationSettings> {
    return this.preferences.read(query);
  }

  @Command('notification.change-settings')
  changeSettings(command: Payload<'notification.change-settings'>): Promise<NotificationSettings> {
    return this.preferences.change(command);
  }

  private async memberOf({ userId, memberId }: Payload<'notification.unread'>): Promise<MemberDocument> {
    const member = await this.members.find(userId, memberId);
    if (!member) throw new AppError('member_not_found');
    return member;
  }
}
