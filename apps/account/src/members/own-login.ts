import { Inject, Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { AppError, type Login, type Payload } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { loginContext, stepOf, type Vault } from '@carillon/vault';
import { AuditedChanges, changesBetween } from '../audit';
import { type AccountConfig, accountConfig, vaultOf } from '../config';
import { Users } from '../users';
import { Links } from './links';
import { Logins } from './logins';
import { Members } from './members';
import { Passwords } from './passwords';
import type { LoginDocument } from './records';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';

/** Changes of a person's own login, in a session. */
@Injectable()
export class OwnLogin {
  private readonly vault: Vault;

  constructor(
    private readonly logins: Logins,
    private readonly members: Members,
    private readonly sessions: Sessions,
    private readonly links: Links,
    private readonly passwords: Passwords,
    private readonly signIn: SignIn,
    private readonly users: Users,
    private readonly audited: AuditedChanges,
    private readonly clock: Clock,
    @Inject(accountConfig.token) config: AccountConfig,
  ) {
    this.vault = vaultOf(config);
  }

  async get(id: string): Promise<Login> {
    const login = await this.logins.get(id);
    const members = await this.members.ofLogin(login._id);
    const accounts = await Promise.all(
      members.map(async ({ _id, userId, role }) => {
        const user = await this.users.find(userId.toHexString());
        return user ? [{ userId: user.id, name: user.name, memberId: _id.toHexString(), role }] : [];
      }),
    );
    const { name, email, secondFactor, recoveryHashes = [], identities, createdAt } = login;
    return {
      ...{ id, name, email },
      hasSecondFactor: secondFactor !== undefined,
      hasPassword: login.isWithoutPassword !== true,
      recoveryCodes: recoveryHashes.length,
      ...(identities && { identities }),
      accounts: accounts.flat(),
      createdAt: createdAt.toISOString(),
    };
  }

  async rename({ by, loginId, name }: Payload<'login.rename'>): Promise<Login> {
    const login = await this.logins.get(loginId);
    await this.audited.make(by, async (session) => {
      if (!(await this.logins.change(login, { name }, session))) throw new AppError('invalid_session');
      const changes = login.name === name ? [] : [{ field: 'name', before: login.name, after: name }];
      const actions =
        changes.length === 0 ? [] : await this.members.everywhere(login, 'member.updated', changes);
      return { result: undefined, action: actions };
    });
    return this.get(loginId);
  }

  /**
   * Ends all other sessions of the person, and continues this one with a new token, because anyone with the previous
   * token may have known the previous password. Errors: validation_failed for a wrong current password,
   * password_not_set.
   */
  async changePassword(request: Payload<'login.change-password'>): Promise<Login> {
    const { by, loginId, sessionId } = request;
    const login = await this.checked(loginId, sessionId, request.current);
    const password = this.passwords.open(request.password, loginContext(sessionId, 'password'));
    const passwordHash = await this.passwords.hash(password);
    const voided = await this.audited.make(by, async (session) => {
      // Someone who knew the previous password may have started to set up a second factor, or requested a link.
      requireSame(await this.logins.change(login, { passwordHash }, session, ['unconfirmedFactor']));
      await this.links.unforget(login.email, session);
      const ended = await this.sessions.end(othersThan(sessionId, login), session);
      const own = { _id: new ObjectId(sessionId), loginId: login._id };
      const renewed =
        request.tokenHash === undefined ? [] : [await this.sessions.renew(own, request.tokenHash, session)];
      const action = await this.members.everywhere(login, 'password.changed');
      return { result: [...ended, ...renewed], action };
    });
    await this.signIn.broadcastEnded(voided);
    return this.get(loginId);
  }

  /** The secret takes effect after a code confirms it. Another call replaces it. */
  async beginSecondFactor(request: Payload<'login.begin-second-factor'>): Promise<Login> {
    const login = await this.checked(request.loginId, request.sessionId, request.current);
    if (login.secondFactor) throw new AppError('second_factor_exists');
    const secret = this.vault.open(request.secret, loginContext(request.sessionId, 'secret'));
    const unconfirmedFactor = this.vault.seal(secret, loginContext(login._id.toHexString(), 'second-factor'));
    await this.audited.make(request.by, async (session) => {
      requireSame(await this.logins.change(login, { unconfirmedFactor }, session));
      return { result: undefined, action: null };
    });
    return this.get(request.loginId);
  }

  /** Ends all other sessions of the person, because they began without the second factor. */
  async confirmSecondFactor(request: Payload<'login.confirm-second-factor'>): Promise<Login> {
    const { by, loginId, sessionId, recoveryHashes } = request;
    const login = await this.logins.get(loginId);
    const { unconfirmedFactor: sealed } = login;
    if (login.secondFactor) throw new AppError('second_factor_exists');
    if (sealed === undefined) throw new AppError('second_factor_not_begun');
    const code = this.vault.open(request.code, loginContext(sessionId, 'code'));
    const step = stepOf(
      code,
      this.vault.open(sealed, loginContext(login._id.toHexString(), 'second-factor')),
      this.clock.now(),
    );
    if (step === null) throw wrong('code', 'Incorrect code. Check the clock of your device');
    const ended = await this.audited.make(by, async (session) => {
      const factor = { secondFactor: { sealed, step }, recoveryHashes };
      const isSame = await this.logins.change(login, factor, session, ['unconfirmedFactor']);
      if (!isSame) throw new AppError('second_factor_not_begun');
      const ended = await this.sessions.end(othersThan(sessionId, login), session);
      return { result: ended, action: await this.members.everywhere(login, 'second_factor.enabled') };
    });
    await this.signIn.broadcastEnded(ended);
    return this.get(loginId);
  }

  async removeSecondFactor(request: Payload<'login.remove-second-factor'>): Promise<Login> {
    const login = await this.checked(request.loginId, request.sessionId, request.current);
    await this.audited.make(request.by, async (session) => {
      const all = ['secondFactor', 'unconfirmedFactor', 'recoveryHashes'] as const;
      requireSame(await this.logins.change(login, {}, session, all));
      const actions = login.secondFactor
        ? await this.members.everywhere(login, 'second_factor.disabled')
        : null;
      return { result: undefined, action: actions };
    });
    return this.get(request.loginId);
  }

  /**
   * People who know the password can still sign in. Ends all other sessions of the person, because they may come from
   * the provider.
   */
  async unlink(request: Payload<'login.unlink'>): Promise<Login> {
    const { by, loginId, sessionId, issuer } = request;
    const login = await this.checked(loginId, sessionId, request.current);
    const isLinked = login.identities?.some((each) => each.issuer === issuer) === true;
    if (!isLinked) return this.get(loginId);
    const ended = await this.audited.make(by, async (session) => {
      requireSame(await this.logins.unlink(login, issuer, session));
      const ended = await this.sessions.end(othersThan(sessionId, login), session);
      const changes = changesBetween({ issuer }, {});
      return { result: ended, action: await this.members.everywhere(login, 'identity.unlinked', changes) };
    });
    await this.signIn.broadcastEnded(ended);
    return this.get(loginId);
  }

  private async checked(loginId: string, sessionId: string, current: string): Promise<LoginDocument> {
    const login = await this.logins.get(loginId);
    if (login.isWithoutPassword) throw new AppError('password_not_set');
    const password = this.passwords.open(current, loginContext(sessionId, 'current'));
    requireSame(await this.passwords.isRight(password, login.passwordHash));
    return login;
  }
}

const othersThan = (sessionId: string, { _id: loginId }: LoginDocument) => ({
  loginId,
  _id: { $ne: new ObjectId(sessionId) },
});

/** The password can change between this check and the write. In that case, the given password is also wrong. */
function requireSame(isSame: boolean): void {
  if (!isSame) throw wrong('currentPassword', 'Incorrect password');
}

function wrong(field: string, detail: string): AppError {
  return new AppError('validation_failed', undefined, [{ field, code: 'not_allowed', detail }]);
}
