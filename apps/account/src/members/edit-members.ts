import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import {
  AppError,
  type By,
  type Deleted,
  type Invitation,
  type Member,
  type Payload,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { UserTurns } from '@carillon/platform';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { Users } from '../users';
import { AddMember } from './add-member';
import { Links } from './links';
import { Logins } from './logins';
import { Members, asThemself, ofMember } from './members';
import { Passwords } from './passwords';
import { SystemMail } from './system-mail';

/** Limit of concurrent changes of the members of one account. A gateway allows no more at the same time. */
const AT_ONCE = 128;

/** Adds, changes, and removes members of an account, and invites people to it. */
@Injectable()
export class EditMembers {
  /** The transactions exclude each other, so most retries of concurrent transactions would fail. */
  private readonly turns = new UserTurns(AT_ONCE);

  constructor(
    private readonly addMember: AddMember,
    private readonly members: Members,
    private readonly logins: Logins,
    private readonly links: Links,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly mail: SystemMail,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
  ) {}

  /** Adds a member for an operator, without an invitation. Errors: user_not_found, member_exists, limit_reached. */
  async create({ by, ...member }: Payload<'member.create'>): Promise<Member> {
    const password = this.passwords.open(member.password, `member:${member.id}:password`);
    const add = () => this.addMember.add(by, { ...member, password });
    return (await this.turns.take(member.userId, add)).member;
  }

  /**
   * Changes a role. Permissions change immediately, and the member's invitations end. Errors: member_not_found,
   * last_owner.
   */
  async update({ by, userId, id, role }: Payload<'member.update'>): Promise<Member> {
    await this.inTurn(userId, by, async (session, now) => {
      await this.users.holdMembers(userId, session);
      const before = await this.members.find(userId, id, session);
      if (!before) throw new AppError('member_not_found');
      if (before.role === role) return { result: undefined, action: null };
      if (before.role === 'owner') await this.requireAnotherOwner(userId, session);
      await this.members.setRole(before, role, now, session);
      await this.links.removeFrom(userId, id, session);
      const [login] = await this.logins.some([before.loginId], session);
      const changes = changesBetween({ role: before.role }, { role });
      const action = ofMember('member.updated', before, login ?? { name: '' }, changes);
      return { result: undefined, action };
    });
    await this.messenger.broadcast('access.changed', { userId });
    return this.members.get(userId, id);
  }

  /** Ends the member's sessions and invitations in this account. Errors: member_not_found, last_owner. */
  async delete({ by, userId, id }: Payload<'member.delete'>): Promise<Deleted> {
    const isRemoved = await this.inTurn(userId, by, async (session) => {
      await this.users.holdMembers(userId, session);
      const member = await this.members.find(userId, id, session);
      if (!member) return { result: false, action: null };
      if (member.role === 'owner') await this.requireAnotherOwner(userId, session);
      const [login] = await this.logins.some([member.loginId], session);
      await this.members.remove(member, session);
      await this.links.removeFrom(userId, id, session);
      const facts = login ? { email: login.email, role: member.role } : {};
      const action = ofMember('member.deleted', member, login ?? { name: '' }, changesBetween(facts, {}));
      const isOwn = login && by.keyId === id;
      return { result: true, action: { ...action, ...(isOwn && { actor: asThemself(member, login) }) } };
    });
    await this.messenger.broadcast('access.changed', { userId });
    if (isRemoved || (await this.audited.wasMade(userId, 'member.deleted', id))) return { ids: [id] };
    throw new AppError('member_not_found');
  }

  /**
   * Emails an invitation. It replaces an earlier invitation after the mail server accepts the email. Otherwise, nothing
   * changes.
   */
  async invite(request: Payload<'invitation.create'>): Promise<Invitation> {
    const { by, userId, id, email, role, publicUrl } = request;
    this.mail.require();
    const account = await this.users.get(userId);
    const { invitation, token } = await this.inTurn(userId, by, async (session, now) => {
      await this.users.holdMembers(userId, session);
      const login = await this.logins.find(email, session);
      if (login && (await this.members.findLogin(userId, login._id, session)))
        throw new AppError('member_exists');
      const result = await this.links.invite({ id, userId, email, role, by }, now, session);
      const replaced = (await this.links.count(userId, session, email)) - 1;
      await this.addMember.requireRoom(userId, session, -replaced);
      return { result, action: ofInvitation('invitation.created', result.invitation) };
    });
    try {
      await this.mail.send(invitationMail(email, account.name, linkTo(publicUrl, token)));
    } catch (error) {
      await this.withdraw({ by, userId, id }).catch(() => undefined);
      throw error;
    }
    await this.links.replaceEarlier(invitation);
    return invitation;
  }

  /** Errors: invitation_not_found. */
  async withdraw({ by, userId, id }: Payload<'invitation.delete'>): Promise<Deleted> {
    const removed = await this.audited.make(by, async (session) => {
      const invitation = await this.links.remove(userId, id, session);
      return { result: invitation, action: invitation && ofInvitation('invitation.deleted', invitation) };
    });
    if (removed ?? (await this.audited.wasMade(userId, 'invitation.deleted', id))) return { ids: [id] };
    throw new AppError('invitation_not_found');
  }

  private inTurn<T>(userId: string, by: By, change: Parameters<typeof this.audited.make<T>>[1]): Promise<T> {
    return this.turns.take(userId, () => this.audited.make(by, change));
  }

  private async requireAnotherOwner(userId: string, session: ClientSession): Promise<void> {
    if ((await this.members.count(userId, session, ['owner'])) < 2) throw new AppError('last_owner');
  }
}

/** The gateway page that an emailed link opens. */
export function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}/password/${token}`;
}

function ofInvitation(
  action: 'invitation.created' | 'invitation.deleted',
  { id, userId, email, role }: Invitation,
): AuditAction {
  const facts = { email, role };
  const isNew = action === 'invitation.created';
  const changes = isNew ? changesBetween({}, facts) : changesBetween(facts, {});
  return { userId, action, target: { type: 'invitation', id, name: email }, changes };
}

function invitationMail(to: string, account: string, link: string) {
  return {
    to,
    subject: 'An invitation to Carillon',
    text: `You are invited to the account "${account}" on Carillon. To accept the invitation, open this link:

${link}

The link works once, within seven days. If you did not expect the invitation, ignore this email.
`,
  };
}
