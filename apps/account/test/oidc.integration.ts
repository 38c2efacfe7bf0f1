import { createHash, randomBytes } from 'node:crypto';
import { type MemberRole, type Payload, type Reply, newId } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { eventually } from '@carillon/testing';
import { OpenIdProvider, type ProvidersPerson } from '@carillon/testing/openid';
import { AccountService, code, by, vault } from './account-service';

const REDIRECT = 'https://carillon.example.com/api/v1/sessions/oidc/callback';
const PASSWORD = 'correct horse battery';
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const aToken = (): string => randomBytes(32).toString('base64url');

let provider: OpenIdProvider;
let service: AccountService;
/** All log output. */
const logged: string[] = [];
beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(Logger.prototype, level).mockImplementation((...line: unknown[]) => {
      logged.push(line.map((each) => (each instanceof Object ? inspected(each) : String(each))).join(' '));
    });
  }
  provider = await OpenIdProvider.start();
  provider.allow(REDIRECT);
  service = await AccountService.start(provider.environment);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
  jest.restoreAllMocks();
});
afterEach(() => {
  provider.change = null;
  provider.isForged = false;
});

function inspected(value: object): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    each instanceof Error
      ? {
          ...Object.fromEntries(Object.entries(each)),
          message: each.message,
          stack: each.stack,
          cause: each.cause,
        }
      : each,
  );
}

let last = 0;
const anEmail = (): string => `oidc${last++}@mail.test`;
const person = (email: string, overrides: Partial<ProvidersPerson> = {}): ProvidersPerson => ({
  ...{ email, subject: `s-${email}` },
  ...overrides,
});

async function aMember(userId: string, email = anEmail(), role: MemberRole = 'owner') {
  const id = newId();
  const password = vault.seal(PASSWORD, `member:${id}:password`);
  return service.messenger.request('member.create', {
    ...{ by, id, userId, email, name: 'Ada Lovelace', role, password },
  });
}

/** A sign-in that has begun in a browser, and the URL to which it redirects. */
async function begin(): Promise<{ secret: string; url: string }> {
  const [id, secret] = [newId(), aToken()];
  const request = { id, secret: vault.seal(secret, `oidc:${id}:secret`), redirectUri: REDIRECT };
  return { secret, ...(await service.messenger.request('session.begin-oidc', request)) };
}

type Ended = Reply<'session.create-by-oidc'>;
interface SignInOptions extends Partial<
  Pick<Payload<'session.create-by-oidc'>, 'id' | 'userId' | 'endsHash'>
> {
  token?: string;
}

function end(
  secret: string,
  query: string,
  { token = aToken(), ...rest }: SignInOptions = {},
): Promise<Ended> {
  const id = rest.id ?? newId();
  return service.messenger.request('session.create-by-oidc', {
    ...{ id, tokenHash: hashOf(token), redirectUri: REDIRECT, userId: null, userAgent: null, endsHash: null },
    ...rest,
    secret: vault.seal(secret, `oidc:${id}:secret`),
    answer: vault.seal(query, `oidc:${id}:answer`),
  });
}

async function signIn(who: ProvidersPerson, options: SignInOptions = {}): Promise<Ended> {
  const { secret, url } = await begin();
  return end(secret, (await provider.signIn(url, who)).search, options);
}

const refused = (reason: string) => ({ session: null, refused: reason });
const byPassword = (email: string) => {
  const id = newId();
  return service.messenger.request('session.create', {
    ...{ id, tokenHash: hashOf(aToken()), email, code: null, userId: null, userAgent: null, endsHash: null },
    password: vault.seal(PASSWORD, `login:${id}:password`),
  });
};
const trail = async (userId: string) => {
  const query = { userId, action: null, since: null, until: null, after: null, limit: 100 };
  return (await service.messenger.request('audit.page', query)).items;
};
const principalOf = async (token: string) => {
  const request = { keyHash: hashOf(token) };
  return (await service.messenger.request('account.authenticate', request)).principal;
};

describe('signing in with OpenID Connect', () => {
  it('is offered under the configured name', async () => {
    expect(await service.messenger.request('session.provider', {})).toEqual({ name: 'Example ID' });
  });

  it('requests a code with PKCE, and hides its secrets from the browser', async () => {
    const { secret, url } = await begin();
    const { origin, searchParams: query } = new URL(url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ response_type: 'code', client_id: 'carillon', redirect_uri: REDIRECT },
      ...{ scope: 'openid email profile', code_challenge_method: 'S256' },
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    expect(url).not.toContain(secret);
    expect(JSON.stringify(await service.documents('oidcAttempts'))).not.toContain(secret);
  });

  it('begins a session of the member with the address, and records the method in the audit trail', async () => {
    const { id: userId } = await service.user();
    const member = await aMember(userId, anEmail(), 'sender');
    const token = aToken();
    const { session, refused } = await signIn(person(member.email), { token });
    expect([session, refused]).toMatchObject([{ userId, memberId: member.id }, null]);
    expect(await principalOf(token)).toMatchObject({ keyId: member.id, scopes: ['read', 'write', 'send'] });
    const named = { member: { id: member.id, email: member.email } };
    expect((await trail(userId)).slice(-2)).toMatchObject([
      {
        ...{ action: 'identity.linked', actor: named, target: { id: member.id } },
        changes: [{ field: 'issuer', after: provider.issuer }],
      },
      { action: 'session.created', actor: named, changes: [{ field: 'way', before: null, after: 'oidc' }] },
    ]);
  });

  it('identifies a person only by the subject after the first sign-in', async () => {
    const member = await aMember((await service.user()).id);
    await signIn(person(member.email));
    const moved = person(anEmail(), { subject: `s-${member.email}`, isVerified: false });
    expect((await signIn(moved)).session).toMatchObject({ memberId: member.id });
    const login = await service.messenger.request('login.get', { id: member.loginId });
    expect(login.identities).toEqual([{ issuer: provider.issuer, subject: `s-${member.email}` }]);
  });

  it('rejects another subject with the address of a linked person, and records it in the account', async () => {
    const { id: userId } = await service.user();
    const member = await aMember(userId);
    await signIn(person(member.email));
    expect(await signIn(person(member.email, { subject: 'somebody else' }))).toEqual(
      refused('other_identity'),
    );
    await eventuallyInTrail(userId, { way: 'oidc', count: 1 });
  });

  it('finds a person by an index', async () => {
    const logins = service.db.collection('logins');
    const which = { identities: { $elemMatch: { issuer: provider.issuer, subject: 'x' } } };
    const plan = JSON.stringify(await logins.find(which).explain('queryPlanner'));
    expect(plan).toContain('"indexName":"identities.issuer_1_identities.subject_1"');
  });

  it.each([
    [
      'unverified',
      async () => person((await aMember((await service.user()).id)).email, { isVerified: false }),
    ],
    ['not_a_member', () => Promise.resolve(person(anEmail()))],
  ])('is refused as %s', async (reason, who) => {
    expect(await signIn(await who())).toEqual(refused(reason));
  });

  it('rejects an address unless the provider marks it as verified with the value true', async () => {
    const { email } = await aMember((await service.user()).id);
    provider.change = (claims) => ({ ...claims, email, email_verified: 'true' });
    expect(await signIn(person(email))).toEqual(refused('unverified'));
    provider.change = (claims) => ({ ...claims, email });
    expect(await signIn(person(email))).toEqual(refused('unverified'));
  });

  it('selects the requested account if the person belongs to it', async () => {
    const [one, two, other] = [await service.user(), await service.user(), await service.user()];
    const { email } = await aMember(one.id);
    await aMember(two.id, email, 'viewer');
    expect(await signIn(person(email), { userId: other.id })).toEqual(refused('not_a_member'));
    expect((await signIn(person(email))).session).toMatchObject({ userId: one.id });
    expect((await signIn(person(email), { userId: two.id })).session).toMatchObject({ userId: two.id });
  });

  it('selects another account of the person if the first one is suspended', async () => {
    const [one, two] = [await service.user(), await service.user()];
    const { email } = await aMember(one.id);
    await aMember(two.id, email, 'viewer');
    await signIn(person(email));
    await service.messenger.request('user.update', { by, id: one.id, status: 'SUSPENDED' });
    expect((await signIn(person(email))).session).toMatchObject({ userId: two.id });
    expect(await byPassword(email)).toMatchObject({ userId: two.id });
    expect((await signIn(person(email), { userId: one.id })).session).toMatchObject({ userId: one.id });
    await service.messenger.request('user.update', { by, id: two.id, status: 'SUSPENDED' });
    expect(await byPassword(email)).toMatchObject({ userId: one.id });
  });

  it('ends the browser’s previous session', async () => {
    const { email } = await aMember((await service.user()).id);
    const [first, second] = [aToken(), aToken()];
    await signIn(person(email), { token: first });
    await signIn(person(email), { token: second, endsHash: hashOf(first) });
    expect([await principalOf(first), await principalOf(second)]).toEqual([null, expect.anything()]);
  });

  it('is rejected once the membership has ended', async () => {
    const { id: userId } = await service.user();
    await aMember(userId);
    const member = await aMember(userId);
    await signIn(person(member.email));
    await service.messenger.request('member.delete', { by, userId, id: member.id });
    expect(await signIn(person(member.email))).toEqual(refused('not_a_member'));
  });
});

const links = () => service.db.collection('links');
async function invited(userId: string, email: string, byKey: string | null = null) {
  await links().insertOne({
    ...{ tokenHash: hashOf(aToken()), email, role: 'editor', createdAt: new Date() },
    by: byKey === null ? by : { role: 'user', keyId: byKey },
    userId: (await service.documents('users')).find(({ _id }) => String(_id) === userId)?._id as unknown,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
}

describe('an invited person', () => {
  it("joins by signing in, with the provider's name and without a password", async () => {
    const { id: userId } = await service.user();
    const email = anEmail();
    await invited(userId, email);
    const { session } = await signIn(person(email, { name: 'Grace Hopper' }));
    const member = await service.messenger.request('member.get', { userId, id: session?.memberId ?? '' });
    expect(member).toMatchObject({ name: 'Grace Hopper', email, role: 'editor' });
    expect(await links().countDocuments({ email })).toBe(0);
    expect((await trail(userId)).slice(-3)).toMatchObject([
      { action: 'member.created', actor: { member: { id: member.id, name: 'Grace Hopper' } } },
      { action: 'identity.linked' },
      { action: 'session.created' },
    ]);
    await expect(byPassword(email)).rejects.toEqual(code('sign_in_failed'));
  });

  it('does not join with an unverified address or an invitation whose sender may no longer send it', async () => {
    const { id: userId } = await service.user();
    const [email, late] = [anEmail(), anEmail()];
    await invited(userId, email);
    expect(await signIn(person(email, { isVerified: false }))).toEqual(refused('unverified'));
    await invited(userId, late, newId());
    expect(await signIn(person(late))).toEqual(refused('not_a_member'));
    expect((await service.documents('logins')).map((each) => each.email as string)).not.toContain(late);
  });

  it('joins once, even if they sign in twice at the same time', async () => {
    const { id: userId } = await service.user();
    const email = anEmail();
    await invited(userId, email);
    const came = await Promise.all([signIn(person(email)), signIn(person(email))]);
    expect(came.map(({ session }) => session?.userId)).toEqual([userId, userId]);
    const page = { userId, after: null, limit: 10 };
    expect((await service.messenger.request('member.list', page)).items).toHaveLength(1);
  });
});

describe('a person', () => {
  const own = (session: Ended['session'], loginId: string) => {
    const { id: sessionId = '', memberId: keyId = '' } = session ?? {};
    return { by: { role: 'user' as const, keyId }, loginId, sessionId };
  };
  const unlink = (session: ReturnType<typeof own>, password = PASSWORD, issuer = provider.issuer) =>
    service.messenger.request('login.unlink', {
      ...{ ...session, issuer },
      current: vault.seal(password, `login:${session.sessionId}:current`),
    });

  it('with a password can unlink, which ends other sessions, and link another identity', async () => {
    const { id: userId } = await service.user();
    const members = [await aMember(userId), await aMember(userId)];
    for (const { email, loginId } of members) {
      const elsewhere = aToken();
      await signIn(person(email), { token: elsewhere });
      const here = own((await signIn(person(email))).session, loginId);
      const refusedPassword = unlink(here, 'wrong horse battery');
      await expect(refusedPassword).rejects.toMatchObject({ fields: [{ field: 'currentPassword' }] });
      expect((await unlink(here, PASSWORD, 'https://other.example.com')).identities).toHaveLength(1);
      expect(await principalOf(elsewhere)).not.toBeNull();
      const unlinked = await unlink(here);
      expect([unlinked.hasPassword, unlinked.identities]).toEqual([true, undefined]);
      expect(await principalOf(elsewhere)).toBeNull();
      expect(await service.messenger.request('session.get', { loginId, id: here.sessionId })).toBeDefined();
      expect(await unlink(here)).toEqual(unlinked);
    }
    const entries = (await trail(userId)).filter(({ action }) => action === 'identity.unlinked');
    const changes = [{ field: 'issuer', before: provider.issuer, after: null }];
    expect(entries).toMatchObject(
      members.map(({ id }) => ({ changes, target: { id }, actor: { member: { id } } })),
    );
    for (const { email, id: memberId } of members) {
      const other = await signIn(person(email, { subject: `another-${email}` }));
      expect(other.session).toMatchObject({ memberId });
    }
  });

  it('without a password must set one through an emailed link before actions that require it', async () => {
    const { id: userId } = await service.user();
    const email = anEmail();
    await invited(userId, email);
    const { session } = await signIn(person(email));
    const { loginId } = await service.messenger.request('member.get', {
      ...{ userId, id: session?.memberId ?? '' },
    });
    const here = own(session, loginId);
    const login = () => service.messenger.request('login.get', { id: loginId });
    expect((await login()).hasPassword).toBe(false);
    await expect(unlink(here)).rejects.toEqual(code('password_not_set'));

    const token = aToken();
    await links().insertOne({
      ...{ tokenHash: hashOf(token), email, createdAt: new Date() },
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    await service.messenger.request('password.use-link', {
      ...{ tokenHash: hashOf(token), name: null },
      password: vault.seal(PASSWORD, `link:${hashOf(token)}:password`),
    });
    expect((await login()).hasPassword).toBe(true);
    expect(await byPassword(email)).toMatchObject({ userId });
    const again = own((await signIn(person(email))).session, loginId);
    expect((await unlink(again)).identities).toBeUndefined();
  });
});

describe('sign-in with OpenID Connect rejects', () => {
  it('the state of another browser', async () => {
    const { email } = await aMember((await service.user()).id);
    const [victim, attacker] = [await begin(), await begin()];
    const answer = await provider.signIn(attacker.url, person(email));
    expect(await end(victim.secret, answer.search)).toEqual(refused('failed'));
    const { secret, url } = await begin();
    const own = await provider.signIn(url, person(email));
    own.searchParams.set('state', aToken());
    expect(await end(secret, own.search)).toEqual(refused('failed'));
  });

  it('a secret that was never issued, was used, or has expired', async () => {
    const { email } = await aMember((await service.user()).id);
    const { secret, url } = await begin();
    const { search } = await provider.signIn(url, person(email));
    expect(await end(aToken(), search)).toEqual(refused('expired'));
    expect((await end(secret, search)).session).not.toBeNull();
    expect(await end(secret, search)).toEqual(refused('expired'));
    const late = await begin();
    const attempts = service.db.collection('oidcAttempts');
    await attempts.updateOne({ secretHash: hashOf(late.secret) }, { $set: { expiresAt: new Date() } });
    const answer = await provider.signIn(late.url, person(email));
    expect(await end(late.secret, answer.search)).toEqual(refused('expired'));
  });

  it('a code that was used before', async () => {
    const { email } = await aMember((await service.user()).id);
    const { secret, url } = await begin();
    const { search } = await provider.signIn(url, person(email));
    expect((await end(secret, search)).session).not.toBeNull();
    const attempts = service.db.collection('oidcAttempts');
    await attempts.insertOne({ secretHash: hashOf(secret), expiresAt: new Date(Date.now() + 60_000) });
    expect(await end(secret, search)).toEqual(refused('failed'));
  });

  it.each<[string, Record<string, unknown>]>([
    ['for another sign-in', { nonce: 'another' }],
    ['of another issuer', { iss: 'https://evil.example.com' }],
    ['for another client', { aud: 'another' }],
    ['that has expired', { exp: 1_000_000_000, iat: 999_999_000 }],
    ['without a nonce', { nonce: undefined }],
  ])('an ID token %s', async (_what, changed) => {
    const { email } = await aMember((await service.user()).id);
    provider.change = (claims) => ({ ...claims, ...changed });
    expect(await signIn(person(email))).toEqual(refused('failed'));
  });

  it('an ID token that the provider did not sign', async () => {
    const { email } = await aMember((await service.user()).id);
    provider.isForged = true;
    expect(await signIn(person(email))).toEqual(refused('failed'));
  });

  it.each<[string, (answer: URL) => void]>([
    ['names another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example.com')],
    ['names no issuer', ({ searchParams }) => searchParams.delete('iss')],
    ['has two codes', ({ searchParams }) => searchParams.append('code', 'another')],
    ['has no code', ({ searchParams }) => searchParams.delete('code')],
  ])('a response that %s', async (_what, mix) => {
    const { email } = await aMember((await service.user()).id);
    const { secret, url } = await begin();
    const answer = await provider.signIn(url, person(email));
    mix(answer);
    provider.requests.length = 0;
    expect(await end(secret, answer.search)).toEqual(refused('failed'));
    expect(provider.requests).not.toContain('POST /token');
  });
});

it('sign-in with OpenID Connect reports a cancellation by the person', async () => {
  const { secret, url } = await begin();
  const state = new URL(url).searchParams.get('state') ?? '';
  const answer = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
  expect(await end(secret, `?${answer.toString()}`)).toEqual(refused('cancelled'));
});

it('sign-in with OpenID Connect returns the same session for a repeated command', async () => {
  const { email } = await aMember((await service.user()).id);
  const { secret, url } = await begin();
  const { search } = await provider.signIn(url, person(email));
  const attempt = { id: newId(), token: aToken() };
  const once = await end(secret, search, attempt);
  expect(once.session).not.toBeNull();
  expect(await end(secret, search, attempt)).toEqual(once);
});

it('sign-in with OpenID Connect neither stores nor logs codes, secrets, tokens, and addresses', async () => {
  const { email } = await aMember((await service.user()).id);
  const { secret, url } = await begin();
  const answer = await provider.signIn(url, person(email));
  const token = aToken();
  provider.change = (claims) => ({ ...claims, nonce: 'another' });
  await end(secret, answer.search, { token });
  expect(logged.join('\n')).toContain('sign-in through the provider failed');
  const kept = JSON.stringify([
    ...(await service.documents('sessions')),
    ...(await service.documents('oidcAttempts')),
    ...(await service.documents('auditEntries')),
  ]);
  const code = answer.searchParams.get('code') ?? '';
  expect(code).not.toBe('');
  for (const hidden of [code, secret, token, provider.clientSecret, 'eyJ']) {
    expect(logged.join('\n')).not.toContain(hidden);
    expect(kept).not.toContain(hidden);
  }
  expect(logged.join('\n')).not.toContain(email);
});

describe('an unavailable OpenID Connect provider', () => {
  it('causes a temporary error, and the password still works', async () => {
    const { email } = await aMember((await service.user()).id);
    const { secret, url } = await begin();
    const { search } = await provider.signIn(url, person(email));
    await provider.stop();
    await expect(end(secret, search)).rejects.toEqual(code('service_unavailable'));
    expect(await byPassword(email)).toMatchObject({ userId: expect.any(String) as string });
    await service.shutDown();
    await service.boot(provider.environment);
    await expect(begin()).rejects.toEqual(code('service_unavailable'));
    await provider.resume();
    expect((await signIn(person(email))).session).not.toBeNull();
  });

  it('is asked for its metadata once, not for each person', async () => {
    provider.requests.length = 0;
    await Promise.all([begin(), begin()]);
    expect(provider.requests).toEqual([]);
  });

  it('is not offered if the operator has not configured it', async () => {
    await service.shutDown();
    await service.boot();
    expect(await service.messenger.request('session.provider', {})).toEqual({ name: null });
    await expect(begin()).rejects.toEqual(code('route_not_found'));
  });
});

async function eventuallyInTrail(userId: string, fields: Record<string, unknown>): Promise<void> {
  const changes = Object.entries(fields).map(([field, after]) => ({ field, before: null, after }));
  await eventually(async () =>
    (await trail(userId)).some(
      (entry) =>
        entry.action === 'sign_in.failed' && JSON.stringify(entry.changes) === JSON.stringify(changes),
    ),
  );
}
