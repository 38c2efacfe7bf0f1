import { Inject, Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { hashRecoveryCode, loginContext, stepOf, type Vault } from '@carillon/vault';
import { AppError, type By, type Deleted, type Payload, type Session } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger } from '@carillon/platform';
import { type AuditAction, AuditedChanges, changesBetween, unknownActor } from '../audit';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { FailedSignIns } from './failed-sign-ins';
import { Logins } from './logins';
import { Members, asThemself } from './members';
import { Passwords } from './passwords';
import type { LoginDocument, MemberDocument, SessionDocument } from './records';
import { Sessions, toSession } from './sessions';
import { SystemMail } from './system-mail';

/** Codes have only six digits, so attempts with a stolen password are limited. */
const MOST_WRONG_CODES = 100;

/** The method by which a person authenticated. */
export type Way = 'password' | 'password_and_code' | 'password_and_recovery_code' | 'oidc' | 'other_account';

/** Starts and ends sessions. */
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
    private readonly failures: FailedSignIns,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(accountConfig.token) config: AccountConfig,
  ) {
    this.vault = vaultOf(config);
  }

  /**
   * The response and the work are the same for an unknown address and a wrong password. Only people who know the
   * password learn that a second factor is required. If accounts require a second factor for everyone, even these
   * people don't learn it, because otherwise attackers could confirm a guessed password. Errors: sign_in_failed,
   * second_factor_required.
   */
  async signIn(request: Payload<'session.create'>): Promise<Session> {
    const login = await this.logins.find(request.email);
    const password = this.passwords.open(request.password, loginContext(request.id, 'password'));
    const isRight = await this.passwords.isRight(password, login?.passwordHash ?? null);
    if (login && !isRight) this.failures.note(login, 'password');
    if (!login || !isRight) throw new AppError('sign_in_failed');
    const code =
      request.code === null ? null : this.vault.open(request.code, loginContext(request.id, 'code'));
    const way = request.needsSecondFactor
      ? await this.requireSecondFactor(login, code)
      : await this.checkSecondFactor(login, code);
    const member = await this.members.toSignIn(await this.members.ofLogin(login._id), request.userId);
    if (!member) throw new AppError('sign_in_failed');
    const added = await this.begin(request, login, member, way);
    await this.endPrevious(request.endsHash, login);
    return toSession(added);
  }

  /** Ends one session of a person. Errors: session_not_found. */
  async end({ by, loginId, id }: Payload<'session.delete'>): Promise<Deleted> {
    const ended = await this.endAll(by, { _id: new ObjectId(id), loginId: new ObjectId(loginId) });
    if (ended.length > 0 || (await this.wasEnded(loginId, id))) return { ids: [id] };
    throw new AppError('session_not_found');
  }

  /** Continues a session in another account of the person. Errors: user_not_found, invalid_session. */
  async switchTo({ loginId, id, userId, tokenHash }: Payload<'session.switch'>): Promise<Session> {
    const members = await this.members.ofLogin(new ObjectId(loginId));
    const member = members.find((each) => String(each.userId) === userId);
    if (!member) throw new AppError('user_not_found');
    const login = await this.logins.get(loginId);
    const change = { tokenHash, memberId: member._id, userId: member.userId };
    const previous = await this.audited.make(null, async (session) => {
      const own = { _id: new ObjectId(id), loginId: login._id };
      const previous = await this.sessions.switchTo(own, change, session);
      if (!previous) throw new AppError('invalid_session');
      // Also removes them for a repeated command.
      if (previous.memberId.equals(member._id)) return { result: previous, action: null };
      const left = members.find(({ _id }) => _id.equals(previous.memberId));
      const actions = [
        left && { ...sessionDeleted(previous), actor: asThemself(left, login) },
        { ...sessionCreated({ ...previous, ...change }, 'other_account'), actor: asThemself(member, login) },
      ];
      return { result: previous, action: actions.filter((each) => each !== undefined) };
    });
    await this.broadcastEnded([previous]);
    return toSession({ ...previous, ...change });
  }

  /** Ends the browser's previous session and the person's sessions above the limit. */
  async endPrevious(endsHash: string | null, login: LoginDocument): Promise<void> {
    if (endsHash !== null) await this.endReplaced(endsHash);
    const surplus = await this.sessions.surplus(login._id);
    if (surplus.length === 0) return;
    const members = await this.members.ofLogin(login._id);
    await this.endAll(null, { _id: { $in: surplus } }, (ended) => ({
      ...sessionDeleted(ended, changesBetween({}, { reason: 'too_many' })),
      actor: actorOf(members, ended, login),
    }));
  }

  private async wasEnded(loginId: string, id: string): Promise<boolean> {
    for (const { userId } of await this.members.ofLogin(new ObjectId(loginId))) {
      if (await this.audited.wasMade(userId.toHexString(), 'session.deleted', id)) return true;
    }
    return false;
  }

  /** Signs the browser out of its previous session, and records this for the owner of that session. */
  private async endReplaced(tokenHash: string): Promise<void> {
    const [replaced] = await this.sessions.found([tokenHash]);
    if (replaced) await this.endAll({ role: 'user', keyId: replaced.memberId.toHexString() }, { tokenHash });
  }

  private async endAll(
    by: By | null,
    which: Parameters<Sessions['end']>[0],
    actionOf = (ended: SessionDocument): AuditAction => sessionDeleted(ended),
  ): Promise<SessionDocument[]> {
    const ended = await this.audited.make(by, async (session) => {
      const ended = await this.sessions.end(which, session);
      return { result: ended, action: ended.map(actionOf) };
    });
    await this.broadcastEnded(ended);
    return ended;
  }

  /** Makes the gateways remove these sessions from their caches. */
  async broadcastEnded(ended: readonly SessionDocument[]): Promise<void> {
    for (const userId of new Set(ended.map((each) => each.userId.toHexString()))) {
      await this.messenger.broadcast('access.changed', { userId });
    }
  }

  /** Authenticates people who must use a second factor. All failures look like a wrong password. */
  private async requireSecondFactor(login: LoginDocument, code: string | null): Promise<Way> {
    if (!login.secondFactor || code === null) throw new AppError('sign_in_failed');
    try {
      return await this.checkSecondFactor(login, code);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'unauthenticated') throw new AppError('sign_in_failed');
      throw error;
    }
  }

  /** Returns the method by which the person authenticated. */
  private async checkSecondFactor(login: LoginDocument, code: string | null): Promise<Way> {
    const { _id, email, secondFactor, wrongCodes = 0 } = login;
    if (!secondFactor) return 'password';
    if (code === null) throw new AppError('second_factor_required');
    if (wrongCodes >= MOST_WRONG_CODES) {
      this.failures.note(login, 'code');
      throw new AppError('sign_in_failed', 'Too many incorrect codes. Request a link to reset your password');
    }
    const secret = this.vault.open(secondFactor.sealed, loginContext(_id.toHexString(), 'second-factor'));
    const step = stepOf(code, secret, this.clock.now());
    if (step === null) {
      if (await this.useRecoveryCode(login, code)) return 'password_and_recovery_code';
    } else if (await this.logins.useStep(_id, step)) return 'password_and_code';
    this.failures.note(login, 'code');
    if ((await this.logins.countWrongCode(_id)) === MOST_WRONG_CODES) this.warn(email);
    throw new AppError('sign_in_failed', 'The code is incorrect or was already used');
  }

  private useRecoveryCode(login: LoginDocument, code: string): Promise<boolean> {
    return this.audited.make(null, async (session) => {
      const left = await this.logins.useRecoveryHash(login._id, hashRecoveryCode(code), session);
      if (left === null) return { result: false, action: null };
      const changes = changesBetween({ recoveryCodes: left + 1 }, { recoveryCodes: left });
      const action = await this.members.everywhere(login, 'recovery_code.used', changes, session);
      return { result: true, action };
    });
  }

  /** The sign-in does not wait for this email. */
  private warn(email: string): void {
    this.mail
      .send(wrongCodesMail(email))
      .catch((error: unknown) =>
        this.log.error({ err: error }, 'a warning about incorrect codes was not sent'),
      );
  }

  private begin(
    request: Payload<'session.create'>,
    login: LoginDocument,
    { _id, userId, loginId }: MemberDocument,
    way: Way,
  ) {
    const by: By = { role: 'user', keyId: _id.toHexString() };
    return this.audited.make(by, async (session, now) => {
      // If the password changed after this check, all sessions have ended, so this session must not start.
      if (!(await this.logins.hold(login, session))) throw new AppError('sign_in_failed');
      const { tokenHash, userAgent } = request;
      const facts = { _id: new ObjectId(request.id), tokenHash, userAgent, loginId, memberId: _id, userId };
      const added = await this.sessions.add(facts, now, session);
      const isNew = added.createdAt === now;
      return { result: added, action: isNew ? sessionCreated(added, way) : null };
    });
  }
}

export function sessionCreated({ _id, userId, userAgent }: SessionDocument, way: Way): AuditAction {
  const target = { type: 'session' as const, id: _id.toHexString(), name: null };
  const changes = changesBetween({}, { userAgent, way });
  return { userId: userId.toHexString(), action: 'session.created', target, changes };
}

function sessionDeleted({ _id, userId }: SessionDocument, changes: AuditAction['changes'] = []): AuditAction {
  const target = { type: 'session' as const, id: _id.toHexString(), name: null };
  return { userId: userId.toHexString(), action: 'session.deleted', target, changes };
}

/** Records the end of a session for its member, in the member's account. */
function actorOf(
  members: readonly MemberDocument[],
  { memberId }: SessionDocument,
  login: LoginDocument,
): NonNullable<AuditAction['actor']> {
  const member = members.find(({ _id }) => _id.equals(memberId));
  return member ? asThemself(member, login) : unknownActor;
}

function wrongCodesMail(to: string) {
  return {
    to,
    subject: 'Someone may know your Carillon password',
    text: `Someone entered your correct password with a hundred wrong second-factor codes. For your protection, this password no longer
works.

To set a new password, request a link on the sign-in page.
`,
  };
}
