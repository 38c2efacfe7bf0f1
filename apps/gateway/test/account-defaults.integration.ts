import { hashApiKey } from '@carillon/vault';
import type { User } from '@carillon/contracts';
import { byUser, keys, principals } from './callers';
import { account, subscriber } from './examples';
import { Gateway } from './gateway';
import { newSubscriber } from './operations';

describe('account defaults', () => {
  let gateway: Gateway;
  let stored: User;
  beforeAll(async () => {
    gateway = await Gateway.start({
      'user.get': () => stored,
      'user.update': ({ defaultCountry }) => ({ ...account, ...(defaultCountry && { defaultCountry }) }),
      'subscriber.create': ({ id, channel, address }) => ({ ...subscriber, id, channel, address }),
    });
  });
  beforeEach(() => {
    stored = account;
    gateway.requests.length = 0;
  });
  afterAll(() => gateway.close());

  const change = (body: object, key: keyof typeof keys = 'owner') =>
    gateway.call('PATCH', '/account/defaults', { body }, key);

  it('have no country until one is set', async () => {
    expect((await gateway.call('GET', '/account/defaults')).body).toEqual({
      data: { defaults: { defaultCountry: null } },
    });
    stored = { ...account, defaultCountry: 'DE' };
    expect((await gateway.call('GET', '/account/defaults')).body).toEqual({
      data: { defaults: { defaultCountry: 'DE' } },
    });
  });

  it.each(['DE', null])('change to %j, with the key of the request', async (defaultCountry) => {
    const answer = await change({ defaultCountry });
    expect([answer.status, answer.body]).toEqual([200, { data: { updateDefaults: { defaultCountry } } }]);
    expect(gateway.payloads('user.update')).toEqual([{ by: byUser, id: account.id, defaultCountry }]);
  });

  it.each([
    [{ defaultCountry: 'de' }, 'defaultCountry', 'not_allowed'],
    [{ defaultCountry: 'ZZ' }, 'defaultCountry', 'not_allowed'],
    [{ defaultCountry: 'DEU' }, 'defaultCountry', 'not_allowed'],
    [{ defaultCountry: '' }, 'defaultCountry', 'not_allowed'],
    [{ defaultCountry: 49 }, 'defaultCountry', 'wrong_type'],
    [{ defaultCountry: 'DE', country: 'DE' }, 'country', 'unknown_field'],
    [{}, '', 'required'],
  ])('do not change to %j', async (body, field, code) => {
    const answer = await change(body);
    expect([answer.status, answer.body]).toMatchObject([422, { errors: [{ field, code }] }]);
    expect(gateway.payloads('user.update')).toEqual([]);
  });

  it('require a key with the scope read, and the scope admin for changes', async () => {
    expect((await gateway.call('GET', '/account/defaults', {}, 'reader')).status).toBe(200);
    for (const [key, status, code] of [
      ['editor', 403, 'insufficient_scope'],
      ['reader', 403, 'insufficient_scope'],
      ['operator', 403, 'user_key_required'],
    ] as const) {
      const answer = await change({ defaultCountry: 'DE' }, key);
      expect([answer.status, answer.body]).toMatchObject([status, { code }]);
    }
    expect(gateway.payloads('user.update')).toEqual([]);
    expect((await change({ defaultCountry: 'DE' }, 'administrator')).status).toBe(200);
  });

  it('provide the country of national phone numbers for this account only', async () => {
    const ofOther = principals.get(hashApiKey(keys.otherUser));
    if (ofOther?.role !== 'user') throw new Error('Another user is expected');
    principals.set(hashApiKey(keys.otherUser), { ...ofOther, defaultCountry: 'DE' });
    const body = { ...newSubscriber, integration: 'sms', identifier: '0171 2345678' };
    const [taken, refused] = [
      await gateway.call('POST', '/subscribers', { body }, 'otherUser'),
      await gateway.call('POST', '/subscribers', { body }),
    ];
    principals.set(hashApiKey(keys.otherUser), ofOther);
    expect(taken.body).toMatchObject({ data: { subscribe: { identifier: '+491712345678' } } });
    expect(refused.body).toMatchObject({ errors: [{ field: 'identifier', code: 'invalid_phone' }] });
  });
});
