import { createHash, randomBytes } from 'node:crypto';
import { codeAt, hashRecoveryCode, mintRecoveryCodes, mintTotpSecret } from '@carillon/vault';
import {
  type AuditAction,
  type By,
  type MemberRole,
  type Payload,
  type Session,
  newId,
} from '@carillon/contracts';
import { withTrace } from '@carillon/messaging';
import { Logger, SystemClock, startTask } from '@carillon/platform';
import { eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { OwnerModule, makeOwner } from '../src/commands/owner';
import { AddMember } from '../src/members';
import { Links } from '../src/members/links';
import { Logins } from '../src/members/logins';
import { Passwords } from '../src/members/passwords';
import { AccountService, code, by, vault } from './account-service';
import { Mailbox } from './mailbox';

const publicUrl = 'https://carillon.example.com';
const PASSWORD = 'correct horse battery';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const aToken = (): string => randomBytes(32).toString('base64url');

/** Runs a function after the next password check succeeds and before its effects. */
function onceRight(meanwhile: () => Promise<unknown>): void {
  const isRight = jest.spyOn(Passwords.prototype, 'isRight');
  isRight.mockImplementationOnce(async () => {
    isRight.mockRestore();
    await meanwhile();
    return true;
  });
}

describe('people', () => {
  const mailbox = new Mailbox();
  let service: AccountService;
  let sender: Record<string, string>;
  beforeAll(async () => {
    sender = { DEFAULT_SMTP_URL: await mailbox.listen(), DEFAULT_FROM: 'hello@carillon.example' };
    service = await AccountService.start(sender);
  });
  afterAll(async () => {
    await service.stop();
    await mailbox.close();
  });

  let last = 0;
  const anEmail = (): string => `person${last++}@mail.test`;

  interface NewMember {
    role?: MemberRole;
    email?: string;
    name?: string;
    password?: string;
  }

  async function aMember(userId: string, member: NewMember = {}) {
    const { role = 'owner', email = anEmail(), name = 'Ada Lovelace', password = PASSWORD } = member;
    const id = newId();
    const sealed = vault.seal(password, `member:${id}:password`);
    return service.messenger.request('member.create', {
      ...{ by, id, userId, email, name, role },
      password: sealed,
    });
  }

  function signIn(
    email: string,
    { password = PASSWORD, ...overrides }: Partial<Payload<'session.create'>> & { token?: string } = {},
  ): Promise<Session> {
    const { token = aToken(), id = newId(), code = null, ...rest } = overrides;
    return service.messenger.request('session.create', {
      ...{ id, tokenHash: hashOf(token), email, userId: null, userAgent: null, endsHash: null },
      ...rest,
      code: code === null ? null : vault.seal(code, `login:${id}:code`),
      password: vault.seal(password, `login:${id}:password`),
    });
  }

  const principalOf = async (token: string) => {
    const request = { keyHash: hashOf(token) };
    return (await service.messenger.request('account.authenticate', request)).principal;
  };

  const use = (token: string, fields: { name?: string; password?: string } = {}) => {
    const tokenHash = hashOf(token);
    return service.messenger.request('password.use-link', {
      tokenHash,
      name: fields.name ?? null,
      password:
        fields.password === undefined ? null : vault.seal(fields.password, `link:${tokenHash}:password`),
    });
  };

  const invite = (userId: string, email: string, role: MemberRole = 'editor') =>
    service.messenger.request('invitation.create', { by, id: newId(), userId, email, role, publicUrl });

  const NEW = 'another horse battery';

  /** Sets another password through an emailed link. */
  async function reset(email: string): Promise<void> {
    const count = mailbox.mails.filter(({ to }) => to.includes(email)).length;
    await service.messenger.request('password.forgotten', { email, publicUrl });
    await use(await mailbox.tokenTo(email, count + 1), { password: NEW });
  }

  const trail = async (userId: string) => {
    const query = { userId, action: null, since: null, until: null, after: null, limit: 100 };
    return (await service.messenger.request('audit.page', query)).items;
  };

  describe('signing in', () => {
    it.each<[MemberRole, string[]]>([
      ['owner', ['read', 'write', 'send', 'admin', 'consent']],
      ['sender', ['read', 'write', 'send']],
      ['editor', ['read', 'write']],
      ['viewer', ['read']],
    ])('gives %s the rights of a key with the scopes %j', async (role, scopes) => {
      const user = await service.user({ plan: 'UPGRADED' });
      const { id, email, loginId } = await aMember(user.id, { role });
      const token = aToken();
      const session = await signIn(email, { token });
      expect(session).toMatchObject({ userId: user.id, memberId: id });
      expect(await principalOf(token)).toMatchObject({
        ...{ role: 'user', keyId: id, userId: user.id, plan: 'UPGRADED', status: 'ACTIVE', rate: 'PLAN' },
        scopes,
        signedIn: { sessionId: session.id, loginId, name: 'Ada Lovelace', role },
      });
    });

    it('gives the same reply to an unknown person and a wrong password', async () => {
      const { email } = await aMember((await service.user()).id);
      const refusals = await Promise.all(
        [signIn(email, { password: 'wrong horse battery' }), signIn('nobody@mail.test')].map((each) =>
          each.then(
            () => 'signed in',
            (error: unknown) => JSON.stringify(error),
          ),
        ),
      );
      expect(refusals[0]).toContain('sign_in_failed');
      expect(refusals[1]).toBe(refusals[0]);
    });

    it('stores neither passwords nor tokens', async () => {
      const { email } = await aMember((await service.user()).id);
      const token = aToken();
      await signIn(email, { token });
      const stored = JSON.stringify([await service.documents('logins'), await service.documents('sessions')]);
      expect(stored).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(stored).not.toContain(PASSWORD);
      expect(stored).not.toContain(token);
    });

    it('ends the session that it replaces, and no others', async () => {
      const { email } = await aMember((await service.user()).id);
      const [first, second, third] = [aToken(), aToken(), aToken()];
      await signIn(email, { token: first });
      await signIn(email, { token: second });
      await signIn(email, { token: third, endsHash: hashOf(second) });
      expect(await principalOf(second)).toBeNull();
      expect([await principalOf(first), await principalOf(third)]).not.toContain(null);
    });

    it('ends the replaced session of another person, recorded as their action in their account', async () => {
      const [one, two] = [await service.user(), await service.user()];
      const [ada, eve] = [await aMember(one.id), await aMember(two.id, { name: 'Eve' })];
      const [token, other] = [aToken(), aToken()];
      await signIn(ada.email, { token });
      await signIn(ada.email, { token: other });
      await signIn(eve.email, { endsHash: hashOf(token) });
      expect([await principalOf(token), await principalOf(other)]).toEqual([null, expect.anything()]);
      expect((await trail(one.id)).at(-1)).toMatchObject({
        ...{ action: 'session.deleted', actor: { member: { id: ada.id, name: 'Ada Lovelace' } } },
      });
      expect(JSON.stringify(await trail(one.id))).not.toContain('Eve');
    });

    it('does not start a session if the password is replaced at the same time', async () => {
      const { email } = await aMember((await service.user()).id);
      const token = aToken();
      onceRight(() => reset(email));
      await expect(signIn(email, { token })).rejects.toEqual(code('sign_in_failed'));
      expect(await principalOf(token)).toBeNull();
      await signIn(email, { password: NEW });
    });

    it('returns the same session for a repeated command', async () => {
      const { email } = await aMember((await service.user()).id);
      const attempt = { id: newId(), token: aToken() };
      const [once, again] = [await signIn(email, attempt), await signIn(email, attempt)];
      expect(again).toEqual(once);
    });

    it('selects the requested account if the person belongs to it', async () => {
      const [one, two, other] = [await service.user(), await service.user(), await service.user()];
      const { email } = await aMember(one.id);
      await aMember(two.id, { email, role: 'viewer' });
      expect(await signIn(email)).toMatchObject({ userId: one.id });
      expect(await signIn(email, { userId: two.id })).toMatchObject({ userId: two.id });
      await expect(signIn(email, { userId: other.id })).rejects.toEqual(code('sign_in_failed'));
    });

    it('starts a session that survives a restart of the service', async () => {
      const { email } = await aMember((await service.user()).id);
      const token = aToken();
      await signIn(email, { token });
      await service.shutDown();
      await service.boot(sender);
      expect(await principalOf(token)).not.toBeNull();
    });

    it('lasts at most thirty days', async () => {
      const { email, loginId } = await aMember((await service.user()).id);
      const token = aToken();
      const { id } = await signIn(email, { token });
      const sessions = service.db.collection('sessions');
      const began = async (agoMs: number) => {
        const createdAt = new Date(Date.now() - agoMs);
        await sessions.updateOne({ tokenHash: hashOf(token) }, { $set: { createdAt } });
        return createdAt.getTime();
      };
      const longest = 30 * 86_400_000;
      const createdAt = await began(longest - 3_600_000);
      expect(await principalOf(token)).not.toBeNull();
      const { expiresAt } = await service.messenger.request('session.get', { loginId, id });
      expect(Date.parse(expiresAt)).toBe(createdAt + longest);
      await began(longest + 1_000);
      expect(await principalOf(token)).toBeNull();
    });

    it('lasts for twelve hours after the last use', async () => {
      const { email } = await aMember((await service.user()).id);
      const token = aToken();
      const { id, expiresAt, lastUsedAt } = await signIn(email, { token });
      expect(Date.parse(expiresAt) - Date.parse(lastUsedAt)).toBe(12 * 3_600_000);
      const sessions = service.db.collection('sessions');
      const longAgo = new Date(Date.now() - 12 * 3_600_000 - 1_000);
      await sessions.updateOne({ tokenHash: hashOf(token) }, { $set: { lastUsedAt: longAgo } });
      expect(await principalOf(token)).toBeNull();
      await service.messenger.publish('api-key.used', {
        uses: [{ keyId: id, at: new Date().toISOString() }],
      });
      await eventually(async () => (await principalOf(token)) !== null);
    });
  });

  describe('sign-in entries in the audit trail', () => {
    const failures = async (userId: string) =>
      (await trail(userId))
        .filter(({ action }) => action === 'sign_in.failed')
        .map(({ changes, target, actor }) => [
          ...changes.map(({ after }) => after),
          ...[target.name, actor.keyId, actor.member],
        ]);

    it('record the first, tenth, and hundredth failure of an hour in each account, without an actor', async () => {
      const [one, two] = [await service.user(), await service.user()];
      const { email, loginId } = await aMember(one.id);
      await aMember(two.id, { email });
      // All failures happen within one hour.
      const now = new Date();
      const clock = jest.spyOn(SystemClock.prototype, 'now').mockImplementation(() => new Date(now));
      const fail = () =>
        expect(signIn(email, { password: 'wrong horse battery' })).rejects.toEqual(code('sign_in_failed'));
      const counts = service.db.collection('failedSignIns');
      const counted = async (count: number) =>
        (await counts.findOne({ _id: new RegExp(`^${loginId} password `) }))?.count === count;
      const failure = (count: number) => ['password', count, 'Ada Lovelace', null, undefined];
      await fail();
      await eventually(() => counted(1));
      await fail();
      await eventually(() => counted(2));
      await counts.updateMany({}, { $set: { count: 9 } });
      await fail();
      await eventually(async () => (await failures(two.id)).length === 2);
      await counts.updateMany({}, { $set: { count: 98 } });
      await fail();
      await eventually(() => counted(99));
      await fail();
      await eventually(async () => (await failures(one.id)).length === 3);
      for (const { id } of [one, two]) {
        await eventually(async () => (await failures(id)).length === 3);
        expect(await failures(id)).toEqual([failure(1), failure(10), failure(100)]);
      }
      clock.mockRestore();
    });

    it('record that gateways limit it, and notify the person by email once a day', async () => {
      const user = await service.user();
      const { email } = await aMember(user.id);
      const guessed = () => mailbox.mails.filter((mail) => mail.to.includes(email));
      const limited = (whose = email) =>
        service.messenger.publish('sign-in.limited', { email: whose, at: new Date().toISOString() });
      mailbox.refuses = true;
      const counts = service.db.collection('failedSignIns');
      await limited('nobody@mail.test');
      await Promise.all(Array.from({ length: 50 }, () => limited()));
      await eventually(async () => (await failures(user.id)).length === 1);
      mailbox.refuses = false;
      await limited();
      await eventually(() => guessed().length > 0);
      await eventually(async () => ((await counts.findOne({ _id: / limited / }))?.count ?? 0) >= 51);
      expect(await failures(user.id)).toEqual([['password', true, 'Ada Lovelace', null, undefined]]);
      expect(guessed().map(({ subject }) => subject)).toEqual([
        'Password guessing attempts on your Carillon account',
      ]);
    });

    it('name the method, and record used recovery codes in each account of the person', async () => {
      const [one, two] = [await service.user(), await service.user()];
      const { email, loginId, id: keyId } = await aMember(one.id);
      const second = await aMember(two.id, { email });
      const { id: sessionId } = await signIn(email);
      const own = { by: { role: 'user' as const, keyId }, loginId, sessionId };
      const secret = mintTotpSecret();
      await service.messenger.request('login.begin-second-factor', {
        ...{ ...own, current: vault.seal(PASSWORD, `login:${sessionId}:current`) },
        secret: vault.seal(secret, `login:${sessionId}:secret`),
      });
      const [recovery = '', ...others] = mintRecoveryCodes();
      const step = Math.floor(Date.now() / 30_000);
      await service.messenger.request('login.confirm-second-factor', {
        ...{ ...own, code: vault.seal(codeAt(step, secret), `login:${sessionId}:code`) },
        recoveryHashes: [recovery, ...others].map(hashRecoveryCode),
      });
      await signIn(email, { code: codeAt(step + 1, secret) });
      await signIn(email, { code: recovery });
      const wrong = signIn(email, { code: recovery });
      await expect(wrong).rejects.toEqual(code('sign_in_failed'));
      const ways = (await trail(one.id))
        .filter(({ action }) => action === 'session.created')
        .map(({ changes }) => changes.find(({ field }) => field === 'way')?.after);
      expect(ways).toEqual(['password', 'password_and_code', 'password_and_recovery_code']);
      const uses = async (userId: string) =>
        (await trail(userId)).filter(({ action }) => action === 'recovery_code.used');
      const changes = [{ field: 'recoveryCodes', before: 10, after: 9 }];
      expect(await uses(one.id)).toMatchObject([{ changes, actor: { member: { id: keyId } } }]);
      expect(await uses(two.id)).toMatchObject([{ changes, actor: { member: { id: second.id } } }]);
      await eventually(async () => (await failures(two.id)).length === 1);
      expect((await failures(two.id))[0]?.slice(0, 2)).toEqual(['code', 1]);
    });

    it('record sessions above the limit, and notify the gateways', async () => {
      const { id: userId } = await service.user();
      const { email, loginId, id } = await aMember(userId);
      const oldest = aToken();
      await signIn(email, { token: oldest });
      const sessions = service.db.collection('sessions');
      const [first] = await sessions.find({ tokenHash: hashOf(oldest) }).toArray();
      await sessions.updateOne(
        { tokenHash: hashOf(oldest) },
        { $set: { lastUsedAt: new Date(Date.now() - 60_000) } },
      );
      const copies = Array.from({ length: 49 }, () => ({
        ...{ ...first, _id: new ObjectId(), tokenHash: aToken(), lastUsedAt: new Date() },
      }));
      await sessions.insertMany(copies);
      service.broadcasts.length = 0;
      await signIn(email);
      expect(await principalOf(oldest)).toBeNull();
      expect(await sessions.countDocuments({ loginId: new ObjectId(loginId) })).toBe(50);
      expect((await trail(userId)).at(-1)).toMatchObject({
        ...{ action: 'session.deleted', target: { id: String(first?._id) }, actor: { member: { id } } },
        changes: [{ field: 'reason', before: null, after: 'too_many' }],
      });
      await eventually(() => service.broadcasts.includes(`access.changed ${userId}`));
    });
  });

  describe('sessions', () => {
    it('are listed and ended only by their person', async () => {
      const user = await service.user();
      const [ada, eve] = [await aMember(user.id), await aMember(user.id)];
      const token = aToken();
      const { id } = await signIn(ada.email, { token, userAgent: 'Firefox' });
      const page = { after: null, limit: 10 };
      const own = await service.messenger.request('session.list', { loginId: ada.loginId, ...page });
      expect(own.items).toMatchObject([{ id, userAgent: 'Firefox' }]);
      const foreign = { loginId: eve.loginId, id };
      await expect(service.messenger.request('session.get', foreign)).rejects.toEqual(
        code('session_not_found'),
      );
      const byEve: By = { role: 'user', keyId: eve.id };
      await expect(service.messenger.request('session.delete', { by: byEve, ...foreign })).rejects.toEqual(
        code('session_not_found'),
      );
      const byAda: By = { role: 'user', keyId: ada.id };
      const ended = { by: byAda, loginId: ada.loginId, id };
      service.broadcasts.length = 0;
      expect(await service.messenger.request('session.delete', ended)).toEqual({ ids: [id] });
      expect(await principalOf(token)).toBeNull();
      await eventually(() => service.broadcasts.includes(`access.changed ${user.id}`));
    });

    it('continue in another account of their person, with another token and the same end', async () => {
      const [one, two, foreign] = [await service.user(), await service.user(), await service.user()];
      const first = await aMember(one.id, { role: 'viewer' });
      const second = await aMember(two.id, { email: first.email, role: 'sender' });
      const [previous, token] = [aToken(), aToken()];
      const begun = await signIn(first.email, { token: previous });
      const request = { loginId: first.loginId, id: begun.id, tokenHash: hashOf(token) };
      await expect(
        service.messenger.request('session.switch', { ...request, userId: foreign.id }),
      ).rejects.toEqual(code('user_not_found'));
      service.broadcasts.length = 0;
      const go = () => service.messenger.request('session.switch', { ...request, userId: two.id });
      const switched = await go();
      expect(switched).toMatchObject({
        ...{ id: begun.id, userId: two.id, memberId: second.id },
        ...{ createdAt: begun.createdAt, expiresAt: expect.any(String) as string },
      });
      expect(await go()).toEqual(switched);
      expect([await principalOf(previous), await principalOf(token)]).toMatchObject([
        null,
        { userId: two.id, keyId: second.id, scopes: ['read', 'write', 'send'] },
      ]);
      await eventually(() => service.broadcasts.includes(`access.changed ${one.id}`));
      const named = (id: string) => ({ actor: { keyId: null, member: { id, email: first.email } } });
      expect((await trail(one.id)).at(-1)).toMatchObject({ action: 'session.deleted', ...named(first.id) });
      const inSecond = (await trail(two.id)).filter(({ action }) => action === 'session.created');
      expect(inSecond).toMatchObject([named(second.id)]);
    });

    it('cannot continue in another account after they ended', async () => {
      const [one, two] = [await service.user(), await service.user()];
      const { loginId, email } = await aMember(one.id);
      await aMember(two.id, { email });
      const { id } = await signIn(email);
      await reset(email);
      const request = { loginId, id, userId: two.id, tokenHash: hashOf(aToken()) };
      await expect(service.messenger.request('session.switch', request)).rejects.toEqual(
        code('invalid_session'),
      );
      const page = { loginId, after: null, limit: 10 };
      expect((await service.messenger.request('session.list', page)).items).toEqual([]);
    });

    it('are ended once, and a repeated command gets the same reply', async () => {
      const { email, loginId, id: keyId } = await aMember((await service.user()).id);
      const { id } = await signIn(email);
      const end = () =>
        service.messenger.request('session.delete', { by: { role: 'user', keyId }, loginId, id });
      const request = { requestId: newId() };
      expect(await withTrace(request, end)).toEqual({ ids: [id] });
      expect(await withTrace(request, end)).toEqual({ ids: [id] });
      await expect(withTrace({ requestId: newId() }, end)).rejects.toEqual(code('session_not_found'));
    });

    it.each(['changes the password', 'begins a second factor', 'removes it'])(
      'that are ended at the same time cannot complete: %s',
      async (what) => {
        const { email, loginId, id: keyId } = await aMember((await service.user()).id);
        const { id: sessionId } = await signIn(email);
        const own = { by: { role: 'user' as const, keyId }, loginId, sessionId };
        const request = { ...own, current: vault.seal(PASSWORD, `login:${sessionId}:current`) };
        const password = vault.seal('the horse of a thief', `login:${sessionId}:password`);
        const secret = vault.seal(mintTotpSecret(), `login:${sessionId}:secret`);
        onceRight(() => reset(email));
        const change: Promise<unknown> =
          what === 'changes the password'
            ? service.messenger.request('login.change-password', { ...request, password })
            : what === 'removes it'
              ? service.messenger.request('login.remove-second-factor', request)
              : service.messenger.request('login.begin-second-factor', { ...request, secret });
        await expect(change).rejects.toEqual(code('validation_failed'));
        await signIn(email, { password: NEW });
        const [stored] = (await service.documents('logins')).filter((each) => each.email === email);
        expect(stored).not.toHaveProperty('unconfirmedFactor');
      },
    );

    it('end with a new password, except the session that changed it, which gets another token', async () => {
      const { email, loginId, id: keyId } = await aMember((await service.user()).id);
      const [mine, other, renewed] = [aToken(), aToken(), aToken()];
      const { id: sessionId } = await signIn(email, { token: mine });
      await signIn(email, { token: other });
      const change = (current: string) =>
        service.messenger.request('login.change-password', {
          ...{ by: { role: 'user', keyId }, loginId, sessionId },
          current: vault.seal(current, `login:${sessionId}:current`),
          password: vault.seal('another horse battery', `login:${sessionId}:password`),
          tokenHash: hashOf(renewed),
        });
      await expect(change('wrong horse battery')).rejects.toEqual(code('validation_failed'));
      expect(await principalOf(other)).not.toBeNull();
      await change(PASSWORD);
      expect([await principalOf(mine), await principalOf(other)]).toEqual([null, null]);
      expect(await principalOf(renewed)).toMatchObject({ signedIn: { sessionId } });
      await expect(signIn(email)).rejects.toEqual(code('sign_in_failed'));
      await signIn(email, { password: 'another horse battery' });
    });

    it('leave no open password link or unconfirmed second factor after a password change', async () => {
      const { email, loginId, id: keyId } = await aMember((await service.user()).id);
      await service.messenger.request('password.forgotten', { email, publicUrl });
      const link = await mailbox.tokenTo(email);
      const { id: sessionId } = await signIn(email);
      const own = { by: { role: 'user' as const, keyId }, loginId, sessionId };
      const current = vault.seal(PASSWORD, `login:${sessionId}:current`);
      const secret = mintTotpSecret();
      await service.messenger.request('login.begin-second-factor', {
        ...{ ...own, current, secret: vault.seal(secret, `login:${sessionId}:secret`) },
      });
      const password = vault.seal(NEW, `login:${sessionId}:password`);
      await service.messenger.request('login.change-password', { ...own, current, password });
      await expect(use(link, { password: PASSWORD })).rejects.toEqual(code('link_not_found'));
      const confirmed = service.messenger.request('login.confirm-second-factor', {
        ...own,
        code: vault.seal(codeAt(Math.floor(Date.now() / 30_000), secret), `login:${sessionId}:code`),
        recoveryHashes: [],
      });
      await expect(confirmed).rejects.toEqual(code('second_factor_not_begun'));
    });
  });

  describe('members', () => {
    it('are not found in other accounts', async () => {
      const [mine, theirs] = [await service.user(), await service.user()];
      await aMember(mine.id);
      const { id } = await aMember(theirs.id);
      const foreign = { by, userId: mine.id, id };
      await expect(service.messenger.request('member.get', foreign)).rejects.toEqual(
        code('member_not_found'),
      );
      await expect(
        service.messenger.request('member.update', { ...foreign, role: 'viewer' }),
      ).rejects.toEqual(code('member_not_found'));
      await expect(service.messenger.request('member.delete', foreign)).rejects.toEqual(
        code('member_not_found'),
      );
      const listed = await service.messenger.request('member.list', {
        userId: mine.id,
        ...{ after: null, limit: 10 },
      });
      expect(listed.items.map((each) => each.id)).not.toContain(id);
    });

    it('always include an owner, even if two are demoted at the same time', async () => {
      const { id: userId } = await service.user();
      const owners = [await aMember(userId), await aMember(userId)];
      const demoted = await Promise.allSettled(
        owners.map(({ id }) =>
          service.messenger.request('member.update', { by, userId, id, role: 'viewer' }),
        ),
      );
      expect(demoted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const left = owners[demoted.findIndex(({ status }) => status === 'rejected')];
      await expect(
        service.messenger.request('member.delete', { by, userId, id: left?.id ?? '' }),
      ).rejects.toEqual(code('last_owner'));
    });

    it('lose their permissions immediately', async () => {
      const { id: userId } = await service.user();
      await aMember(userId);
      const { id, email } = await aMember(userId, { role: 'sender' });
      const token = aToken();
      await signIn(email, { token });
      service.broadcasts.length = 0;
      await service.messenger.request('member.update', { by, userId, id, role: 'viewer' });
      expect(await principalOf(token)).toMatchObject({ scopes: ['read'] });
      await eventually(() => service.broadcasts.includes(`access.changed ${userId}`));
      await service.messenger.request('member.delete', { by, userId, id });
      expect(await principalOf(token)).toBeNull();
      await expect(signIn(email)).rejects.toEqual(code('sign_in_failed'));
    });

    it('keep their login as long as they belong to any account', async () => {
      const [one, two] = [await service.user(), await service.user()];
      await Promise.all([aMember(one.id), aMember(two.id)]);
      const first = await aMember(one.id, { role: 'viewer' });
      await aMember(two.id, { role: 'viewer', email: first.email, password: 'not used: there is one' });
      await service.messenger.request('member.delete', { by, userId: one.id, id: first.id });
      expect(await signIn(first.email)).toMatchObject({ userId: two.id });
    });

    it('keep their login if they leave one account while they join another', async () => {
      const [one, two] = [await service.user(), await service.user()];
      await aMember(one.id);
      const { id, email } = await aMember(one.id, { role: 'viewer' });
      await invite(two.id, email);
      const token = await mailbox.tokenTo(email);
      const hold = jest.spyOn(Logins.prototype, 'hold');
      const remove = jest.spyOn(Logins.prototype, 'remove');
      let accepted: Promise<unknown> = Promise.resolve();
      remove.mockImplementationOnce(async function (this: Logins, ...args) {
        remove.mockRestore();
        accepted = use(token).catch(() => undefined);
        // The other transaction is either done, or waits for this removal to end.
        await Promise.race([accepted, eventually(() => hold.mock.calls.length > 1)]);
        await this.remove(...args);
      });
      await service.messenger.request('member.delete', { by, userId: one.id, id });
      await accepted;
      hold.mockRestore();
      const logins = (await service.documents('logins')).map(({ _id }) => String(_id));
      const members = (await service.documents('members')).map((each) => String(each.loginId));
      expect(members.filter((each) => !logins.includes(each))).toEqual([]);
    });

    it('are recorded by their membership in each account when they change their own data, and by name when they leave', async () => {
      const [one, two] = [await service.user(), await service.user()];
      await aMember(one.id);
      const first = await aMember(one.id);
      const second = await aMember(two.id, { email: first.email });
      await reset(first.email);
      const named = (id: string) => ({ actor: { keyId: null, member: { id, email: first.email } } });
      expect((await trail(one.id)).at(-1)).toMatchObject({ action: 'password.changed', ...named(first.id) });
      expect((await trail(two.id)).at(-1)).toMatchObject({ action: 'password.changed', ...named(second.id) });
      const asFirst: By = { role: 'user', keyId: first.id };
      await service.messenger.request('member.delete', { by: asFirst, userId: one.id, id: first.id });
      expect((await trail(one.id)).at(-1)).toMatchObject({ action: 'member.deleted', ...named(first.id) });
    });

    it('are in the audit trail without addresses and sign-ins for callers without access to members', async () => {
      const { id: userId } = await service.user();
      const ada = await aMember(userId);
      await signIn(ada.email);
      const asAda: By = { role: 'user', keyId: ada.id };
      await service.messenger.request('user.update', { by: asAda, id: userId, name: 'Analytical Ltd' });
      const all = { userId, since: null, until: null, after: null, limit: 100, withoutPeople: true };
      const page = async (action: AuditAction | null) =>
        (await service.messenger.request('audit.page', { ...all, action })).items;
      const entries = await page(null);
      expect(entries.map(({ action }) => action)).toEqual(['user.created', 'user.updated']);
      expect(entries.at(-1)?.actor.member).toEqual({ id: ada.id, name: 'Ada Lovelace' });
      expect([await page('session.created'), (await page('user.updated')).length]).toEqual([[], 1]);
    });

    it('are in the audit trail by name', async () => {
      const { id: userId } = await service.user();
      const ada = await aMember(userId);
      const asAda: By = { role: 'user', keyId: ada.id };
      await service.messenger.request('user.update', { by: asAda, id: userId, name: 'Analytical Ltd' });
      await signIn(ada.email);
      const named = { id: ada.id, name: 'Ada Lovelace', email: ada.email };
      expect((await trail(userId)).slice(1)).toMatchObject([
        { action: 'member.created', target: { type: 'member', name: 'Ada Lovelace' } },
        { action: 'user.updated', actor: { role: 'user', keyId: null, keyPrefix: null, member: named } },
        { action: 'session.created', actor: { member: named } },
      ]);
      await service.messenger.publish('audit.noted', {
        ...{ id: newId(), at: new Date().toISOString(), userId, by: asAda, requestId: null, changes: [] },
        ...{ action: 'campaign.published', target: { type: 'campaign', id: newId(), name: 'Spring' } },
      });
      const published = async () =>
        (await trail(userId)).find(({ action }) => action === 'campaign.published');
      await eventually(async () => (await published()) !== undefined);
      expect((await published())?.actor).toMatchObject({ keyId: null, member: named });
    });

    it('are deleted with their account, together with sessions, invitations, and unneeded logins', async () => {
      const { id: userId } = await service.user();
      const { email } = await aMember(userId);
      const token = aToken();
      await signIn(email, { token });
      const invited = anEmail();
      await invite(userId, invited);
      await service.messenger.request('erasure.begin-user', { by, id: newId(), userId });
      expect(await principalOf(token)).toBeNull();
      const kept = JSON.stringify(
        await Promise.all(['logins', 'members', 'sessions', 'links'].map((each) => service.documents(each))),
      );
      for (const gone of [userId, email, invited]) expect(kept).not.toContain(gone);
    });
  });

  it('become the first owner by a command that needs no broker', async () => {
    const { id: userId } = await service.user();
    const email = anEmail();
    const environment = {
      ...service.environment({ AMQP_URL: 'amqp://127.0.0.1:1', LOG_LEVEL: 'silent' }),
      ...{ MONGO_URL: service.database.mongoUrl, DATABASE_PREFIX: `${service.database.name}_` },
    };
    const task = await startTask('account', [{ module: OwnerModule }], environment);
    const text = await makeOwner(task.get(AddMember, { strict: false }), [userId, email, 'Ada']);
    await task.close();
    const password = / password (\S+)$/.exec(text)?.[1] ?? '';
    expect(await signIn(email, { password })).toMatchObject({ userId });
    expect((await trail(userId)).at(1)).toMatchObject({
      action: 'member.created',
      actor: { role: 'system', keyId: null },
    });
  });

  describe('an invitation', () => {
    it('lets a person set a password and sign in, once', async () => {
      const { id: userId } = await service.user({ name: 'Analytical Ltd' });
      const email = anEmail();
      await invite(userId, email, 'sender');
      const token = await mailbox.tokenTo(email);
      expect(mailbox.mails.at(-1)?.text).toContain(`${publicUrl}/password/${token}`);
      expect(JSON.stringify(await service.documents('links'))).not.toContain(token);
      const request = { tokenHash: hashOf(token) };
      expect(await service.messenger.request('password.read-link', request)).toEqual({
        ...{ email, accountName: 'Analytical Ltd', isNew: true },
      });
      await expect(use(token)).rejects.toEqual(code('validation_failed'));
      expect(await use(token, { name: 'Grace', password: PASSWORD })).toEqual({ email });
      const { memberId } = await signIn(email);
      const member = await service.messenger.request('member.get', { userId, id: memberId });
      expect(member).toMatchObject({ name: 'Grace', email, role: 'sender' });
      await expect(use(token, { name: 'Eve', password: PASSWORD })).rejects.toEqual(code('link_not_found'));
      expect((await trail(userId)).at(-2)).toMatchObject({
        action: 'member.created',
        actor: { member: { name: 'Grace', email } },
      });
    });

    it('keeps the password of a person who already has a login', async () => {
      const [one, two] = [await service.user(), await service.user()];
      const { email } = await aMember(one.id);
      await invite(two.id, email);
      await use(await mailbox.tokenTo(email), { name: 'Eve', password: 'another horse battery' });
      expect(await signIn(email, { userId: two.id })).toMatchObject({ userId: two.id });
      await expect(signIn(email, { password: 'another horse battery' })).rejects.toEqual(
        code('sign_in_failed'),
      );
    });

    it('replaces an earlier one, ends after a week, and can be withdrawn', async () => {
      const { id: userId } = await service.user();
      const email = anEmail();
      await invite(userId, email);
      const first = await mailbox.tokenTo(email);
      const { id } = await invite(userId, email, 'viewer');
      const second = await mailbox.tokenTo(email, 2);
      const person = { name: 'Grace', password: PASSWORD };
      await expect(use(first, person)).rejects.toEqual(code('link_not_found'));
      const links = service.db.collection('links');
      const stored = await links.findOne({ tokenHash: hashOf(second) });
      const { createdAt, expiresAt } = stored as unknown as { createdAt: Date; expiresAt: Date };
      expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * 86_400_000);
      await links.updateOne({ tokenHash: hashOf(second) }, { $set: { expiresAt: createdAt } });
      await expect(use(second, person)).rejects.toEqual(code('link_not_found'));
      await links.updateOne({ tokenHash: hashOf(second) }, { $set: { expiresAt } });
      const other = await service.user();
      await expect(
        service.messenger.request('invitation.delete', { by, userId: other.id, id }),
      ).rejects.toEqual(code('invitation_not_found'));
      await service.messenger.request('invitation.delete', { by, userId, id });
      await expect(use(second, person)).rejects.toEqual(code('link_not_found'));
    });

    it.each(['removed', 'demoted'])('ends when its sender is %s', async (what) => {
      const { id: userId } = await service.user();
      await aMember(userId);
      const { id } = await aMember(userId);
      const [email, late] = [anEmail(), anEmail()];
      const send = (to: string) =>
        service.messenger.request('invitation.create', {
          ...{ by: { role: 'user', keyId: id }, id: newId(), userId, email: to, role: 'owner', publicUrl },
        });
      await send(email);
      if (what === 'removed') await service.messenger.request('member.delete', { by, userId, id });
      else await service.messenger.request('member.update', { by, userId, id, role: 'sender' });
      const page = { userId, after: null, limit: 10 };
      expect((await service.messenger.request('invitation.list', page)).items).toEqual([]);
      // A session that was in transit.
      await send(late);
      for (const to of [email, late]) {
        const token = await mailbox.tokenTo(to);
        await expect(use(token, { name: 'Eve', password: PASSWORD })).rejects.toEqual(code('link_not_found'));
      }
    });

    it('ends with the key that sent it', async () => {
      const { id: userId } = await service.user();
      const keys = service.db.collection('apiKeys');
      const key = {
        _id: new ObjectId(),
        userId: new ObjectId(userId),
        keyHash: aToken(),
        prefix: 'car_live_a',
      };
      await keys.insertOne(key);
      const asKey: By = { role: 'user', keyId: key._id.toHexString() };
      const [email, late] = [anEmail(), anEmail()];
      for (const to of [email, late]) {
        const sent = { by: asKey, id: newId(), userId, email: to, role: 'editor' as const, publicUrl };
        await service.messenger.request('invitation.create', sent);
      }
      await use(await mailbox.tokenTo(email), { name: 'Grace', password: PASSWORD });
      await keys.deleteOne({ _id: key._id });
      const token = await mailbox.tokenTo(late);
      await expect(use(token, { name: 'Eve', password: PASSWORD })).rejects.toEqual(code('link_not_found'));
    });

    it('is accepted by a new person for two accounts at the same time', async () => {
      const [one, two] = [await service.user(), await service.user()];
      const email = anEmail();
      await invite(one.id, email);
      const first = await mailbox.tokenTo(email);
      await invite(two.id, email);
      const second = await mailbox.tokenTo(email, 2);
      const person = { name: 'Grace', password: PASSWORD };
      const add = jest.spyOn(Logins.prototype, 'add');
      add.mockImplementationOnce(async function (this: Logins, ...args) {
        add.mockRestore();
        await use(second, person);
        return this.add(...args);
      });
      expect(await use(first, person)).toEqual({ email });
      for (const { id } of [one, two])
        expect(await signIn(email, { userId: id })).toMatchObject({ userId: id });
    });

    it('hashes no password that is invalid or unused', async () => {
      const [one, two] = [await service.user(), await service.user()];
      const hash = jest.spyOn(Passwords.prototype, 'hash');
      const unknown = anEmail();
      await invite(one.id, unknown);
      const token = await mailbox.tokenTo(unknown);
      await expect(use(token, { password: PASSWORD })).rejects.toEqual(code('validation_failed'));
      expect(hash).not.toHaveBeenCalled();
      const { email } = await aMember(one.id);
      hash.mockClear();
      await invite(two.id, email);
      await use(await mailbox.tokenTo(email), { name: 'Eve', password: NEW });
      expect(hash).not.toHaveBeenCalled();
      hash.mockRestore();
    });

    it('is sent to the mail server in groups of eight, out of sixty concurrent invitations', async () => {
      const { id: userId } = await service.user();
      await Promise.all(Array.from({ length: 60 }, () => invite(userId, anEmail())));
      const page = { userId, after: null, limit: 100 };
      expect((await service.messenger.request('invitation.list', page)).items).toHaveLength(60);
      expect(mailbox.most).toBeLessThanOrEqual(8);
    });

    it('is rejected while the mail server doesn’t respond', async () => {
      const { id: userId } = await service.user();
      const waiting: (() => void)[] = [];
      mailbox.waiting = waiting;
      const sent = Promise.allSettled(Array.from({ length: 8 }, () => invite(userId, anEmail())));
      await eventually(() => waiting.length === 8);
      await expect(invite(userId, anEmail())).rejects.toEqual(code('service_unavailable'));
      mailbox.waiting = null;
      for (const take of waiting) take();
      await sent;
    });

    it('is rejected for a member, and not stored if the mail server rejects the email', async () => {
      const { id: userId } = await service.user();
      const { email } = await aMember(userId);
      await expect(invite(userId, email)).rejects.toEqual(code('member_exists'));
      mailbox.refuses = true;
      await expect(invite(userId, anEmail())).rejects.toEqual(code('service_unavailable'));
      mailbox.refuses = false;
      const page = { userId, after: null, limit: 10 };
      expect((await service.messenger.request('invitation.list', page)).items).toEqual([]);
    });

    it('stays valid until the mail server accepts its replacement', async () => {
      const { id: userId } = await service.user();
      const email = anEmail();
      const { id } = await invite(userId, email);
      const previous = await mailbox.tokenTo(email);
      mailbox.refuses = true;
      await expect(invite(userId, email, 'viewer')).rejects.toEqual(code('service_unavailable'));
      mailbox.refuses = false;
      const page = { userId, after: null, limit: 10 };
      expect((await service.messenger.request('invitation.list', page)).items).toMatchObject([{ id }]);
      mailbox.waiting = [];
      const again = invite(userId, email, 'viewer');
      await eventually(() => mailbox.waiting?.length === 1);
      const request = { tokenHash: hashOf(previous) };
      expect(await service.messenger.request('password.read-link', request)).toMatchObject({ email });
      const [take] = mailbox.waiting;
      mailbox.waiting = null;
      take?.();
      const sent = await again;
      expect((await service.messenger.request('invitation.list', page)).items).toEqual([sent]);
      await expect(service.messenger.request('password.read-link', request)).rejects.toEqual(
        code('link_not_found'),
      );
    });

    it('can be sent again when the limit of invitations is reached', async () => {
      const { id: userId } = await service.user();
      const email = anEmail();
      await invite(userId, email);
      const links = service.db.collection('links');
      const expiresAt = new Date(Date.now() + 3_600_000);
      const others = Array.from({ length: 99 }, () => ({
        ...{ tokenHash: aToken(), email: anEmail(), userId: new ObjectId(userId), expiresAt },
      }));
      await links.insertMany(others);
      await expect(invite(userId, anEmail())).rejects.toEqual(code('limit_reached'));
      await invite(userId, email);
    });

    it('deletes other invitations to the same account when it is accepted', async () => {
      const { id: userId } = await service.user();
      const email = anEmail();
      await invite(userId, email);
      const token = await mailbox.tokenTo(email);
      const links = service.db.collection('links');
      const [link] = await links.find({ email }).toArray();
      await links.insertOne({ ...link, _id: new ObjectId(), tokenHash: aToken() });
      await use(token, { name: 'Grace', password: PASSWORD });
      expect(await links.countDocuments({ email })).toBe(0);
    });

    it('is hidden if its sender may no longer send it', async () => {
      const { id: userId } = await service.user();
      const email = anEmail();
      const asGone: By = { role: 'user', keyId: newId() };
      const sent = { by: asGone, id: newId(), userId, email, role: 'editor' as const, publicUrl };
      await service.messenger.request('invitation.create', sent);
      const request = { tokenHash: hashOf(await mailbox.tokenTo(email)) };
      await expect(service.messenger.request('password.read-link', request)).rejects.toEqual(
        code('link_not_found'),
      );
    });
  });

  describe('a forgotten password', () => {
    const forget = (email: string) => service.messenger.request('password.forgotten', { email, publicUrl });

    it('keeps earlier links when more are requested, and voids all when one is used', async () => {
      const { email } = await aMember((await service.user()).id);
      await forget(email);
      const first = await mailbox.tokenTo(email);
      await forget(email);
      const second = await mailbox.tokenTo(email, 2);
      await use(first, { password: NEW });
      await signIn(email, { password: NEW });
      await expect(use(second, { password: PASSWORD })).rejects.toEqual(code('link_not_found'));
    });

    it('has at most five links, not counting those that the mail server rejected', async () => {
      const { email } = await aMember((await service.user()).id);
      const links = service.db.collection('links');
      mailbox.refuses = true;
      const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      await forget(email);
      await eventually(() => log.mock.calls.length > 0);
      log.mockRestore();
      mailbox.refuses = false;
      expect(await links.countDocuments({ email })).toBe(0);
      for (let count = 1; count <= 5; count++) {
        await forget(email);
        await mailbox.tokenTo(email, count);
      }
      const count = jest.spyOn(Links.prototype, 'forget');
      await forget(email);
      await eventually(() => count.mock.results.length > 0);
      expect(await count.mock.results[0]?.value).toBeNull();
      count.mockRestore();
      expect(await links.countDocuments({ email })).toBe(5);
    });

    it('is replaced through a link, which ends all sessions', async () => {
      const { email } = await aMember((await service.user()).id);
      const session = aToken();
      await signIn(email, { token: session });
      await forget(email);
      const token = await mailbox.tokenTo(email);
      await use(token, { password: 'another horse battery' });
      expect(await principalOf(session)).toBeNull();
      await signIn(email, { password: 'another horse battery' });
      await expect(use(token, { password: PASSWORD })).rejects.toEqual(code('link_not_found'));
    });

    it('gives the same reply to everyone, and sends no email to unknown addresses', async () => {
      const { email } = await aMember((await service.user()).id);
      expect(await forget('nobody@mail.test')).toEqual(await forget(email));
      await mailbox.tokenTo(email);
      expect(mailbox.mails.filter(({ to }) => to.includes('nobody'))).toEqual([]);
    });
  });

  describe('a second factor', () => {
    async function withFactor() {
      const { email, loginId, id: keyId } = await aMember((await service.user()).id);
      const { id: sessionId } = await signIn(email);
      const own = { by: { role: 'user' as const, keyId }, loginId, sessionId };
      const current = vault.seal(PASSWORD, `login:${sessionId}:current`);
      const secret = mintTotpSecret();
      await service.messenger.request('login.begin-second-factor', {
        ...{ ...own, current, secret: vault.seal(secret, `login:${sessionId}:secret`) },
      });
      const now = Math.floor(Date.now() / 30_000);
      const recoveryCodes = mintRecoveryCodes();
      const confirm = async (code: string) => {
        await service.messenger.request('login.confirm-second-factor', {
          ...{ ...own, code: vault.seal(code, `login:${sessionId}:code`) },
          recoveryHashes: recoveryCodes.map(hashRecoveryCode),
        });
        return { recoveryCodes };
      };
      return { email, secret, now, own, current, confirm };
    }

    it('ends all other sessions once it is confirmed', async () => {
      const { email, secret, now, own, confirm } = await withFactor();
      const [other, later] = [aToken(), aToken()];
      await signIn(email, { token: other });
      const sessionsOf = async () => {
        const page = { loginId: own.loginId, after: null, limit: 10 };
        return (await service.messenger.request('session.list', page)).items.map(({ id }) => id);
      };
      await confirm(codeAt(now, secret));
      expect(await sessionsOf()).toEqual([own.sessionId]);
      expect(await principalOf(other)).toBeNull();
      await signIn(email, { token: later, code: codeAt(now + 1, secret) });
      expect(await principalOf(later)).not.toBeNull();
    });

    it('is required once it is confirmed, and each code works once', async () => {
      const { email, secret, now, confirm } = await withFactor();
      await signIn(email);
      await expect(confirm('000000')).rejects.toEqual(code('validation_failed'));
      await confirm(codeAt(now, secret));
      await expect(signIn(email)).rejects.toEqual(code('second_factor_required'));
      await expect(signIn(email, { password: 'wrong horse battery' })).rejects.toEqual(
        code('sign_in_failed'),
      );
      await expect(signIn(email, { code: codeAt(now, secret) })).rejects.toEqual(code('sign_in_failed'));
      await signIn(email, { code: codeAt(now + 1, secret) });
      await expect(signIn(email, { code: codeAt(now + 1, secret) })).rejects.toEqual(code('sign_in_failed'));
      expect(JSON.stringify(await service.documents('logins'))).not.toContain(secret);
    });

    it('accepts a person whose password is being guessed only with a code, and does not reveal what is wrong', async () => {
      const { email, secret, now, confirm } = await withFactor();
      await confirm(codeAt(now, secret));
      const guarded = { needsSecondFactor: true };
      const wrong = { password: 'wrong horse battery' };
      for (const codes of [{}, { code: 'wrong' }, { ...wrong, code: codeAt(now + 1, secret) }]) {
        const failing = signIn(email, { ...codes, ...guarded });
        await expect(failing).rejects.toMatchObject({
          code: 'sign_in_failed',
          detail: 'The email address or the password is incorrect',
        });
      }
      await expect(signIn(email, { code: codeAt(now + 1, secret), ...guarded })).resolves.toMatchObject({});
      const { email: without } = await aMember((await service.user()).id);
      await expect(signIn(without, { code: '123456', ...guarded })).rejects.toEqual(code('sign_in_failed'));
    });

    it('blocks after a hundred wrong codes, warns the person, and requires a new password', async () => {
      const { email, secret, now, confirm } = await withFactor();
      const [recovery = ''] = (await confirm(codeAt(now, secret))).recoveryCodes;
      const logins = service.db.collection('logins');
      const wrongBefore = (wrongCodes: number) => logins.updateOne({ email }, { $set: { wrongCodes } });
      await wrongBefore(99);
      await signIn(email, { code: recovery });
      await expect(signIn(email, { code: 'wrong' })).rejects.toEqual(code('sign_in_failed'));
      expect(await logins.findOne({ email })).toMatchObject({ wrongCodes: 1 });
      await wrongBefore(99);
      await expect(signIn(email, { code: 'wrong' })).rejects.toEqual(code('sign_in_failed'));
      const warned = () =>
        mailbox.mails.filter(({ to, text }) => to.includes(email) && text.includes('wrong'));
      await eventually(() => warned().length === 1);
      const next = codeAt(now + 1, secret);
      await expect(signIn(email, { code: next })).rejects.toEqual(code('sign_in_failed'));
      await reset(email);
      await signIn(email, { code: next, password: NEW });
    });

    it('can be replaced by recovery codes, once each, and removed with the password', async () => {
      const { email, secret, now, own, current, confirm } = await withFactor();
      const { recoveryCodes } = await confirm(codeAt(now, secret));
      expect(recoveryCodes).toHaveLength(10);
      const [recovery = ''] = recoveryCodes;
      await signIn(email, { code: recovery.toUpperCase().replaceAll('-', ' ') });
      await expect(signIn(email, { code: recovery })).rejects.toEqual(code('sign_in_failed'));
      const login = await service.messenger.request('login.get', { id: own.loginId });
      expect(login).toMatchObject({ hasSecondFactor: true, recoveryCodes: 9 });
      await service.messenger.request('login.remove-second-factor', { ...own, current });
      await signIn(email);
    });
  });
});
