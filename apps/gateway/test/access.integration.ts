import { hashApiKey } from '@carillon/vault';
import { AppError, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { USER, keys, limitations, principals } from './callers';
import { Gateway } from './gateway';
import { GROUP, ID, account, apiKey, settings } from './examples';
import { ask, codeOf, hardlyAny, newKey } from './limited-keys';
import { obliging } from './services';
import type { Answer } from './answer';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(obliging);
});
afterAll(() => gateway.close());

const account$ = (authorization?: string): Promise<Answer> =>
  gateway.plain('GET', '/api/v1/account', { headers: authorization === undefined ? {} : { authorization } });
const lookUps = (): number => gateway.payloads('account.authenticate').length;
const lookUpsOf = (key: string): number =>
  gateway.payloads('account.authenticate').filter(({ keyHash }) => keyHash === hashApiKey(key)).length;

describe('a request without a valid key', () => {
  it.each([
    ['no header', undefined, 'missing_api_key'],
    ['an empty header', '', 'missing_api_key'],
    ['a scheme alone', 'Bearer', 'missing_api_key'],
    ['another scheme', `Basic ${keys.user}`, 'missing_api_key'],
    ['a key without a scheme', keys.user, 'missing_api_key'],
    ['something that is not a key', 'Bearer hello', 'invalid_api_key'],
    ['a key with a typing error', `Bearer ${keys.user.slice(0, -1)}_`, 'invalid_api_key'],
    ['two keys', `Bearer ${keys.user} ${keys.user}`, 'invalid_api_key'],
    ['an unknown key', `Bearer ${keys.unknown}`, 'invalid_api_key'],
  ])('with %s is 401', async (_, authorization, code) => {
    const answer = await account$(authorization);
    expect([answer.status, codeOf(answer)]).toEqual([401, code]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it('is refused without a lookup if the checksum is wrong', async () => {
    const before = lookUps();
    await account$(`Bearer car_live_${'0'.repeat(38)}`);
    expect(lookUps()).toBe(before);
  });

  it.each(['bearer', 'BEARER', 'Bearer  '])('is accepted with a valid key as %s', async (scheme) => {
    expect((await account$(`${scheme} ${keys.user}`)).status).toBe(200);
  });
});

describe('a key', () => {
  it('gives a user no access to the operator’s routes, and vice versa', async () => {
    const asUser = await gateway.call('GET', '/operator/users');
    expect([asUser.status, codeOf(asUser)]).toEqual([403, 'operator_key_required']);
    const asOperator = await gateway.call('GET', '/account', {}, 'operator');
    expect([asOperator.status, codeOf(asOperator)]).toEqual([403, 'user_key_required']);
    expect((await gateway.call('GET', '/operator/users', {}, 'operator')).status).toBe(200);
  });

  it('gives a suspended account no access', async () => {
    const answer = await gateway.call('GET', '/account', {}, 'suspended');
    expect([answer.status, codeOf(answer)]).toEqual([403, 'account_suspended']);
  });

  const draft = { name: 'x', smsMessage: 'x', groups: [GROUP] };
  it.each([
    ['reader', 'GET', '/account', undefined, 200],
    ['reader', 'HEAD', '/account', undefined, 200],
    ['reader', 'POST', '/campaigns/create', draft, 403],
    ['reader', 'POST', '/campaigns/drafts', {}, 403],
    ['reader', 'POST', '/campaigns/publish', { campaignId: ID }, 403],
    ['reader', 'POST', `/campaigns/${ID}/preview`, { extraData: {} }, 200],
    ['administrator', 'POST', `/campaigns/${ID}/preview`, { extraData: {} }, 403],
    ['reader', 'DELETE', '/campaigns', { campaignIds: [ID] }, 403],
    ['reader', 'GET', `/groups/${ID}/export`, undefined, 403],
    ['reader', 'GET', `/campaigns/${ID}/deliveries/export`, undefined, 403],
    ['reader', 'GET', `/campaigns/${ID}/report/export`, undefined, 200],
    ['reader', 'GET', `/imports/${ID}/rejected`, undefined, 403],
    ['reader', 'GET', `/removals/${ID}/rejected`, undefined, 403],
    ['writer', 'GET', `/campaigns/${ID}/deliveries/export`, undefined, 200],
    ['writer', 'POST', '/campaigns/create', draft, 201],
    ['writer', 'POST', '/campaigns/create', { ...draft, isStarted: true }, 403],
    ['writer', 'POST', '/campaigns/drafts', {}, 201],
    ['writer', 'POST', '/campaigns/publish', { campaignId: ID }, 403],
    ['user', 'POST', '/campaigns/publish', { campaignId: ID }, 200],
    ['writer', 'POST', `/campaigns/${ID}/pause`, undefined, 403],
    ['writer', 'POST', `/campaigns/${ID}/resume`, undefined, 403],
    ['writer', 'POST', `/campaigns/${ID}/cancel`, undefined, 403],
    ['writer', 'POST', `/campaigns/${ID}/unschedule`, undefined, 403],
    ['writer', 'POST', `/campaigns/${ID}/reschedule`, { scheduledAt: '2026-12-24T18:00:00Z' }, 403],
    ['writer', 'POST', `/campaigns/${ID}/retry`, {}, 403],
    ['user', 'POST', `/campaigns/${ID}/pause`, {}, 200],
    ['writer', 'POST', `/integrations/${ID}/test`, {}, 200],
    ['writer', 'POST', `/integrations/${ID}/test`, { identifier: 'ann@example.com' }, 403],
    ['writer', 'POST', '/api-keys', { name: 'more than I may' }, 403],
    ['writer', 'POST', '/api-keys', { name: 'x', scopes: ['send'] }, 403],
    ['writer', 'POST', '/api-keys', { name: 'x', scopes: ['read', 'write'] }, 201],
  ] as const)('gives a %s for %s %s %j the status %i', async (key, method, path, body, status) => {
    const answer = await gateway.call(method, path, { body }, key);
    expect(answer.status).toBe(status);
    if (status === 403) expect(codeOf(answer)).toBe('insufficient_scope');
  });
});

describe('API keys and integrations', () => {
  const integration = { channel: 'EMAIL', name: 'Our server', settings };
  it.each([
    ['GET', '/api-keys', undefined, 200],
    ['GET', `/api-keys/${ID}`, undefined, 200],
    ['POST', '/api-keys', { name: 'x', scopes: ['admin'] }, 201],
    ['POST', `/api-keys/${ID}/rotate`, {}, 201],
    ['DELETE', `/api-keys/${ID}`, undefined, 200],
    ['POST', '/integrations', integration, 201],
    ['PATCH', `/integrations/${ID}`, { name: 'Other' }, 200],
    ['POST', `/integrations/${ID}/test`, {}, 200],
    ['DELETE', `/integrations/${ID}`, undefined, 200],
    ['POST', '/senders', integration, 201],
    ['PATCH', `/senders/${ID}`, { name: 'Other' }, 200],
    ['POST', `/senders/${ID}/default`, undefined, 200],
    ['POST', `/senders/${ID}/test`, {}, 200],
    ['DELETE', `/senders/${ID}`, undefined, 200],
  ] as const)('need the scope admin: %s %s', async (method, path, body, status) => {
    const refused = await gateway.call(method, path, { body }, 'editor');
    expect([refused.status, codeOf(refused)]).toEqual([403, 'insufficient_scope']);
    const isRotation = path.endsWith('/rotate');
    const admitted = await gateway.call(method, path, { body }, isRotation ? 'owner' : 'administrator');
    expect(admitted.status).toBe(status);
  });

  it('can be read with the scope read, in the case of integrations', async () => {
    expect((await gateway.call('GET', '/integrations', {}, 'editor')).status).toBe(200);
    expect((await gateway.call('GET', '/senders', {}, 'editor')).status).toBe(200);
    expect((await gateway.call('GET', '/integrations', {}, 'administrator')).status).toBe(403);
  });

  it('cannot be accessed through a rotated key with other permissions', async () => {
    const answer = await gateway.call('POST', `/api-keys/${ID}/rotate`, { body: {} }, 'administrator');
    expect([answer.status, codeOf(answer)]).toEqual([403, 'insufficient_scope']);
  });
});

describe('lifting suppressions, erasing people, and changing opt-out words', () => {
  describe.each([
    ['DELETE', '/suppressions', { suppressionIds: [ID] }, 200],
    ['DELETE', '/people/data', { identifier: 'ann@example.com' }, 202],
    ['DELETE', `/people/${ID}/data`, undefined, 202],
    ['DELETE', `/topics/${ID}/opt-outs`, { optOutIds: [ID] }, 200],
    ['PATCH', '/account/consent', { optInWords: ['los'] }, 200],
  ] as const)('%s %s', (method, path, body, done) => {
    it.each([
      ['editor', false],
      ['reader', false],
      ['consenting', true],
      ['owner', true],
      ['writer', true],
    ] as const)('with the key of %s is admitted: %s', async (key, isAdmitted) => {
      const answer = await gateway.call(method, path, { body }, key);
      expect(answer.status).toBe(isAdmitted ? done : 403);
    });
  });
});

describe('an operator key', () => {
  it.each([
    ['supporter', 'GET', '/operator/users', undefined, 200],
    ['supporter', 'GET', '/operator/audit', undefined, 200],
    ['supporter', 'POST', '/operator/users', { name: 'Ann' }, 403],
    ['supporter', 'GET', '/operator/api-keys', undefined, 403],
    ['helper', 'GET', '/operator/users', undefined, 403],
    ['helper', 'PATCH', `/operator/users/${USER}`, { plan: 'FREE' }, 200],
    ['helper', 'POST', `/operator/users/${USER}/api-keys`, { name: 'x' }, 201],
    ['helper', 'GET', '/operator/api-keys', undefined, 200],
    ['helper', 'POST', '/operator/api-keys', { name: 'x', scopes: ['users'] }, 201],
    ['helper', 'POST', '/operator/api-keys', { name: 'x', scopes: ['read'] }, 403],
    ['helper', 'POST', '/operator/api-keys', { name: 'more than I may' }, 403],
    ['operator', 'POST', '/operator/api-keys', { name: 'all' }, 201],
    ['operator', 'DELETE', `/operator/api-keys/${ID}`, undefined, 200],
  ] as const)('gives a %s for %s %s %j the status %i', async (key, method, path, body, status) => {
    const answer = await gateway.call(method, path, { body }, key);
    expect(answer.status).toBe(status);
    if (status === 403) expect(codeOf(answer)).toBe('insufficient_scope');
  });

  it('is dropped from caches immediately when operator keys change', async () => {
    const list = () => gateway.call('GET', '/operator/users', {}, 'supporter');
    await list();
    const before = lookUpsOf(keys.supporter);
    await gateway.messenger.broadcast('operator-keys.changed', {});
    await eventually(async () => {
      await list();
      return lookUpsOf(keys.supporter) > before;
    });
  });
});

describe('a key with limitations', () => {
  it('is rejected with its own error code after it expired', async () => {
    const answer = await gateway.call('GET', '/account', {}, 'expired');
    expect([answer.status, codeOf(answer)]).toEqual([401, 'api_key_expired']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('is accepted from its networks only', async () => {
    const answer = await gateway.call('GET', '/account', {}, 'fromOffice');
    expect([answer.status, codeOf(answer)]).toEqual([403, 'network_not_allowed']);
    expect((await gateway.call('GET', '/account', {}, 'fromHere')).status).toBe(200);
  });

  it('is accepted from the address that trusted proxies report', async () => {
    const own = await Gateway.start({ 'user.get': () => account }, { TRUSTED_PROXIES: '127.0.0.1' });
    const from = async (address: string): Promise<number> => {
      const headers = { 'x-forwarded-for': address };
      return (await own.call('GET', '/account', { headers }, 'fromOffice')).status;
    };
    const addresses = ['203.0.113.77', '2001:db8:1:2::3', '203.0.114.1', '2001:db9::1', '::ffff:203.0.113.1'];
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await from(address));
    expect(statuses).toEqual([200, 200, 403, 403, 200]);
    await own.close();
  });

  const tooLate = '2126-01-01T00:00:00.001Z';
  it.each([
    ['limited', '/api-keys', 'api-key.create'],
    ['limitedOperator', '/operator/api-keys', 'operator-key.create'],
    ['limitedOperator', `/operator/users/${USER}/api-keys`, 'api-key.create'],
  ] as const)('creates no key with fewer limitations: %s %s', async (caller, path, command) => {
    const make = (limits: object): Promise<Answer> =>
      gateway.call('POST', path, { body: { name: 'x', ...limits } }, caller);
    expect((await make({})).status).toBe(201);
    expect(gateway.payloads(command).at(-1)).toMatchObject(limitations);
    const less = { expiresAt: '2125-01-01T00:00:00.000Z', networks: ['127.0.0.1'] };
    expect((await make(less)).status).toBe(201);
    expect(gateway.payloads(command).at(-1)).toMatchObject(less);
    for (const more of [{ expiresAt: tooLate }, { networks: ['127.0.0.1', '192.0.2.1'] }]) {
      const answer = await make(more);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'insufficient_scope']);
    }
  });

  it('creates no key with fewer limitations by rotation', async () => {
    const predecessor: { networks?: string[] } = { networks: ['127.0.0.1'] };
    const own = await Gateway.start({ ...obliging, 'api-key.get': () => ({ ...apiKey, ...predecessor }) });
    const rotate = (body: object) => own.call('POST', `/api-keys/${ID}/rotate`, { body }, 'limited');
    expect((await rotate({})).status).toBe(201);
    expect(own.payloads('api-key.rotate').at(-1)).toMatchObject({ expiresAt: limitations.expiresAt });
    expect(codeOf(await rotate({ expiresAt: tooLate }))).toBe('insufficient_scope');
    delete predecessor.networks;
    expect(codeOf(await rotate({}))).toBe('insufficient_scope');
    await own.close();
  });
});

describe('the cached principal of a key', () => {
  it('is requested once for concurrent requests', async () => {
    const [key, witness] = [newKey(hardlyAny(100)), newKey(hardlyAny(1_000))];
    for (const each of [key, witness]) await ask(gateway, each);
    await gateway.messenger.broadcast('access.changed', { userId: USER });
    // All keys of a user are dropped together.
    await eventually(async () => {
      await ask(gateway, witness);
      return lookUpsOf(witness) === 2;
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(gateway, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(lookUpsOf(key)).toBe(2);
  });

  it('is dropped immediately when the access of its user changes, and only then', async () => {
    const [key, ofAnother] = [newKey(hardlyAny(1_000)), newKey(hardlyAny(10), { userId: newId() })];
    for (const each of [key, ofAnother]) await ask(gateway, each);
    await gateway.messenger.broadcast('access.changed', { userId: USER });
    await eventually(async () => {
      await ask(gateway, key);
      return lookUpsOf(key) === 2;
    });
    await ask(gateway, ofAnother);
    expect(lookUpsOf(ofAnother)).toBe(1);
  });

  it('is used while it is fresh if the account service is unavailable; another key gets 503', async () => {
    let away = false;
    const own = await Gateway.start({
      'campaign.list': () => ({ items: [], next: null }),
      'account.authenticate': ({ keyHash }) => {
        if (away) throw new AppError('service_unavailable');
        return { principal: principals.get(keyHash) ?? null };
      },
    });
    expect((await own.call('GET', '/campaigns')).status).toBe(200);
    away = true;
    expect((await own.call('GET', '/campaigns')).status).toBe(200);
    const answer = await own.call('GET', '/campaigns', {}, 'otherUser');
    expect([answer.status, codeOf(answer)]).toEqual([503, 'service_unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await own.close();
  });

  it('is requested again when it is no longer fresh', async () => {
    const own = await Gateway.start({ 'user.get': () => account }, { ACCESS_CACHE_MS: '0' });
    await own.call('GET', '/account');
    await own.call('GET', '/account');
    expect(own.payloads('account.authenticate')).toHaveLength(2);
    await own.close();
  });
});
