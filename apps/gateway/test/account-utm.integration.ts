import { utmDefaults } from '@carillon/contracts';
import { byUser } from './callers';
import { account } from './examples';
import { Gateway } from './gateway';

describe('UTM parameters of an account', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await Gateway.start({
      'user.get': () => account,
      'user.update': ({ utm }) => ({ ...account, utm: { ...utmDefaults, ...utm } }),
    });
  });
  beforeEach(() => {
    gateway.requests.length = 0;
  });
  afterAll(() => gateway.close());

  it('are off until they are turned on', async () => {
    expect((await gateway.call('GET', '/account/utm')).body).toEqual({
      data: { utm: { isOn: false, source: 'newsletter', medium: 'email', campaign: null } },
    });
  });

  it('change only as far as they are given, with the key of the request', async () => {
    const body = { isOn: true, source: 'Shop & more 🎻' };
    const answer = await gateway.call('PATCH', '/account/utm', { body });
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: { updateUtm: { ...body, medium: 'email', campaign: null } } },
    ]);
    await gateway.call('PATCH', '/account/utm', { body: { campaign: null } });
    expect(gateway.payloads('user.update')).toEqual([
      { by: byUser, id: account.id, utm: body },
      { by: byUser, id: account.id, utm: { campaign: null } },
    ]);
  });

  it('require a key with the scope read, and the scope admin for changes', async () => {
    expect((await gateway.call('GET', '/account/utm', {}, 'reader')).status).toBe(200);
    const answer = await gateway.call('PATCH', '/account/utm', { body: { isOn: true } }, 'editor');
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
    expect(gateway.payloads('user.update')).toEqual([]);
  });
});
