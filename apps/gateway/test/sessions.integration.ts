import { createHash } from 'node:crypto';
import { createVault, hashRecoveryCode, parseKeyRing } from '@carillon/vault';
import { AppError, type CommandName, type Payload, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { byUser, keys, principals } from './callers';
import { Credentials } from '../src/features/credentials';
import type { Answer } from './answer';
import { describedGateway } from './description';
import { type Answers, Gateway, PUBLIC_URL, VAULT_KEYS } from './gateway';
import { LOGIN, MEMBER, SESSION, aSessionOf, session, sessions } from './members';
import { obliging } from './services';

const vault = createVault(parseKeyRing(VAULT_KEYS));
const PASSWORD = 'correct horse battery';
const form = 'application/x-www-form-urlencoded';

interface Described {
  paths: Record<string, Record<string, { operationId: string; security: Record<string, string[]>[] }>>;
}

let gateway: Gateway;
let refusal: AppError | null = null;
let isRevoked = false;
let linked = { email: 'ada@example.com', accountName: 'A & B' as string | null, isNew: true };
const answers: Answers = {
  ...obliging,
  'account.authenticate': ({ keyHash }) => ({
    principal: isRevoked ? null : (principals.get(keyHash) ?? null),
  }),
  'session.create': ({ id }) => {
    if (refusal) throw refusal;
    return { ...session, id };
  },
  'password.use-link': () => ({ email: linked.email }),
  'password.read-link': () => {
    if (refusal) throw refusal;
    return linked;
  },
};
beforeAll(async () => {
  gateway = await Gateway.start(answers);
});
beforeEach(() => {
  refusal = null;
  linked = { email: 'ada@example.com', accountName: 'A & B', isNew: true };
});
afterAll(() => gateway.close());

let last = 0;
const anEmail = (): string => `person${last++}@example.com`;
const signIn = (body: object = {}, headers: Record<string, string> = {}) =>
  gateway.call(
    'POST',
    '/sessions',
    { body: { email: anEmail(), password: PASSWORD, ...body }, headers },
    null,
  );
/** The newest command of this name. */
function sent<N extends CommandName>(name: N): Payload<N> {
  const command = gateway.payloads(name).at(-1);
  if (!command) throw new Error(`${name} was not sent`);
  return command;
}
const cookieOf = (header: string[] | string | undefined): string => [header].flat()[0] ?? '';

describe('signing in', () => {
  it('returns a cookie that scripts and other origins cannot use, and stores only its hash', async () => {
    const { status, headers, body } = await signIn({ email: 'Ada@Example.com', code: '123456' });
    expect(status).toBe(201);
    const cookie = cookieOf(headers['set-cookie']);
    const [, token = ''] =
      /^__Host-carillon=([\w-]{43}); Path=\/; HttpOnly; SameSite=Lax; Secure$/.exec(cookie) ?? [];
    expect(token).not.toBe('');
    const command = sent('session.create');
    expect(command).toMatchObject({
      tokenHash: createHash('sha256').update(token).digest('hex'),
      ...{ email: 'ada@example.com', userId: null, endsHash: null },
    });
    expect(vault.open(command.code ?? '', `login:${command.id}:code`)).toBe('123456');
    expect(JSON.stringify(command)).not.toContain(PASSWORD);
    expect(vault.open(command.password, `login:${command.id}:password`)).toBe(PASSWORD);
    const { createSession } = (body as { data: { createSession: { _id: string; csrfToken: string } } }).data;
    expect(headers.location).toBe(`/api/v1/sessions/${createSession._id}`);
    expect(JSON.stringify(body)).not.toContain(token);
    expect(createSession.csrfToken).toBe(createHash('sha256').update(`csrf ${token}`).digest('base64url'));
  });

  it('replaces the session of the request', async () => {
    const { cookie } = sessions.owner;
    await signIn({}, { cookie });
    const [, token = ''] = cookie.split('=');
    const hash = createHash('sha256').update(token).digest('hex');
    expect(gateway.payloads('session.create').at(-1)?.endsHash).toBe(hash);
  });

  it.each(['sign_in_failed', 'second_factor_required'] as const)('returns %s', async (code) => {
    refusal = new AppError(code);
    const { status, body, headers } = await signIn();
    expect([status, body, headers['set-cookie']]).toMatchObject([401, { code }, undefined]);
  });

  it('is limited for each person, without counting correct passwords as wrong', async () => {
    const email = anEmail();
    for (let i = 0; i < 15; i++) expect((await signIn({ email })).status).toBe(201);
    refusal = new AppError('sign_in_failed');
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await signIn({ email })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const { headers, status } = await signIn({ email: email.toUpperCase() });
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    refusal = null;
    expect((await signIn()).status).toBe(201);
  });

  it('is also limited for correct passwords, and without the second factor', async () => {
    const [email, other] = [anEmail(), anEmail()];
    const statuses = async (email: string) => {
      const all = [];
      for (let i = 0; i < 21; i++) all.push((await signIn({ email })).status);
      return all;
    };
    expect(await statuses(email)).toEqual([...Array<number>(20).fill(201), 429]);
    refusal = new AppError('second_factor_required');
    expect(await statuses(other)).toEqual([...Array<number>(20).fill(401), 429]);
  });

  it('is limited for each network', async () => {
    const second = await gateway.another({ FAILED_AUTHENTICATIONS_PER_MINUTE: '3' });
    refusal = new AppError('sign_in_failed');
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      const body = { email: anEmail(), password: PASSWORD };
      statuses.push((await second.call('POST', '/sessions', { body }, null)).status);
    }
    await second.close();
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
});

describe('a session', () => {
  const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    gateway.call(method, path, { headers, ...(body && { body }) }, null);

  it('acts for the account with the scopes of the role, in the name of the member', async () => {
    const { status } = await call('POST', '/groups', sessions.editor, { name: 'Friends' });
    expect(status).toBe(201);
    await call('DELETE', `/api-keys/${newId()}`, sessions.owner);
    expect(gateway.payloads('api-key.delete').at(-1)?.by).toEqual({ role: 'user', keyId: MEMBER });
    const published = await call('POST', '/campaigns/publish', sessions.editor, { campaignId: newId() });
    expect([published.status, published.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
    expect((await call('POST', '/campaigns/publish', sessions.sender, { campaignId: newId() })).status).toBe(
      200,
    );
  });

  it('requires the CSRF token for all requests that can change data', async () => {
    const { cookie, 'x-csrf-token': token } = sessions.owner;
    expect((await call('GET', '/groups', { cookie })).status).toBe(200);
    for (const headers of [
      { cookie },
      { cookie, 'x-csrf-token': `${token}x` },
      { cookie, 'x-csrf-token': '' },
    ]) {
      const { status, body } = await call('POST', '/groups', headers, { name: 'Friends' });
      expect([status, body]).toMatchObject([403, { code: 'invalid_csrf_token' }]);
    }
    const other = { cookie, 'x-csrf-token': sessions.viewer['x-csrf-token'] };
    expect((await call('POST', '/groups', other, { name: 'Friends' })).status).toBe(403);
  });

  it('is rejected after it ended, and its cookie causes no request', async () => {
    const cookie = `__Host-carillon=${'a'.repeat(43)}`;
    const { status, body } = await call('GET', '/groups', { cookie });
    expect([status, body]).toMatchObject([401, { code: 'invalid_session' }]);
    const none = await call('GET', '/groups', { cookie: '__Host-carillon=; carillon=x' });
    expect([none.status, none.body]).toMatchObject([401, { code: 'missing_api_key' }]);
  });

  it('does not count with a key', async () => {
    const authorization = `Bearer ${keys.reader}`;
    const { status } = await call(
      'POST',
      '/groups',
      { ...sessions.owner, authorization },
      { name: 'Friends' },
    );
    expect(status).toBe(403);
    await gateway.call('POST', '/groups', {
      body: { name: 'F' },
      headers: { cookie: sessions.viewer.cookie },
    });
    expect(gateway.payloads('group.create').at(-1)).toMatchObject({ name: 'F' });
  });

  it("gives no access to operators' routes", async () => {
    const { status, body } = await call('GET', '/operator/users', sessions.owner);
    expect([status, body]).toMatchObject([403, { code: 'operator_key_required' }]);
  });

  it('ends at every gateway when it is revoked', async () => {
    const second = await gateway.another();
    const { cookie } = sessions.sender;
    const read = () => second.call('GET', '/groups', { headers: { cookie } }, null);
    expect((await read()).status).toBe(200);
    isRevoked = true;
    await gateway.messenger.broadcast('access.changed', { userId: session.userId });
    await eventually(async () => (await read()).status === 401);
    isRevoked = false;
    await second.close();
  });

  it('signs out, and removes its cookie', async () => {
    const { status, headers } = await call('DELETE', `/sessions/${SESSION}`, sessions.viewer);
    expect([status, cookieOf(headers['set-cookie'])]).toEqual([
      200,
      '__Host-carillon=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    ]);
    expect(gateway.payloads('session.delete').at(-1)).toEqual({
      ...{ by: { role: 'user', keyId: MEMBER }, loginId: LOGIN, id: SESSION },
    });
    const other = await call('DELETE', `/sessions/${newId()}`, sessions.viewer);
    expect(other.headers['set-cookie']).toBeUndefined();
  });

  it('continues in another account with another token', async () => {
    const { cookie } = sessions.viewer;
    const account = newId();
    const headers = sessions.viewer;
    const answer = await gateway.call('PATCH', '/sessions/current', { body: { account }, headers }, null);
    expect(answer.status).toBe(200);
    const [, token = ''] = /^__Host-carillon=([\w-]{43});/.exec(cookieOf(answer.headers['set-cookie'])) ?? [];
    expect([token === '', cookie.includes(token)]).toEqual([false, false]);
    expect(sent('session.switch')).toEqual({
      ...{ loginId: LOGIN, id: SESSION, userId: account },
      tokenHash: createHash('sha256').update(token).digest('hex'),
    });
    const csrfToken = createHash('sha256').update(`csrf ${token}`).digest('base64url');
    expect(answer.body).toMatchObject({
      data: { updateSession: { _id: SESSION, user: account, isCurrent: true, csrfToken } },
    });
  });

  it('has a plain cookie if the API is not reached over HTTPS', async () => {
    const plain = await gateway.another({ PUBLIC_URL: 'http://127.0.0.1:8080' });
    const body = { email: anEmail(), password: PASSWORD };
    const { headers } = await plain.call('POST', '/sessions', { body }, null);
    expect(cookieOf(headers['set-cookie'])).toMatch(/^carillon=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = sessions.owner.cookie.replace('__Host-', '');
    expect((await plain.call('GET', '/groups', { headers: { cookie } }, null)).status).toBe(200);
    expect((await call('GET', '/groups', { cookie })).status).toBe(401);
    await plain.close();
  });
});

describe('a viewer', () => {
  /** The changes that a viewer can make to their own data. */
  const own = [
    'deleteSession',
    'updateSession',
    'updateProfile',
    'changePassword',
    'createSecondFactor',
    'confirmSecondFactor',
    'deleteSecondFactor',
    'deleteIdentity',
    'leaveAccount',
    'markNotificationsRead',
    'updateNotificationSettings',
  ];

  /** POST requests that have a body but change nothing. */
  const reads = ['checkCampaign', 'previewCampaign', 'previewSegment'];

  /** Decisions, for which the campaign service checks the role. */
  const decisions = ['approveCampaign', 'rejectCampaign'];

  /** The gateway checks the role. */
  const comments = ['createComment', 'deleteComment'];

  it('gets 403 for every write of the API, and can read with the scope read', async () => {
    const { paths } = (await describedGateway()) as Described;
    const writes: string[] = [];
    const allowed: string[] = [];
    for (const [path, methods] of Object.entries(paths)) {
      for (const [verb, { operationId, security }] of Object.entries(methods)) {
        const needed = security.find((each) => each.session)?.session;
        if (!needed || verb === 'get') continue;
        if (needed.includes('read')) {
          allowed.push(operationId);
          continue;
        }
        const target = path.replaceAll(/\{\w+\}/g, newId());
        const body = verb === 'post' || verb === 'patch' ? { body: {} } : {};
        const answer = await gateway.plain(verb.toUpperCase(), target, { headers: sessions.viewer, ...body });
        expect([operationId, answer.status, answer.body]).toMatchObject([
          ...[operationId, 403],
          { code: 'insufficient_scope' },
        ]);
        writes.push(operationId);
      }
    }
    expect(writes.length).toBeGreaterThan(30);
    expect(allowed.sort()).toEqual([...own, ...reads, ...decisions, ...comments].sort());
  });
});

describe("a person's own data", () => {
  it.each([
    ['GET', '/sessions'],
    ['GET', '/sessions/current'],
    ['DELETE', `/sessions/${SESSION}`],
    ['GET', '/profile'],
    ['POST', '/profile/password'],
    ['DELETE', '/members/me'],
    ['GET', '/notifications/unread'],
    ['POST', '/notifications/read'],
    ['GET', '/notifications/settings'],
    ['PATCH', '/notifications/settings'],
    ['POST', `/campaigns/${MEMBER}/approve`],
    ['POST', `/campaigns/${MEMBER}/reject`],
  ])('requires a session, not a key: %s %s', async (method, path) => {
    const { status, body } = await gateway.call(method, path);
    expect([status, body]).toMatchObject([403, { code: 'session_required' }]);
  });

  it('never sends an unencrypted password', async () => {
    const body = { currentPassword: PASSWORD, password: 'another horse battery' };
    const { status, headers } = await gateway.call(
      'POST',
      '/profile/password',
      { body, headers: sessions.viewer },
      null,
    );
    expect(status).toBe(200);
    const command = sent('login.change-password');
    const [, token = ''] = /^__Host-carillon=([\w-]{43});/.exec(cookieOf(headers['set-cookie'])) ?? [];
    expect(command.tokenHash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(command)).not.toContain('horse');
    expect(vault.open(command.current, `login:${SESSION}:current`)).toBe(PASSWORD);
    expect(vault.open(command.password, `login:${SESSION}:password`)).toBe('another horse battery');
  });

  it('never sends an unencrypted second factor', async () => {
    const post = (path: string, body: object) =>
      gateway.call('POST', `/profile/second-factor${path}`, { body, headers: sessions.viewer }, null);
    const begun = await post('', { currentPassword: PASSWORD });
    const { uri } = (begun.body as { data: { createSecondFactor: { uri: string } } }).data.createSecondFactor;
    const secret = vault.open(sent('login.begin-second-factor').secret, `login:${SESSION}:secret`);
    expect(uri).toBe(`otpauth://totp/Carillon:ada%40example.com?secret=${secret}&issuer=Carillon`);
    const { status, body } = await post('/confirm', { code: '287082' });
    expect(status).toBe(200);
    const command = sent('login.confirm-second-factor');
    expect(vault.open(command.code, `login:${SESSION}:code`)).toBe('287082');
    const { recoveryCodes } = (body as { data: { confirmSecondFactor: { recoveryCodes: string[] } } }).data
      .confirmSecondFactor;
    expect(recoveryCodes).toHaveLength(10);
    expect(command.recoveryHashes).toEqual(recoveryCodes.map(hashRecoveryCode));
  });

  it('unlinks a provider with the password, which is sent encrypted', async () => {
    const body = { issuer: 'https://id.example.com', currentPassword: PASSWORD };
    const request = { body, headers: sessions.viewer };
    const answer = await gateway.call('DELETE', '/profile/identities', request, null);
    expect(answer).toMatchObject({ status: 200, body: { data: { deleteIdentity: { hasPassword: true } } } });
    const command = sent('login.unlink');
    expect(command).toMatchObject({ issuer: body.issuer, sessionId: SESSION });
    expect(vault.open(command.current, `login:${SESSION}:current`)).toBe(PASSWORD);
  });

  it('accepts only long passwords', async () => {
    const body = { currentPassword: PASSWORD, password: 'short' };
    const answer = await gateway.call('POST', '/profile/password', { body, headers: sessions.viewer }, null);
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'password', code: 'too_short' }] },
    });
  });
});

describe('a session of a suspended account', () => {
  it("gives access to the person's own data, and nothing else", async () => {
    const token = aSessionOf('viewer', { status: 'SUSPENDED' });
    const statuses = [];
    for (const [method, path] of [
      ['GET', '/groups'],
      ['GET', '/profile'],
      ['DELETE', `/sessions/${SESSION}`],
    ] as const) {
      statuses.push((await gateway.call(method, path, { headers: token }, null)).status);
    }
    expect(statuses).toEqual([403, 200, 200]);
  });
});

describe('the audit trail', () => {
  it('excludes entries about members for callers who cannot read members', async () => {
    const answerOf = async (headers: Record<string, string>, path: string) => {
      const { status } = await gateway.call('GET', path, { headers }, null);
      return [status, gateway.payloads('audit.page').at(-1)?.withoutPeople];
    };
    for (const path of ['/account/audit', '/account/audit/export']) {
      expect(await answerOf(sessions.owner, path)).toEqual([200, undefined]);
      expect(await answerOf(sessions.sender, path)).toEqual([200, true]);
    }
  });
});

describe('members', () => {
  it('can leave in any role, and are signed out', async () => {
    for (const role of ['viewer', 'owner'] as const) {
      const { status, headers, body } = await gateway.call(
        ...(['DELETE', '/members/me', { headers: sessions[role] }, null] as const),
      );
      expect([status, body]).toMatchObject([200, { data: { leaveAccount: { ids: [MEMBER] } } }]);
      expect(cookieOf(headers['set-cookie'])).toMatch(/^__Host-carillon=;.*Max-Age=0$/);
      expect(sent('member.delete')).toEqual({
        ...{ by: { role: 'user', keyId: MEMBER }, userId: session.userId, id: MEMBER },
      });
    }
  });

  it.each([
    ['POST', '/invitations', { email: 'grace@example.com', role: 'viewer' }, 'limitedOwner'],
    ['PATCH', `/members/${MEMBER}`, { role: 'viewer' }, 'limitedOwner'],
    [
      'POST',
      `/operator/users/${session.userId}/members`,
      { email: 'grace@example.com', role: 'viewer', name: 'Grace', password: PASSWORD },
      'limitedOperator',
    ],
  ] as const)(
    'get no access from a key that expires or is limited to networks: %s %s',
    async (...operation) => {
      const [method, path, body, key] = operation;
      const { status, body: answer } = await gateway.call(method, path, { body }, key);
      expect([status, answer]).toMatchObject([403, { code: 'insufficient_scope' }]);
    },
  );

  it('are limited per address, regardless of the inviter', async () => {
    const body = { email: anEmail(), role: 'viewer' };
    const statuses = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await gateway.call('POST', '/invitations', { body }, 'owner')).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('get no permissions that the inviter does not have', async () => {
    const body = { email: 'grace@example.com', role: 'owner' };
    const { status } = await gateway.call('POST', '/invitations', { body }, 'administrator');
    expect(status).toBe(403);
    const patch = await gateway.call(
      'PATCH',
      `/members/${MEMBER}`,
      { body: { role: 'viewer' } },
      'administrator',
    );
    const gone = await gateway.call('DELETE', `/members/${MEMBER}`, {}, 'administrator');
    expect([patch.status, gone.status]).toEqual([403, 403]);
    expect((await gateway.call('POST', '/invitations', { body }, 'owner')).status).toBe(201);
    expect(gateway.payloads('invitation.create').at(-1)).toMatchObject({
      ...{ by: byUser, email: 'grace@example.com', role: 'owner', publicUrl: PUBLIC_URL },
    });
  });
});

describe('the page of a link', () => {
  const post = (fields: Record<string, string>) =>
    gateway.plain('POST', '/password/a-token', {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': form },
    });
  const tokenHash = createHash('sha256').update('a-token').digest('hex');

  it('asks for a name and a password, and runs and frames nothing', async () => {
    const { status, text, headers } = await gateway.plain('GET', '/password/a-token');
    expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toContain('<h1>Join A &amp; B</h1>');
    expect(text).toMatch(/name="name"[^]*name="password"/);
    expect(gateway.payloads('password.use-link')).toEqual([]);
  });

  it('shows what is wrong, and sets a valid password', async () => {
    const short = await post({ name: 'Ada', password: 'short' });
    expect([short.status, short.text]).toEqual([422, expect.stringContaining('at least 12 characters')]);
    expect(gateway.payloads('password.use-link')).toEqual([]);
    expect((await post({ name: 'Ada', password: PASSWORD })).status).toBe(200);
    const command = sent('password.use-link');
    expect(command).toMatchObject({ tokenHash, name: 'Ada' });
    expect(vault.open(command.password ?? '', `link:${tokenHash}:password`)).toBe(PASSWORD);
  });

  it('asks existing members for neither, and for a password only if it was forgotten', async () => {
    linked = { ...linked, isNew: false };
    expect((await gateway.plain('GET', '/password/a-token')).text).not.toContain('<input');
    await post({ password: PASSWORD });
    expect(gateway.payloads('password.use-link').at(-1)).toEqual({ tokenHash, name: null, password: null });
    linked = { ...linked, accountName: null };
    const { text } = await gateway.plain('GET', '/password/a-token');
    expect(text).toContain('name="password"');
    expect(text).not.toContain('name="name"');
  });

  it('links to the sign-in of the console when it is done', async () => {
    const { text } = await post({ name: 'Ada', password: PASSWORD });
    expect(text).toContain('href="/console#email=ada%40example.com"');
  });

  it('is in German if the browser requests it', async () => {
    const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
    const { text } = await gateway.plain('GET', '/password/a-token', { headers });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<h1>A &amp; B beitreten</h1>');
    const english = { 'accept-language': 'en,de;q=0.5' };
    expect((await gateway.plain('GET', '/password/a-token', { headers: english })).text).toContain('Join A');
    const body = new URLSearchParams({ name: 'Ada', password: 'short' }).toString();
    const request = { body, headers: { ...headers, 'content-type': form } };
    expect((await gateway.plain('POST', '/password/a-token', request)).text).toContain(
      'mindestens 12 Zeichen',
    );
  });

  it('is not found for a used link, and links to the sign-in', async () => {
    refusal = new AppError('link_not_found');
    const { status, text } = await gateway.plain('GET', '/password/a-token');
    expect([status, text]).toEqual([404, expect.stringContaining('no longer works')]);
    expect(text).toContain('href="/console"');
  });
});

describe('a person whose password is guessed from many networks', () => {
  let own: Gateway;
  let email: string;
  const notices: Payload<'sign-in.limited'>[] = [];
  const tryFrom = (network: string, body: object = {}, headers: Record<string, string> = {}) =>
    own.call(
      'POST',
      '/sessions',
      { body: { email, password: PASSWORD, ...body }, headers: { 'x-forwarded-for': network, ...headers } },
      null,
    );
  /** As a browser sends it. */
  const devicesIn = ({ headers }: Answer): string =>
    [headers['set-cookie']].flat().find((each) => each?.startsWith('__Host-carillon-devices')) ?? '';

  beforeAll(async () => {
    own = await gateway.another({ TRUSTED_PROXIES: '127.0.0.1' });
    // No request is refilled in the meantime.
    jest.spyOn(own.clock, 'now').mockReturnValue(new Date());
    await gateway.others.hear('account.events', {
      'sign-in.limited': (limited) => {
        notices.push(limited);
      },
    });
  });
  afterAll(() => own.close());
  beforeEach(() => {
    email = anEmail();
  });
  /** A hundred wrong passwords. The limit of the person refuses further ones. */
  async function guess() {
    refusal = new AppError('sign_in_failed');
    const networks = Array.from({ length: 13 }, (_, i) => `198.51.${i}.${last % 250}`);
    const statuses: number[] = [];
    // At the same time, at most the twenty correct passwords that a person may have.
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(networks.map((network) => tryFrom(network)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    refusal = null;
  }

  it('is rejected on new networks and browsers, with instructions to sign in', async () => {
    await guess();
    const { status, body } = await tryFrom('192.0.2.1');
    expect([status, body]).toMatchObject([429, { code: 'rate_limited', errors: [{ field: 'code' }] }]);
    await eventually(() => notices.some((each) => each.email === email));
    await tryFrom('192.0.2.2');
    expect(notices.filter((each) => each.email === email)).toHaveLength(1);
  });

  it('is admitted with the browser of an earlier sign-in, from any network', async () => {
    const cookie = devicesIn(await tryFrom('192.0.2.3')).split(';', 1)[0] ?? '';
    await guess();
    expect((await tryFrom('192.0.2.4', {}, { cookie })).status).toBe(201);
    expect((await tryFrom(`198.51.1.${last % 250}`, {}, { cookie })).status).toBe(201);
    expect((await tryFrom('192.0.2.5', { email: anEmail() }, { cookie })).status).toBe(201);
    refusal = new AppError('sign_in_failed');
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await tryFrom('192.0.2.6', {}, { cookie })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });

  it('is admitted with a second factor, which is then required for any password', async () => {
    await guess();
    expect((await tryFrom('192.0.2.7', { code: '123456' })).status).toBe(201);
    expect(sent('session.create')).toMatchObject({ email, needsSecondFactor: true });
    refusal = new AppError('sign_in_failed');
    const tries = Array.from({ length: 50 }, () => tryFrom('192.0.2.8', { code: '123456' }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });

  it('is still protected after twenty thousand other people signed in', async () => {
    await guess();
    const limiter = own.app.get(Credentials, { strict: false });
    const stranger = (i: number) => ({ email: `stranger${i}@example.com`, network: `network ${i}` });
    const wrong = () => Promise.reject(new AppError('sign_in_failed'));
    for (let i = 0; i < 20_000; i++) {
      const attempt = { ...stranger(i), device: null, hasCode: false };
      await limiter.attempt(attempt, wrong).catch(() => undefined);
    }
    expect((await tryFrom('192.0.2.9')).status).toBe(429);
  });
});

describe('password links', () => {
  it('allow a sign-in that wrong passwords from many networks have blocked', async () => {
    const own = await gateway.another({ TRUSTED_PROXIES: '127.0.0.1' });
    const email = anEmail();
    const ask = async (path: string, body: object, from: number) => {
      const headers = { 'x-forwarded-for': `192.0.2.${from}` };
      return (await own.call('POST', path, { body, headers }, null)).status;
    };
    const tryFrom = (from: number) => ask('/sessions', { email, password: PASSWORD }, from);
    refusal = new AppError('sign_in_failed');
    const tries = async (from: number) => {
      for (let i = 0; i < 10; i++) await tryFrom(from);
    };
    await tries(0);
    expect(await tryFrom(0)).toBe(429);
    refusal = null;
    expect(await tryFrom(1)).toBe(201);
    refusal = new AppError('sign_in_failed');
    for (let from = 1; from < 11; from++) await tries(from);
    const last = 11;
    expect(await tryFrom(last)).toBe(429);
    refusal = null;
    linked = { ...linked, email };
    const token = { token: 'a-token', password: PASSWORD };
    expect(await ask('/passwords', token, last)).toBe(200);
    expect(await tryFrom(last)).toBe(201);
    await own.close();
  });

  it.each([
    ['/api/v1/passwords', { token: 'a-token', password: PASSWORD }, {}],
    ['/password/a-token', `name=Ada&password=${PASSWORD}`, { 'content-type': form }],
  ])('are used by a network a limited number of times: %s', async (path, body, headers) => {
    const own = await gateway.another({ FAILED_AUTHENTICATIONS_PER_MINUTE: '2' });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await own.plain('POST', path, { body, headers })).status);
    await own.close();
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('a forgotten password', () => {
  it('is mailed a few times, always with the same response', async () => {
    const body = { email: anEmail() };
    const ask = () => gateway.call('POST', '/passwords/forgotten', { body }, null);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await ask()).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect(gateway.payloads('password.forgotten').at(-1)).toEqual({ ...body, publicUrl: PUBLIC_URL });
  });
});
