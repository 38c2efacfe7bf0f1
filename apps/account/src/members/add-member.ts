import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { AppError, type By, type Member, type MemberRole } from '@carillon/contracts';
import { AuditedChanges, changesBetween } from '../audit';
import { Users } from '../users';
import { Links } from './links';
import { Logins } from './logins';
import { Members, ofMember, toMember } from './members';
import { Passwords } from './passwords';

/** The limit of members and open invitations of an account together. */
const MOST = 100;

interface NewMember {
  id: string;
  userId: string;
  email: string;
  name: string;
  role: MemberRole;
  password: string;
}

/** Makes a person a member without an invitation, so that the operator can add the first owner. */
@Injectable()
export class AddMember {
  constructor(
    private readonly members: Members,
    private readonly logins: Logins,
    private readonly links: Links,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly audited: AuditedChanges,
  ) {}

  /**
   * People who already have a login keep name and password: `isNew` is false. If `by` is null, the operator's command
   * requested it. Errors: user_not_found, member_exists, limit_reached.
   */
  async add(
    by: By | null,
    { id, userId, email, name, role, password }: NewMember,
  ): Promise<{ member: Member; isNew: boolean }> {
    const passwordHash = await this.passwords.hash(password);
    return this.audited.make(by, async (session, now) => {
      await this.users.holdMembers(userId, session);
      const existing = await this.logins.find(email, session);
      const same = existing && (await this.members.findLogin(userId, existing._id, session));
      if (existing && same?._id.toHexString() === id)
        return { result: { member: toMember(same, existing), isNew: false }, action: null };
      if (same) throw new AppError('member_exists');
      await this.requireRoom(userId, session, 1);
      if (existing) await this.logins.hold(existing, session);
      const login = existing ?? (await this.logins.add({ email, name, passwordHash }, now, session));
      const added = await this.members.add({ id, userId, loginId: login._id, role }, now, session);
      const action = ofMember('member.created', added, login, changesBetween({}, { email, role }));
      return { result: { member: toMember(added, login), isNew: existing === null }, action };
    });
  }

  /** @throws AppError limit_reached unless the account can have this many more */
  async requireRoom(userId: string, session: ClientSession, more: number): Promise<void> {
    const members = await this.members.count(userId, session);
    if (members + (await this.links.count(userId, session)) + more <= MOST) return;
    throw new AppError('limit_reached', `An account can have at most ${MOST} members and invitations`);
  }
}
