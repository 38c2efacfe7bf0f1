import { hashApiKey } from '@carillon/vault';
import { GROUP, ID } from './examples';
import { USER, byOperator, byUser } from './callers';
import { Gateway } from './gateway';
import { newSubscriber } from './operations';
import { obliging } from './services';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(obliging);
});
afterAll(() => gateway.close());

describe('subscribers', () => {
  it('are created by channel in any letter case and by the canonical address', async () => {
    const body = {
      integration: 'WhatsApp',
      identifier: ' +1 (415) 555-2671',
      groupSlug: 'friends',
      extraData: null,
    };
    const answer = await gateway.call('POST', '/subscribers', { body });
    expect(answer.body).toMatchObject({
      data: { subscribe: { integration: 'WHATSAPP', isVerified: true, user: USER } },
    });
    expect(gateway.payloads('subscriber.create').at(-1)).toMatchObject({
      channel: 'WHATSAPP',
      address: '+14155552671',
      groupSlug: 'friends',
      extraData: {},
      consent: { source: 'KEY', keyId: '5f00000000000000000000c1' },
    });
  });

  it('keep their extra data unchanged', async () => {
    const extraData = {
      name: 'Zoë 👋',
      'a.b': 1,
      list: [true, null, { x: -0.5 }],
      toString: 'own',
      '': undefined,
    };
    await gateway.call('POST', '/subscribers', { body: { ...newSubscriber, extraData } });
    expect(gateway.payloads('subscriber.create').at(-1)?.extraData).toEqual({ ...extraData, '': undefined });
  });

  it('change the given fields, with null for no extra data', async () => {
    for (const [body, change] of [
      [{ extraData: { name: 'Ann' } }, { extraData: { name: 'Ann' } }],
      [{ extraData: null }, { extraData: {} }],
      [{ groupSlug: 'family' }, { groupSlug: 'family' }],
    ]) {
      expect((await gateway.call('PATCH', `/subscribers/${ID}`, { body })).status).toBe(200);
      expect(gateway.payloads('subscriber.update').at(-1)).toEqual({ userId: USER, id: ID, ...change });
    }
  });

  it('are listed by the group in the body, in the query, or in both', async () => {
    for (const [path, body] of [
      ['/subscribers', { groupId: GROUP }],
      [`/subscribers?groupId=${GROUP}`, undefined],
      [`/subscribers?groupId=${GROUP}`, { groupId: GROUP }],
    ] as const) {
      expect((await gateway.call('GET', path, { body })).status).toBe(200);
      expect(gateway.payloads('subscriber.list').at(-1)).toMatchObject({ userId: USER, groupId: GROUP });
    }
  });

  it.each([
    [`groupId=${GROUP}&integration=Sms`, { groupId: GROUP, channel: 'SMS' }],
    ['identifier=Ann%40Example.COM', { groupId: null, channel: null, address: 'ann@example.com' }],
    ['identifier=%20ann@EXAMPLE.com%20', { groupId: null, channel: null, address: 'ann@example.com' }],
    ['identifier=%2B1 (415) 555-2671', { groupId: null, channel: null, address: '+14155552671' }],
    ['identifier=+1 415 555.2671', { groupId: null, channel: null, address: '+14155552671' }],
    [
      `groupId=${GROUP}&identifier=%2B14155552671&integration=whatsapp`,
      { groupId: GROUP, channel: 'WHATSAPP', address: '+14155552671' },
    ],
  ])('are searched with %s', async (query, expected) => {
    const answer = await gateway.call('GET', `/subscribers?${query.replaceAll(' ', '%20')}`);
    expect([answer.status, answer.body]).toEqual([200, { data: { subcribers: [expect.anything()] } }]);
    const name = 'address' in expected ? 'subscriber.find' : 'subscriber.list';
    expect(gateway.payloads(name).at(-1)).toEqual({ userId: USER, ...expected, after: null, limit: 1000 });
  });

  it('are found by a part of the address or name, at most a hundred', async () => {
    const answer = await gateway.call('GET', `/subscribers?groupId=${GROUP}&search=Gro%C3%9Fe`);
    expect([answer.status, answer.body]).toEqual([200, { data: { subcribers: [expect.anything()] } }]);
    const expected = { userId: USER, groupId: GROUP, channel: null, search: 'Große', limit: 100 };
    expect(gateway.payloads('subscriber.search').at(-1)).toEqual(expected);
  });

  it('are also found as people, at most a hundred', async () => {
    const answer = await gateway.call('GET', '/people?search=Gro%C3%9Fe&limit=1000');
    expect([answer.status, answer.body]).toEqual([200, { data: { people: [expect.anything()] } }]);
    const expected = { userId: USER, search: 'Große', limit: 100 };
    expect(gateway.payloads('person.search').at(-1)).toEqual(expected);
  });

  it('are found among the opt-outs of a topic', async () => {
    const answer = await gateway.call('GET', `/topics/${GROUP}/opt-outs?identifier=Ann@example.com`);
    expect([answer.status, answer.body]).toEqual([200, { data: { topicOptOuts: [expect.anything()] } }]);
    expect(gateway.payloads('topic.opt-outs').at(-1)).toMatchObject({ address: 'ann@example.com' });
  });
});

describe('a list', () => {
  it.each([
    ['no body and no type', {}],
    ['a type and no body', { headers: { 'content-type': 'application/json' } }],
    ['a type with charset and no body', { headers: { 'content-type': 'Application/JSON; Charset="UTF-8"' } }],
    ['an empty object', { body: {} }],
  ])('accepts %s', async (_, sent) => {
    expect((await gateway.call('GET', '/campaigns', sent)).status).toBe(200);
  });
});

describe('keys', () => {
  it('are generated by the gateway, shown once, and stored only as hashes', async () => {
    const { body } = await gateway.call('POST', '/api-keys', {
      body: { name: 'CI', scopes: ['send', 'read', 'send'] },
    });
    const { key, prefix } = (body as { data: { createApiKey: { key: string; prefix: string } } }).data
      .createApiKey;
    expect(key).toMatch(/^car_live_[0-9A-Za-z]{38}$/);
    expect(key.startsWith(prefix)).toBe(true);
    const command = gateway.payloads('api-key.create').at(-1);
    const scopes = ['read', 'send'];
    expect(command).toMatchObject({ userId: USER, name: 'CI', scopes });
    expect(JSON.stringify(command)).not.toContain(key);
  });

  it('can expire, and can be limited to networks', async () => {
    const body = { name: 'CI', expiresAt: '2126-03-01T12:00:00+02:00', networks: ['192.0.2.0/24'] };
    await gateway.call('POST', '/api-keys', { body });
    const expected = { expiresAt: '2126-03-01T10:00:00.000Z', networks: ['192.0.2.0/24'] };
    expect(gateway.payloads('api-key.create').at(-1)).toMatchObject(expected);
  });

  it('are rotated with an overlap of a day unless another one is given', async () => {
    for (const [body, overlapMs] of [
      [{}, 86_400_000],
      [{ overlap: 0 }, 0],
    ] as const) {
      const answer = await gateway.call('POST', `/api-keys/${ID}/rotate`, { body });
      const { key } = (answer.body as { data: { rotateApiKey: { key: string } } }).data.rotateApiKey;
      const command = gateway.payloads('api-key.rotate').at(-1);
      expect(command).toMatchObject({ by: byUser, userId: USER, of: ID, overlapMs });
      expect(command?.id).not.toBe(ID);
      expect(command?.keyHash).toBe(hashApiKey(key));
    }
  });

  it('are deleted with the ID of the calling key', async () => {
    await gateway.call('DELETE', `/api-keys/${ID}`);
    expect(gateway.payloads('api-key.delete').at(-1)).toEqual({ by: byUser, userId: USER, id: ID });
  });
});

describe('operators', () => {
  it('create users with a plan and an address', async () => {
    await gateway.call(
      'POST',
      '/operator/users',
      { body: { name: 'Ann', email: 'Ann@Example.COM' } },
      'operator',
    );
    expect(gateway.payloads('user.create').at(-1)).toMatchObject({
      by: byOperator,
      name: 'Ann',
      email: 'ann@example.com',
      plan: 'FREE',
    });
  });

  it('change the address of a user, or remove it', async () => {
    const path = `/operator/users/${USER}`;
    for (const [email, kept] of [
      ['Ann@Example.COM', 'ann@example.com'],
      [null, null],
    ]) {
      await gateway.call('PATCH', path, { body: { email } }, 'operator');
      const command = { by: byOperator, id: USER, email: kept };
      expect(gateway.payloads('user.update').at(-1)).toEqual(command);
    }
  });

  it('create keys for users', async () => {
    await gateway.call('POST', `/operator/users/${USER}/api-keys`, { body: { name: 'First' } }, 'operator');
    const scopes = ['read', 'write', 'send', 'admin', 'consent'];
    const all = { by: byOperator, userId: USER, scopes };
    expect(gateway.payloads('api-key.create').at(-1)).toMatchObject(all);
  });

  it.each([
    [{}, 'PLAN'],
    [{ unlimited: false }, 'PLAN'],
    [{ unlimited: true }, 'NONE'],
    [{ ratePerSecond: 500 }, { perSecond: 500, burst: 1_000 }],
    [
      { ratePerSecond: 5, burst: 3 },
      { perSecond: 5, burst: 3 },
    ],
  ])('set the rate limit of a key: %j', async (fields, rate) => {
    const sent = { body: { name: 'First', ...fields } };
    const answer = await gateway.call('POST', `/operator/users/${USER}/api-keys`, sent, 'operator');
    expect(gateway.payloads('api-key.create').at(-1)).toMatchObject({ rate });
    const { createApiKey } = (answer.body as { data: { createApiKey: object } }).data;
    expect(Object.keys(createApiKey)).toEqual([
      '_id',
      'user',
      'name',
      'prefix',
      'scopes',
      'expiresAt',
      'networks',
      'createdAt',
      'lastUsedAt',
      'key',
    ]);
  });
});
