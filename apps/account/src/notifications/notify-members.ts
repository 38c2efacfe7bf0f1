import {
  type By,
  type CampaignNotice,
  type MemberRole,
  approverRoles,
  categoryOf,
} from '@carillon/contracts';
import { Clock, Logger } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { KeyNames } from '../audit';
import { type MemberDocument, Members, SystemMail } from '../members';
import { Users } from '../users';
import { MailNotifications } from './mail-notifications';
import { settingsOf } from './notification-preferences';
import type { NotificationActor } from './notification-record';
import { Notifications } from './notifications';

/** The limit of notifications of an account that are also sent by email within an hour. The others are in the console. */
const MOST_MAILED = 50;

/** Whom a notification is for. Empty: all members. */
interface Addressees {
  roles?: MemberRole[];
  memberId?: ObjectId;
  memberIds?: ObjectId[];
}

/**
 * Stores what members are notified about, once for each event, together with the members who also get an email. A
 * repeated event therefore neither adds a notification nor sends an email again.
 */
@Injectable()
export class NotifyMembers {
  constructor(
    private readonly notifications: Notifications,
    private readonly mails: MailNotifications,
    private readonly mail: SystemMail,
    private readonly members: Members,
    private readonly keys: KeyNames,
    private readonly users: Users,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async notify(notice: CampaignNotice): Promise<void> {
    const { id, userId, campaignId, campaignName, kind, at, reason, counts, rate, by, quote } = notice;
    if (!(await this.users.find(userId))) return;
    const addressees = await this.addresseesOf(notice);
    if (!addressees) return;
    const actor = by && (await this.actorOf(by));
    const now = this.clock.now();
    const mailTo = await this.mailedMembers(notice, { addressees, actor, now });
    const added = await this.notifications.add({
      ...{ _id: new ObjectId(), noticeId: new ObjectId(id), userId: new ObjectId(userId) },
      ...{ campaignId: new ObjectId(campaignId), campaignName, kind, at: new Date(at), createdAt: now },
      ...(reason !== undefined && { reason }),
      ...(counts && { counts }),
      ...(rate !== undefined && { rate }),
      ...(actor && { actor }),
      ...addressees,
      ...(mailTo.length > 0 && {
        isMailed: true,
        mailTo,
        mailAt: now,
        ...(quote !== undefined && { quote }),
      }),
    });
    if (added && mailTo.length > 0) this.mails.nudge();
  }

  /** Null: nobody, because those whom it concerns left the account. */
  private async addresseesOf({
    userId,
    kind,
    requestedBy,
    participants,
  }: CampaignNotice): Promise<Addressees | null> {
    if (participants) return this.membersAmong(userId, participants);
    if (kind === 'campaign.approval_requested') return { roles: [...approverRoles] };
    if (!requestedBy) return {};
    if (await this.keys.describe(requestedBy.keyId)) return {};
    const member = await this.members.describe(requestedBy.keyId);
    return member && { memberId: new ObjectId(member.id) };
  }

  private async membersAmong(userId: string, ids: readonly string[]): Promise<Addressees | null> {
    const members = await this.members.ofAccount(userId);
    const memberIds = members.map(({ _id }) => _id).filter((id) => ids.includes(id.toHexString()));
    return memberIds.length > 0 ? { memberIds } : null;
  }

  private async actorOf({ keyId }: By): Promise<NotificationActor> {
    const key = await this.keys.describe(keyId);
    if (key) return { memberId: null, name: key.name };
    // Members who left and revoked keys have no name.
    const member = await this.members.describe(keyId);
    return member ? { memberId: new ObjectId(member.id), name: member.name } : { memberId: null, name: null };
  }

  private async mailedMembers(
    { userId, kind }: CampaignNotice,
    about: { addressees: Addressees; actor: NotificationActor | undefined; now: Date },
  ): Promise<ObjectId[]> {
    const { addressees, actor, now } = about;
    const members = await this.members.ofAccount(userId);
    const wanting = members.filter(
      (member) =>
        isAddressed(member, addressees) &&
        !actor?.memberId?.equals(member._id) &&
        settingsOf(member).emails[categoryOf[kind]],
    );
    if (wanting.length === 0 || !this.mail.isConfigured) return [];
    if ((await this.notifications.countMailed(userId, now, MOST_MAILED)) < MOST_MAILED)
      return wanting.map(({ _id }) => _id);
    this.log.warn({ userId }, 'notifications are not sent by email, because the account has too many');
    return [];
  }
}

function isAddressed({ _id, role }: MemberDocument, { roles, memberId, memberIds }: Addressees): boolean {
  return (
    (!roles || roles.includes(role)) &&
    (!memberId || memberId.equals(_id)) &&
    (!memberIds || memberIds.some((id) => id.equals(_id)))
  );
}
