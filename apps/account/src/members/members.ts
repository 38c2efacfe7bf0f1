import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, ObjectId } from 'mongodb';
import type { Model } from 'mongoose';
import {
  AppError,
  type AuditEntry,
  type Member,
  type MemberRole,
  type NotificationSettings,
  type Payload,
  type Principal,
  type Reply,
  pageOf,
  roleScopes,
} from '@carillon/contracts';
import { owned } from '@carillon/mongo';
import type { AuditAction } from '../audit';
import { Users } from '../users';
import { Logins } from './logins';
import { type LoginDocument, type MemberDocument, MemberRecord } from './records';
import { Sessions } from './sessions';

/** Exceeds the number of members that an account can have. */
const MOST_NOTIFIED = 1_000;

/** The memberships of people in accounts, and their roles. */
@Injectable()
export class Members {
  constructor(
    @InjectModel(MemberRecord.name) private readonly members: Model<MemberDocument>,
    private readonly logins: Logins,
    private readonly sessions: Sessions,
    private readonly users: Users,
  ) {}

  /** Adds a person to an account. */
  async add(
    added: { id: string; userId: string; loginId: ObjectId; role: MemberRole },
    now: Date,
    session: ClientSession,
  ): Promise<MemberDocument> {
    const { id, userId, loginId, role } = added;
    const times = { createdAt: now, updatedAt: now };
    const member = { _id: new ObjectId(id), userId: new ObjectId(userId), loginId, role, ...times };
    await this.members.insertOne(member, { session });
    return member;
  }

  find(userId: string, id: string, session?: ClientSession): Promise<MemberDocument | null> {
    return this.members.findOne(owned(userId, id), null, session && { session }).lean();
  }

  findLogin(userId: string, loginId: ObjectId, session?: ClientSession): Promise<MemberDocument | null> {
    const which = { userId: new ObjectId(userId), loginId };
    return this.members.findOne(which, null, session && { session }).lean();
  }

  /** The memberships of a person, longest first. */
  ofLogin(loginId: ObjectId, session?: ClientSession): Promise<MemberDocument[]> {
    return this.members
      .find({ loginId }, null, session && { session })
      .sort({ _id: 1 })
      .lean();
  }

  /**
   * Selects the membership with which a person signs in: that of the requested account, or the longest membership in an
   * account that isn't suspended.
   */
  async toSignIn(
    members: readonly MemberDocument[],
    userId: string | null,
  ): Promise<MemberDocument | undefined> {
    if (userId !== null) return members.find((each) => String(each.userId) === userId);
    for (const member of members) {
      const user = await this.users.find(member.userId.toHexString());
      if (user?.status === 'ACTIVE') return member;
    }
    return members[0];
  }

  /** The members of an account, longest first. */
  ofAccount(userId: string): Promise<MemberDocument[]> {
    return this.members
      .find({ userId: new ObjectId(userId) })
      .sort({ _id: 1 })
      .limit(MOST_NOTIFIED)
      .lean();
  }

  /** The number of members, or of those with one of these roles. */
  count(userId: string, session: ClientSession, roles?: readonly MemberRole[]): Promise<number> {
    return this.members
      .countDocuments({ userId: new ObjectId(userId), ...(roles && { role: { $in: [...roles] } }) })
      .session(session);
  }

  async setRole(member: MemberDocument, role: MemberRole, now: Date, session: ClientSession): Promise<void> {
    await this.members.updateOne({ _id: member._id }, { $set: { role, updatedAt: now } }, { session });
  }

  async setNotifications(
    { _id }: MemberDocument,
    { language, emails }: NotificationSettings,
    session: ClientSession,
  ): Promise<void> {
    const set = { 'notifications.language': language, 'notifications.emails': emails };
    await this.members.updateOne({ _id }, { $set: set }, { session });
  }

  /** Moves the read marker forward. */
  async setReadUntil({ _id }: MemberDocument, until: string): Promise<void> {
    await this.members.updateOne({ _id }, { $max: { 'notifications.readUntil': new ObjectId(until) } });
  }

  async remove(member: MemberDocument, session: ClientSession): Promise<void> {
    await this.members.deleteOne({ _id: member._id }, { session });
    await this.sessions.end({ memberId: member._id }, session);
    await this.removeStrangers([member.loginId], session);
  }

  /** Removes all members and their sessions from a deleted account. */
  async removeAll(userId: string, session: ClientSession): Promise<void> {
    const ofAccount = { userId: new ObjectId(userId) };
    const removed = await this.members.find(ofAccount, null, { session }).lean();
    await this.sessions.end(ofAccount, session);
    await this.members.deleteMany(ofAccount, { session });
    await this.removeStrangers(
      removed.map(({ loginId }) => loginId),
      session,
    );
  }

  /** Oldest first, continuing after the given member ID. */
  async page({ userId, after, limit }: Payload<'member.list'>): Promise<Reply<'member.list'>> {
    const documents = await this.members
      .find({ userId: new ObjectId(userId), ...(after !== null && { _id: { $gt: new ObjectId(after) } }) })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .lean();
    return pageOf(await this.named(documents), limit);
  }

  /** @throws AppError member_not_found */
  async get(userId: string, id: string): Promise<Member> {
    const document = await this.members.findOne(owned(userId, id)).lean();
    const [member] = document ? await this.named([document]) : [];
    if (!member) throw new AppError('member_not_found');
    return member;
  }

  /** A member's name for the audit trail. Returns null if no member has this ID. */
  async describe(
    id: string,
    session?: ClientSession,
  ): Promise<{ id: string; name: string; email: string } | null> {
    const member = await this.members.findById(new ObjectId(id), null, session && { session }).lean();
    const [login] = member ? await this.logins.some([member.loginId], session) : [];
    return login ? { id, name: login.name, email: login.email } : null;
  }

  /**
   * Records changes of a person in the audit trail of each of their accounts, as actions of the person's member there.
   */
  async everywhere(
    login: LoginDocument,
    action: AuditAction['action'],
    changes: AuditAction['changes'] = [],
    session?: ClientSession,
  ): Promise<AuditAction[]> {
    const members = await this.ofLogin(login._id, session);
    return members.map((member) => ({
      ...ofMember(action, member, login, changes),
      actor: asThemself(member, login),
    }));
  }

  /** An audit entry about a change of a member's own settings in an account. */
  async ownUpdate(
    member: MemberDocument,
    changes: AuditAction['changes'],
    session: ClientSession,
  ): Promise<AuditAction> {
    const [login] = await this.logins.some([member.loginId], session);
    return ofMember('member.updated', member, login ?? { name: '' }, changes);
  }

  /** The principals of the sessions with these tokens. A session is equivalent to a key with the role's scopes. */
  async principalsOf(tokenHashes: readonly string[]): Promise<{ keyHash: string; principal: Principal }[]> {
    const sessions = await this.sessions.found(tokenHashes);
    const found = await Promise.all(
      sessions.map(async ({ _id, tokenHash: keyHash, memberId, loginId, userId }) => {
        const [member, [login], user] = await Promise.all([
          this.members.findById(memberId).lean(),
          this.logins.some([loginId]),
          this.users.find(userId.toHexString()),
        ]);
        if (!member || !login || !user) return [];
        const { role } = member;
        const principal: Principal = {
          role: 'user',
          keyId: memberId.toHexString(),
          userId: user.id,
          plan: user.plan,
          status: user.status,
          rate: 'PLAN',
          ...(user.defaultCountry !== undefined && { defaultCountry: user.defaultCountry }),
          scopes: [...roleScopes[role]],
          signedIn: {
            sessionId: _id.toHexString(),
            loginId: loginId.toHexString(),
            name: login.name,
            role,
          },
        };
        return [{ keyHash, principal }];
      }),
    );
    return found.flat();
  }

  /** Deletes people without any membership. */
  private async removeStrangers(loginIds: readonly ObjectId[], session: ClientSession): Promise<void> {
    // Prevents the person from joining or leaving another account between this read and the commit.
    await this.logins.holdAll(loginIds, session);
    const still = await this.members.distinct('loginId', { loginId: { $in: loginIds } }).session(session);
    const kept = new Set(still.map(String));
    const strangers = loginIds.filter((id) => !kept.has(String(id)));
    await this.sessions.end({ loginId: { $in: strangers } }, session);
    await this.logins.remove(strangers, session);
  }

  private async named(documents: readonly MemberDocument[]): Promise<Member[]> {
    const logins = await this.logins.some(documents.map(({ loginId }) => loginId));
    const byId = new Map(logins.map((login) => [String(login._id), login]));
    return documents.flatMap((document) => {
      const login = byId.get(String(document.loginId));
      return login ? [toMember(document, login)] : [];
    });
  }
}

export function toMember({ _id, userId, role, ...member }: MemberDocument, login: LoginDocument): Member {
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    loginId: login._id.toHexString(),
    name: login.name,
    email: login.email,
    role,
    hasSecondFactor: login.secondFactor !== undefined,
    createdAt: member.createdAt.toISOString(),
    updatedAt: member.updatedAt.toISOString(),
  };
}

/** The actor when a person acts in an account as this member. */
export function asThemself({ _id }: MemberDocument, { name, email }: LoginDocument): AuditEntry['actor'] {
  const member = { id: _id.toHexString(), name, email };
  return { role: 'user', keyId: null, keyName: null, keyPrefix: null, member };
}

/** An audit entry about a member, with the member's current name. */
export function ofMember(
  action: AuditAction['action'],
  { _id, userId }: MemberDocument,
  { name }: Pick<LoginDocument, 'name'>,
  changes: AuditAction['changes'],
): AuditAction {
  const target = { type: 'member' as const, id: _id.toHexString(), name };
  return { userId: userId.toHexString(), action, target, changes };
}
