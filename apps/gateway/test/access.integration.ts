import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@carillon/contracts';
import { USER, keys, principals } from './callers';
import { Gateway } from './gateway';
import { GROUP, ID, account } from './examples';
import { obliging } from './services';
import type { Answer } from './answer';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(obliging);
});
afterAll(() => gateway.close());

const account$ = (authorization?: string): Promise<Answer> =>
  gateway.plain('GET', '/api/v1/account', { headers: authorization === undefined ? {} : { authorization } });
const codeOf = ({ body }: Answer): unknown => (body as { code?: string }).code;
const lookUps = (): number => gateway.payloads('account.authenticate').length;

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

  it.each(['bearer', 'BEARER', 'Bearer  '])('but a valid one is admitted as %s', async (scheme) => {
    expect((await account$(`${scheme} ${keys.user}`)).status).toBe(200);
  });
});

describe('a key', () => {
  it('of a user gives no access to the operator’s routes, and vice versa', async () => {
    const asUser = await gateway.call('GET', '/operator/users');
    expect([asUser.status, codeOf(asUser)]).toEqual([403, 'operator_key_required']);
    const asOperator = await gateway.call('GET', '/account', {}, 'operator');
    expect([asOperator.status, codeOf(asOperator)]).toEqual([403, 'user_key_required']);
    expect((await gateway.call('GET', '/operator/users', {}, 'operator')).status).toBe(200);
  });

  it('of a suspended account gives no access', async () => {
    const answer = await gateway.call('GET', '/account', {}, 'suspended');
    expect([answer.status, codeOf(answer)]).toEqual([403, 'account_suspended']);
  });

  const draft = { name: 'x', smsMessage: 'x', groups: [GROUP] };
  it.each([
    ['reader', 'GET', '/account', undefined, 200],
    ['reader', 'HEAD', '/account', undefined, 200],
    ['reader', 'POST', '/campaigns/create', draft, 403],
    ['reader', 'POST', '/campaigns/publish', { campaignId: ID }, 403],
    ['reader', 'DELETE', '/campaigns', { campaignIds: [ID] }, 403],
    ['writer', 'POST', '/campaigns/create', draft, 201],
    ['writer', 'POST', '/campaigns/create', { ...draft, isStarted: true }, 403],
    ['writer', 'POST', '/campaigns/publish', { campaignId: ID }, 403],
    ['user', 'POST', '/campaigns/publish', { campaignId: ID }, 200],
    ['writer', 'POST', `/campaigns/${ID}/pause`, undefined, 403],
    ['writer', 'POST', `/campaigns/${ID}/resume`, undefined, 403],
    ['writer', 'POST', `/campaigns/${ID}/cancel`, undefined, 403],
    ['writer', 'POST', `/campaigns/${ID}/unschedule`, undefined, 403],
    ['writer', 'POST', `/campaigns/${ID}/retry`, {}, 403],
    ['user', 'POST', `/campaigns/${ID}/pause`, {}, 200],
    ['writer', 'POST', `/integrations/${ID}/test`, {}, 200],
    ['writer', 'POST', `/integrations/${ID}/test`, { identifier: 'ann@example.com' }, 403],
    ['writer', 'POST', '/api-keys', { name: 'more than I may' }, 403],
    ['writer', 'POST', '/api-keys', { name: 'x', scopes: ['send'] }, 403],
    ['writer', 'POST', '/api-keys', { name: 'x', scopes: ['read', 'write'] }, 201],
  ] as const)('of a %s: %s %s %j is %i', async (key, method, path, body, status) => {
    const answer = await gateway.call(method, path, { body }, key);
    expect(answer.status).toBe(status);
    if (status === 403) expect(codeOf(answer)).toBe('insufficient_scope');
  });
});

describe('the cached principal of a key', () => {
  it('is requested once, however many requests come at once', async () => {
    await gateway.messenger.broadcast('access.changed', { userId: USER });
    await until(async () => {
      const before = lookUps();
      await account$(`Bearer ${keys.user}`);
      return lookUps() > before;
    });
    await gateway.messenger.broadcast('access.changed', { userId: USER });
    await delay(100);
    const before = lookUps();
    const answers = await Promise.all(Array.from({ length: 20 }, () => account$(`Bearer ${keys.user}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(lookUps() - before).toBe(1);
  });

  it('is dropped at once when the access of its user changes, and only then', async () => {
    await account$(`Bearer ${keys.user}`);
    await account$(`Bearer ${keys.otherUser}`);
    const before = lookUps();
    await gateway.messenger.broadcast('access.changed', { userId: USER });
    await until(async () => {
      await account$(`Bearer ${keys.user}`);
      return lookUps() === before + 1;
    });
    await account$(`Bearer ${keys.otherUser}`);
    expect(lookUps()).toBe(before + 1);
  });

  it('serves while it is fresh though the account service is unavailable; another key is 503', async () => {
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

/** Tries until the condition is true; broadcasts and consumers need a moment. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await condition()) return;
    await delay(20);
  }
  throw new Error('It did not come about');
}
