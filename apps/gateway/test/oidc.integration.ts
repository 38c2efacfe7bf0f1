import { createHash } from 'node:crypto';
import { AppError, type OidcRefusal } from '@carillon/contracts';
import { createVault, parseKeyRing } from '@carillon/vault';
import { Gateway, PUBLIC_URL, VAULT_KEYS } from './gateway';
import { session, sessions } from './members';

const vault = createVault(parseKeyRing(VAULT_KEYS));
const AT_PROVIDER = 'https://id.example.com/auth?state=x';
const REDIRECT = `${PUBLIC_URL}/api/v1/sessions/oidc/callback`;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

let gateway: Gateway;
let fault: AppError | null = null;
let refused: OidcRefusal | null = null;
beforeAll(async () => {
  gateway = await Gateway.start({
    'session.provider': () => ({ name: 'Example ID' }),
    'session.begin-oidc': () => {
      if (fault) throw fault;
      return { url: AT_PROVIDER };
    },
    'session.create-by-oidc': ({ id }) => {
      if (fault) throw fault;
      return { session: refused ? null : { ...session, id }, refused };
    },
  });
});
beforeEach(() => {
  [fault, refused] = [null, null];
  gateway.requests.length = 0;
});
afterAll(() => gateway.close());

const start = (query = '', headers: Record<string, string> = {}, at = gateway) =>
  at.call('GET', `/sessions/oidc/start${query}`, { headers }, null);
const comeBack = (cookie: string, query = '?code=abc&state=x', headers = {}, at = gateway) =>
  at.call('GET', `/sessions/oidc/callback${query}`, { headers: { cookie, ...headers } }, null);
const cookiesOf = ({ headers }: Awaited<ReturnType<typeof start>>): string[] =>
  [headers['set-cookie'] ?? []].flat();
const began = async (query = ''): Promise<string> => cookiesOf(await start(query))[0]?.split(';')[0] ?? '';
const outcomeOf = ({ status, headers }: Awaited<ReturnType<typeof start>>): unknown[] => {
  const { pathname, searchParams, host } = new URL(String(headers.location), 'https://here');
  return [status, host, pathname, searchParams.get('sign-in')];
};

it('the sign-in provider is public, and requested once', async () => {
  const ask = () => gateway.call('GET', '/sessions/provider', {}, null);
  const startUrl = `${PUBLIC_URL}/api/v1/sessions/oidc/start`;
  expect((await ask()).body).toEqual({ data: { signInProvider: { name: 'Example ID', startUrl } } });
  expect((await ask()).status).toBe(200);
  expect(gateway.payloads('session.provider')).toHaveLength(1);
});

describe('the redirect to the provider', () => {
  it('stores a secret in a cookie of this site for ten minutes', async () => {
    const answer = await start('', { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' });
    expect([answer.status, answer.headers.location]).toEqual([302, AT_PROVIDER]);
    expect(answer.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    const [cookie = ''] = cookiesOf(answer);
    const form =
      /^__Host-carillon-sign-in=([\w-]{43}); Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/;
    expect(cookie).toMatch(form);
    const [command] = gateway.payloads('session.begin-oidc');
    expect(command?.redirectUri).toBe(REDIRECT);
    const secret = form.exec(cookie)?.[1] ?? '';
    expect(vault.open(command?.secret ?? '', `oidc:${command?.id}:secret`)).toBe(secret);
    expect(JSON.stringify(command)).not.toContain(secret);
  });

  it.each(['cross-site', 'same-site'])('is rejected when another site starts it: %s', async (site) => {
    const answer = await start('', { 'sec-fetch-site': site });
    expect([answer.status, answer.headers.location, cookiesOf(answer)]).toEqual([302, '/console', []]);
    expect(gateway.payloads('session.begin-oidc')).toEqual([]);
    expect((await start('', { 'sec-fetch-site': 'same-origin' })).headers.location).toBe(AT_PROVIDER);
  });

  it('leads to the console, with the reason, if the provider is unavailable or the account ID is invalid', async () => {
    fault = new AppError('service_unavailable');
    const away = await start();
    expect([outcomeOf(away), cookiesOf(away)]).toEqual([[302, 'here', '/console', 'unavailable'], []]);
    expect(String(away.headers.location)).toContain(`request=${String(away.headers['x-request-id'])}`);
    fault = new AppError('route_not_found');
    expect(outcomeOf(await start())).toEqual([302, 'here', '/console', 'failed']);
    fault = null;
    expect(outcomeOf(await start('?account=x'))).toEqual([302, 'here', '/console', 'failed']);
  });

  it('is limited for each network', async () => {
    const own = await gateway.another({
      FAILED_AUTHENTICATIONS_PER_MINUTE: '1',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const from = async (network: string) =>
      (await start('', { 'x-forwarded-for': network }, own)).headers.location;
    const places = [];
    for (let i = 0; i < 6; i++) places.push(await from('192.0.2.1'));
    const elsewhere = await from('198.51.100.1');
    await own.close();
    expect(places.slice(0, 5)).toEqual(Array<string>(5).fill(AT_PROVIDER));
    expect(places[5]).toContain('/console?sign-in=limited');
    expect(elsewhere).toBe(AT_PROVIDER);
  });
});

describe('the return from the provider', () => {
  it("starts a session with its own token, and replaces the browser's previous one", async () => {
    const previous = sessions.viewer.cookie;
    const answer = await comeBack(`${await began()}; ${previous}`, '?code=abc&state=x&iss=y');
    expect(outcomeOf(answer)).toEqual([302, 'here', '/console', 'done']);
    const [left, begun] = cookiesOf(answer);
    expect(left).toBe('__Host-carillon-sign-in=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
    const [, token = ''] =
      /^__Host-carillon=([\w-]{43}); Path=\/; HttpOnly; SameSite=Lax; Secure$/.exec(begun ?? '') ?? [];
    expect(previous).not.toContain(token);
    const [command] = gateway.payloads('session.create-by-oidc');
    expect(command).toMatchObject({
      ...{ tokenHash: hashOf(token), redirectUri: REDIRECT, userId: null },
      endsHash: hashOf(previous.split('=')[1] ?? ''),
    });
    expect(vault.open(command?.answer ?? '', `oidc:${command?.id}:answer`)).toBe('?code=abc&state=x&iss=y');
    expect(JSON.stringify(command)).not.toContain('code=abc');
  });

  it('leads only to the console, regardless of the request', async () => {
    const query = '?code=a&state=x&next=https://evil.example.com&sign-in=evil&url=//evil.example.com';
    const { headers } = await comeBack(await began(), query, { host: 'evil.example.com' });
    expect(headers).toMatchObject({ location: '/console?sign-in=done', 'referrer-policy': 'no-referrer' });
  });

  it('is for the account that the person selected before', async () => {
    const account = 'a'.repeat(24);
    await comeBack(await began(`?account=${account}`));
    expect(gateway.payloads('session.create-by-oidc')).toMatchObject([{ userId: account }]);
  });

  it.each(['', 'carillon-sign-in=x', '__Host-carillon-sign-in=', `carillon-sign-in=${'a'.repeat(43)}`])(
    'is of no use in another browser: %j',
    async (cookie) => {
      const answer = await comeBack(cookie);
      expect(outcomeOf(answer)).toEqual([302, 'here', '/console', 'expired']);
      expect(gateway.payloads('session.create-by-oidc')).toEqual([]);
      expect(cookiesOf(answer).filter((each) => each.startsWith('__Host-carillon='))).toEqual([]);
    },
  );

  it.each<[string, () => void]>([
    ['not_a_member', () => (refused = 'not_a_member')],
    ['unavailable', () => (fault = new AppError('service_unavailable'))],
    ['failed', () => (fault = new AppError('internal'))],
  ])('without a session returns %s, and ends the attempt', async (outcome, refuse) => {
    const cookie = await began();
    refuse();
    const answer = await comeBack(cookie);
    expect(outcomeOf(answer)).toEqual([302, 'here', '/console', outcome]);
    expect(cookiesOf(answer)).toEqual([expect.stringMatching(/^__Host-carillon-sign-in=;.*Max-Age=0$/)]);
  });

  it('is limited for each network, together with wrong passwords', async () => {
    const own = await gateway.another({ FAILED_AUTHENTICATIONS_PER_MINUTE: '3' });
    const cookie = await began();
    for (let i = 0; i < 5; i++)
      expect(outcomeOf(await comeBack(cookie, undefined, {}, own)).at(-1)).toBe('done');
    refused = 'failed';
    const outcomes = [];
    for (let i = 0; i < 4; i++) outcomes.push(outcomeOf(await comeBack(cookie, undefined, {}, own)).at(-1));
    const body = { email: 'ada@example.com', password: 'correct horse battery' };
    const { status } = await own.call('POST', '/sessions', { body }, null);
    await own.close();
    expect([...outcomes, status]).toEqual(['failed', 'failed', 'failed', 'limited', 429]);
  });
});
