import {
  AppError,
  type NotificationCategory,
  type NotificationSettings,
  type Payload,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { AuditedChanges, changesBetween } from '../audit';
import { type MemberDocument, Members } from '../members';

/** Without a choice of the member: frequent events are only in the console. */
const byDefault: Readonly<Record<NotificationCategory, boolean>> = {
  paused: true,
  finished: false,
  bounces: true,
  approvals: true,
  comments: true,
};

/** Which notifications a member also receives by email, and in which language. */
@Injectable()
export class NotificationPreferences {
  constructor(
    private readonly members: Members,
    private readonly audited: AuditedChanges,
  ) {}

  /** @throws AppError member_not_found */
  async read({ userId, memberId }: Payload<'notification.settings'>): Promise<NotificationSettings> {
    const member = await this.members.find(userId, memberId);
    if (!member) throw new AppError('member_not_found');
    return settingsOf(member);
  }

  /** @throws AppError member_not_found */
  change(command: Payload<'notification.change-settings'>): Promise<NotificationSettings> {
    const { by, userId, memberId, language, emails } = command;
    return this.audited.make(by, async (session) => {
      const member = await this.members.find(userId, memberId, session);
      if (!member) throw new AppError('member_not_found');
      const before = settingsOf(member);
      const after = {
        language: language ?? before.language,
        emails: { ...before.emails, ...emails },
      };
      const changes = changesBetween(fieldsOf(before), fieldsOf(after));
      if (changes.length === 0) return { result: after, action: null };
      await this.members.setNotifications(member, after, session);
      return { result: after, action: await this.members.ownUpdate(member, changes, session) };
    });
  }
}

export function settingsOf({ notifications }: MemberDocument): NotificationSettings {
  const { language = 'en', emails } = notifications ?? {};
  return { language, emails: { ...byDefault, ...emails } };
}

function fieldsOf({ language, emails }: NotificationSettings): Record<string, unknown> {
  const choices = Object.entries(emails).map(
    ([category, isOn]) => [`notifications.${category}`, isOn] as const,
  );
  return { 'notifications.language': language, ...Object.fromEntries<boolean>(choices) };
}
