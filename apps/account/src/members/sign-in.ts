import { Inject, Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import {
  AppError,
  type By,
  type Deleted,
  type Payload,
  type Session,
  hashRecoveryCode,
} from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger } from '@carillon/platform';
import type { Vault } from '@carillon/vault';
import { type AuditAction, AuditedChanges, changesBetween } from '../audit';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { Logins } from './logins';
import { Members, asThemself } from './members';
import { Passwords } from './passwords';
import type { LoginDocument, MemberDocument, SessionDocument } from './records';
import { factorContext, stepOf } from './second-factor';
import { Sessions, toSession } from './sessions';
import { SystemMail } from './system-mail';

/** Codes have six digits: whoever has a stolen password must not try for long. */
const MOST_WRONG_CODES = 100;

/** Begins and ends sessions. */
@Injectable()
export class SignIn {
  private readonly vault: Vault;

  constructor(
    private readonly logins: Logins,
    private readonly members: Members,
    private readonly sessions: Sessions,
    private readonly passwords: Passwords,
    private readonly audited: AuditedChanges,
    private readonly messenger: Messenger,
    private readonly mail: SystemMail,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(accountConfig.token) config: AccountConfig,
  ) {
    this.vault = vaultOf(config);
  }

  /**
   * Whether nobody has the address or the password is wrong, the answer and the work are the same. Only who knows the
   * password learns that a second factor is needed. Errors: sign_in_failed, second_factor_required.
   */
  async execute(asked: Payload<'session.create'>): Promise<Session> {
    const login = await this.logins.find(asked.email);
    const password = this.passwords.open(asked.password, `login:${asked.id}:password`);
    const isRight = await this.passwords.isRight(password, login?.passwordHash ?? null);
    if (!login || !isRight) throw new AppError('sign_in_failed');
    const code = asked.code === null ? null : this.vault.open(asked.code, `login:${asked.id}:code`);
    await this.checkSecondFactor(login, code);
    const member = await this.memberOf(login, asked.userId);
    const added = await this.begin(asked, login, member);
    if (asked.endsHash !== null) await this.endReplaced(asked.endsHash);
    await this.sessions.endSurplus(login._id);
    return toSession(added);
  }

  /** Ends one session of a person. Errors: session_not_found. */
  async end({ by, loginId, id }: Payload<'session.delete'>): Promise<Deleted> {
    const ended = await this.endAll(by, { _id: new ObjectId(id), loginId: new ObjectId(loginId) });
    if (ended.length > 0 || (await this.wasEnded(loginId, id))) return { ids: [id] };
    throw new AppError('session_not_found');
  }

  /** Goes on in another account of the person. Errors: user_not_found, invalid_session. */
  async switchTo({ loginId, id, userId, tokenHash }: Payload<'session.switch'>): Promise<Session> {
    const members = await this.members.ofLogin(new ObjectId(loginId));
    const member = members.find((each) => String(each.userId) === userId);
    if (!member) throw new AppError('user_not_found');
    const login = await this.logins.get(loginId);
    const change = { tokenHash, memberId: member._id, userId: member.userId };
    const former = await this.audited.make(null, async (session) => {
      const own = { _id: new ObjectId(id), loginId: login._id };
      const former = await this.sessions.switchTo(own, change, session);
      if (!former) throw new AppError('invalid_session');
      // Also when the command comes again.
      if (former.memberId.equals(member._id)) return { result: former, action: null };
      const left = members.find(({ _id }) => _id.equals(former.memberId));
      const actions = [
        left && { ...sessionDeleted(former), actor: asThemself(left, login) },
        { ...sessionCreated({ ...former, ...change }), actor: asThemself(member, login) },
      ];
      return { result: former, action: actions.filter((each) => each !== undefined) };
    });
    await this.tellEnded([former]);
    return toSession({ ...former, ...change });
  }

  private async wasEnded(loginId: string, id: string): Promise<boolean> {
    for (const { userId } of await this.members.ofLogin(new ObjectId(loginId))) {
      if (await this.audited.wasMade(userId.toHexString(), 'session.deleted', id)) return true;
    }
    return false;
  }

  /** Signs the browser out of the session that it had, in the name of whose session that was. */
  private async endReplaced(tokenHash: string): Promise<void> {
    const [replaced] = await this.sessions.found([tokenHash]);
    if (replaced) await this.endAll({ role: 'user', keyId: replaced.memberId.toHexString() }, { tokenHash });
  }

  private async endAll(by: By, which: Parameters<Sessions['end']>[0]): Promise<SessionDocument[]> {
    const ended = await this.audited.make(by, async (session) => {
      const ended = await this.sessions.end(which, session);
      return { result: ended, action: ended.map(sessionDeleted) };
    });
    await this.tellEnded(ended);
    return ended;
  }

  /** The gateways forget what they know of the sessions. */
  async tellEnded(ended: readonly SessionDocument[]): Promise<void> {
    for (const userId of new Set(ended.map((each) => each.userId.toHexString()))) {
      await this.messenger.broadcast('access.changed', { userId });
    }
  }

  private async checkSecondFactor(login: LoginDocument, code: string | null): Promise<void> {
    const { _id, email, secondFactor, wrongCodes = 0 } = login;
    if (!secondFactor) return;
    if (code === null) throw new AppError('second_factor_required');
    if (wrongCodes >= MOST_WRONG_CODES) {
      throw new AppError('sign_in_failed', 'Too many codes were wrong: ask for a link to a new password');
    }
    const secret = this.vault.open(secondFactor.sealed, factorContext(_id));
    const step = stepOf(code, secret, this.clock.now());
    const isRight =
      step === null
        ? await this.logins.useRecoveryHash(_id, hashRecoveryCode(code))
        : await this.logins.useStep(_id, step);
    if (isRight) return;
    if ((await this.logins.countWrongCode(_id)) === MOST_WRONG_CODES) this.warn(email);
    throw new AppError('sign_in_failed', 'The code is wrong, or was used before');
  }

  /** Nobody waits for this mail. */
  private warn(email: string): void {
    this.mail
      .send(wrongCodesMail(email))
      .catch((error: unknown) => this.log.error({ err: error }, 'a warning of wrong codes was not sent'));
  }

  /** The asked account, else the one that the person has belonged to for the longest time. */
  private async memberOf(login: LoginDocument, userId: string | null): Promise<MemberDocument> {
    const members = await this.members.ofLogin(login._id);
    const member = userId === null ? members[0] : members.find((each) => String(each.userId) === userId);
    if (!member) throw new AppError('sign_in_failed');
    return member;
  }

  private begin(
    asked: Payload<'session.create'>,
    login: LoginDocument,
    { _id, userId, loginId }: MemberDocument,
  ) {
    const by: By = { role: 'user', keyId: _id.toHexString() };
    return this.audited.make(by, async (session, now) => {
      // A password that was changed since it was found right has ended all sessions: this one must not outlive it.
      if (!(await this.logins.hold(login, session))) throw new AppError('sign_in_failed');
      const { tokenHash, userAgent } = asked;
      const facts = { _id: new ObjectId(asked.id), tokenHash, userAgent, loginId, memberId: _id, userId };
      const added = await this.sessions.add(facts, now, session);
      const isNew = added.createdAt === now;
      return { result: added, action: isNew ? sessionCreated(added) : null };
    });
  }
}

export function sessionCreated({ _id, userId, userAgent }: SessionDocument): AuditAction {
  const target = { type: 'session' as const, id: _id.toHexString(), name: null };
  const changes = changesBetween({}, { userAgent });
  return { userId: userId.toHexString(), action: 'session.created', target, changes };
}

export function sessionDeleted({ _id, userId }: SessionDocument): AuditAction {
  const target = { type: 'session' as const, id: _id.toHexString(), name: null };
  return { userId: userId.toHexString(), action: 'session.deleted', target, changes: [] };
}

function wrongCodesMail(to: string) {
  return {
    to,
    subject: 'Somebody may know your password for Carillon',
    text: `A hundred wrong codes of your second factor were given to Carillon, with your right password. Nobody can sign in as you
with this password any more.

Ask for a link to a new password where you sign in.
`,
  };
}
