import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import {
  AppError,
  type By,
  type Payload,
  type Reply,
  type Scope,
  newId,
  roleScopes,
} from '@carillon/contracts';
import { Clock, Logger } from '@carillon/platform';
import { AuditedChanges, KeyNames, changesBetween } from '../audit';
import { Users } from '../users';
import { linkTo } from './edit-members';
import { Links } from './links';
import { Logins } from './logins';
import { Members, ofMember } from './members';
import { Passwords } from './passwords';
import type { LinkDocument, LoginDocument, SessionDocument } from './records';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';
import { SystemMail } from './system-mail';

/** The name and the password of a new person. `isWithoutPassword`: whether the password is unknown to everyone. */
interface NewMember {
  memberId: string;
  name: string | null;
  passwordHash: string | null;
  isWithoutPassword?: boolean;
}

/** Creates and redeems password links. */
@Injectable()
export class UseLink {
  constructor(
    private readonly links: Links,
    private readonly logins: Logins,
    private readonly members: Members,
    private readonly sessions: Sessions,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly mail: SystemMail,
    private readonly signIn: SignIn,
    private readonly audited: AuditedChanges,
    private readonly keys: KeyNames,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Returns before the service knows whether the address exists. */
  forget(request: Payload<'password.forgotten'>): void {
    this.mailLink(request).catch((error: unknown) =>
      this.log.error({ err: error }, 'a link to reset a password was not sent'),
    );
  }

  /** Errors: link_not_found. */
  async read({ tokenHash }: Payload<'password.read-link'>): Promise<Reply<'password.read-link'>> {
    const link = await this.links.find(tokenHash);
    const { email, userId } = link;
    if (!(await this.isGood(link))) throw new AppError('link_not_found');
    const account = userId ? await this.users.find(userId.toHexString()) : null;
    const isNew = (await this.logins.find(email)) === null;
    return { email, accountName: account?.name ?? null, isNew };
  }

  /**
   * A new password ends all sessions of the person. Invited people who already have a login keep their name and
   * password. Errors: link_not_found, validation_failed.
   */
  async redeem(request: Payload<'password.use-link'>): Promise<Reply<'password.use-link'>> {
    const { tokenHash, name } = request;
    const { email, userId } = await this.links.find(tokenHash);
    const existing = await this.logins.find(email);
    const isNew = userId !== undefined && !existing;
    // Hashing is expensive, so a link that is unusable or sets no password causes no hash.
    if (isNew) requireAll({ name, password: request.password });
    const passwordHash = userId && existing ? null : await this.hash(request);
    const fields = { name, passwordHash };
    const memberId = newId();
    const by = {
      role: 'user' as const,
      keyId: existing ? await this.anyMember(existing, memberId) : memberId,
    };
    const ended = await this.audited.make(by, async (session, now) => {
      const link = await this.links.find(tokenHash, session);
      await this.links.useUp(link, session);
      const login = await this.logins.find(email, session);
      return link.userId
        ? this.accept(link, login, { ...fields, memberId }, now, session)
        : this.reset(login, fields.passwordHash, session);
    });
    await this.signIn.broadcastEnded(ended);
    return { email };
  }

  private async hash({ tokenHash, password }: Payload<'password.use-link'>): Promise<string | null> {
    if (password === null) return null;
    return this.passwords.hash(this.passwords.open(password, `link:${tokenHash}:password`));
  }

  private async mailLink({ email, publicUrl }: Payload<'password.forgotten'>): Promise<void> {
    if (!(await this.logins.find(email))) return;
    this.mail.require();
    const token = await this.links.forget(email, this.clock.now());
    if (token === null) return;
    try {
      await this.mail.send(forgottenMail(email, linkTo(publicUrl, token)));
    } catch (error) {
      await this.links.takeBack(token);
      throw error;
    }
  }

  /**
   * Makes a person a member through an invitation. Errors: link_not_found if the invitation is void, validation_failed.
   */
  async accept(
    link: LinkDocument,
    existing: LoginDocument | null,
    { memberId, ...fields }: NewMember,
    now: Date,
    session: ClientSession,
  ) {
    const { userId, role = 'viewer', email } = link;
    const account = userId?.toHexString() ?? '';
    await this.users.holdMembers(account, session);
    if (!(await this.isGood(link, session))) throw new AppError('link_not_found');
    if (existing) await this.logins.hold(existing, session);
    const login = existing ?? (await this.addLogin({ email, ...fields }, now, session));
    const none: SessionDocument[] = [];
    if (await this.members.findLogin(account, login._id, session)) return { result: none, action: null };
    const facts = { id: memberId, userId: account, loginId: login._id, role };
    const member = await this.members.add(facts, now, session);
    const changes = changesBetween({}, { email, role });
    return { result: none, action: ofMember('member.created', member, login, changes) };
  }

  /** A password link is always valid. An invitation is valid as long as its sender may send it again. */
  async isGood({ userId, by, role = 'viewer' }: LinkDocument, session?: ClientSession): Promise<boolean> {
    if (!userId || by?.role === 'operator') return true;
    const member = by && (await this.members.find(userId.toHexString(), by.keyId, session));
    const scopes: readonly Scope[] = member ? roleScopes[member.role] : [];
    if ((['admin', ...roleScopes[role]] as const).every((scope) => scopes.includes(scope))) return true;
    return by !== undefined && !member && (await this.keys.describe(by.keyId, session)) !== null;
  }

  private addLogin(
    { email, name, passwordHash, isWithoutPassword }: Omit<NewMember, 'memberId'> & { email: string },
    now: Date,
    session: ClientSession,
  ): Promise<LoginDocument> {
    const fields = requireAll({ name, password: passwordHash });
    const login = { email, name: fields.name, passwordHash: fields.password };
    return this.logins.add({ ...login, ...(isWithoutPassword && { isWithoutPassword }) }, now, session);
  }

  private async reset(login: LoginDocument | null, passwordHash: string | null, session: ClientSession) {
    if (!login) throw new AppError('link_not_found');
    const { password } = requireAll({ password: passwordHash });
    const removed = ['isWithoutPassword', 'unconfirmedFactor', 'wrongCodes'] as const;
    await this.logins.change(login, { passwordHash: password }, session, removed);
    const ended = await this.sessions.end({ loginId: login._id }, session);
    return { result: ended, action: await this.members.everywhere(login, 'password.changed') };
  }

  private async anyMember(login: LoginDocument, otherwise: string): Promise<By['keyId']> {
    const [member] = await this.members.ofLogin(login._id);
    return member?._id.toHexString() ?? otherwise;
  }
}

/** Returns the fields. All of them must be present. @throws AppError validation_failed */
function requireAll<F extends string>(fields: Record<F, string | null>): Record<F, string> {
  const missing = Object.entries(fields).flatMap(([field, value]) => (value === null ? [field] : []));
  if (missing.length === 0) return fields as Record<F, string>;
  const issues = missing.map((field) => ({
    field,
    code: 'required' as const,
    detail: 'This field is required',
  }));
  throw new AppError('validation_failed', undefined, issues);
}

function forgottenMail(to: string, link: string) {
  return {
    to,
    subject: 'Reset your Carillon password',
    text: `Someone, probably you, requested a new password for Carillon. To set it, open this link:

${link}

The link works once, within an hour. If you did not request it, ignore this email. Your password stays unchanged.
`,
  };
}
