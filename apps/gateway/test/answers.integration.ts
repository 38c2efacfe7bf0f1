import { Gateway, USER } from './gateway';
import {
  GROUP,
  ID,
  account,
  apiKey,
  campaign,
  counts,
  delivery,
  dispatchReport,
  group,
  integration,
  settings,
  subscriber,
} from './examples';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start({
    'campaign.list': () => ({ items: [campaign], next: null }),
    'campaign.create': (command) => ({
      ...campaign,
      id: command.id,
      emailBody: command.emailBody,
      status: 'DRAFT',
    }),
    'campaign.publish': () => campaign,
    'campaign.delete': ({ ids }) => ({ ids }),
    'campaign.get': () => campaign,
    'dispatch.report': () => ({ report: dispatchReport }),
    'dispatch.deliveries': () => ({ items: [delivery], next: null }),
    'subscriber.list': () => ({ items: [subscriber], next: null }),
    'subscriber.create': (command) => ({ ...subscriber, id: command.id, channel: command.channel }),
    'subscriber.delete': ({ ids }) => ({ ids: ids.slice(0, 1) }),
    'group.list': () => ({ items: [group], next: null }),
    'group.get': (query) => (query.counts ? { ...group, counts } : group),
    'group.create': (command) => ({ ...group, id: command.id }),
    'group.update': () => group,
    'group.delete': ({ id }) => ({ ids: [id] }),
    'user.get': () => account,
    'user.list': () => ({ items: [account], next: null }),
    'user.create': (command) => ({ ...account, id: command.id }),
    'user.update': () => account,
    'api-key.list': () => ({ items: [apiKey], next: null }),
    'api-key.create': ({ id, prefix, scopes }) => ({ ...apiKey, id, prefix, scopes }),
    'api-key.delete': ({ id }) => ({ ids: [id] }),
    'integration.list': () => ({ items: [integration], next: null }),
    'integration.get': () => integration,
    'integration.create': (command) => ({ ...integration, id: command.id }),
    'integration.update': () => integration,
    'integration.delete': ({ id }) => ({ ids: [id] }),
    'integration.test': () => ({
      ok: false,
      reason: 'LOGIN',
      providerCode: '535',
      detail: 'refused',
      checkedAt: '2026-03-01T10:00:00.000Z',
    }),
  });
});
afterAll(() => gateway.close());

const campaignKeys = '_id creator name status message shouldRemoveWatermark groups createdAt updatedAt';
const publishedKeys =
  '_id creator name status message whatsappMessage smsMessage shouldRemoveWatermark groups createdAt updatedAt';
const subscriberKeys = '_id integration identifier subscriberToken group extraData createdAt updatedAt';
const groupKeys = '_id user name slug createdAt updatedAt';
const userKeys = '_id name email plan status createdAt updatedAt';
const apiKeyKeys = '_id user name prefix scopes createdAt lastUsedAt';
const deletedKeys = 'result deletedCount ids';
const integrationKeys =
  '_id user channel name settings secrets ratePerSecond status statusReason checkedAt createdAt updatedAt';
const reportKeys =
  'campaignId status asOf publishedAt startedAt finishedAt planning total states channels reasons waiting ratePerSecond estimatedEndAt';
const deliveryKeys =
  '_id campaign channel identifier subscriber state reason providerCode providerId attempts segments createdAt updatedAt sentAt deliveredAt readAt';

const newCampaign = { name: 'Spring', emailMessage: 'Hi', groups: [GROUP] };
const newSubscriber = { integration: 'email', identifier: 'ann@example.com', groupSlug: 'friends' };
const newIntegration = { channel: 'EMAIL', name: 'Our server', settings };

/** Method, path, body, status, key in `data`, keys of the object or of each object of the list; then the key used. */
const operations: [string, string, object | undefined, number, string, string, ('user' | 'operator')?][] = [
  ['GET', '/campaigns', undefined, 200, 'campaigns', campaignKeys],
  ['POST', '/campaigns/create', newCampaign, 201, 'createCampaign', campaignKeys],
  ['POST', '/campaigns/publish', { campaignId: ID }, 200, 'publishCampaign', publishedKeys],
  ['DELETE', '/campaigns', { campaignIds: [ID] }, 200, 'deleteCampaigns', deletedKeys],
  [
    'GET',
    `/campaigns/${ID}`,
    undefined,
    200,
    'campaign',
    `${publishedKeys} whatsappTemplate scheduledAt maxLateness publishedAt finishedAt statusReason`,
  ],
  ['GET', `/campaigns/${ID}/report`, undefined, 200, 'report', reportKeys],
  ['GET', `/campaigns/${ID}/deliveries`, undefined, 200, 'deliveries', deliveryKeys],
  ['GET', '/subscribers', { groupId: GROUP }, 200, 'subcribers', subscriberKeys],
  [
    'POST',
    '/subscribers',
    newSubscriber,
    201,
    'subscribe',
    '_id integration identifier subscriberToken group user extraData isVerified createdAt updatedAt',
  ],
  ['DELETE', '/subscribers', { groupId: GROUP, subscriberIds: [ID] }, 200, 'deleteSubcribers', deletedKeys],
  ['GET', '/groups', undefined, 200, 'groups', groupKeys],
  ['GET', `/groups/${GROUP}`, undefined, 200, 'group', groupKeys],
  ['GET', `/groups/${GROUP}?include=counts`, undefined, 200, 'group', `${groupKeys} counts`],
  ['POST', '/groups', { name: 'Friends' }, 201, 'createGroup', groupKeys],
  ['PATCH', `/groups/${GROUP}`, { name: 'Friends' }, 200, 'updateGroup', groupKeys],
  ['DELETE', `/groups/${GROUP}`, undefined, 200, 'deleteGroup', deletedKeys],
  ['GET', '/account', undefined, 200, 'account', userKeys],
  ['GET', '/api-keys', undefined, 200, 'apiKeys', apiKeyKeys],
  ['POST', '/api-keys', { name: 'CI' }, 201, 'createApiKey', `${apiKeyKeys} key`],
  ['DELETE', `/api-keys/${ID}`, undefined, 200, 'deleteApiKey', deletedKeys],
  ['GET', '/integrations?channel=email', undefined, 200, 'integrations', integrationKeys],
  ['GET', `/integrations/${ID}`, undefined, 200, 'integration', integrationKeys],
  ['POST', '/integrations', newIntegration, 201, 'createIntegration', integrationKeys],
  ['PATCH', `/integrations/${ID}`, { name: 'Ours' }, 200, 'updateIntegration', integrationKeys],
  ['DELETE', `/integrations/${ID}`, undefined, 200, 'deleteIntegration', deletedKeys],
  [
    'POST',
    `/integrations/${ID}/test`,
    undefined,
    200,
    'testIntegration',
    'ok reason providerCode detail checkedAt',
  ],
  ['GET', '/operator/users', undefined, 200, 'users', userKeys, 'operator'],
  ['GET', `/operator/users/${USER}`, undefined, 200, 'user', userKeys, 'operator'],
  ['POST', '/operator/users', { name: 'Ann' }, 201, 'createUser', userKeys, 'operator'],
  ['PATCH', `/operator/users/${USER}`, { status: 'SUSPENDED' }, 200, 'updateUser', userKeys, 'operator'],
  [
    'POST',
    `/operator/users/${USER}/api-keys`,
    { name: 'CI' },
    201,
    'createApiKey',
    `${apiKeyKeys} key`,
    'operator',
  ],
];

describe('every operation answers in its shape', () => {
  it.each(operations)('%s %s', async (method, path, body, status, key, keys, as = 'user') => {
    const answer = await gateway.call(method, path, body ? { body } : {}, as);
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Object.keys(answer.body as object)).toEqual(['data']);
    const { data } = answer.body as { data: Record<string, object> };
    expect(Object.keys(data)).toEqual([key]);
    const [shown = {}] = [data[key] ?? {}].flat();
    expect(Object.keys(shown).join(' ')).toBe(keys);
  });

  it('says where what was created is', async () => {
    for (const [method, path, body, status, key, , as] of operations) {
      if (status !== 201) continue;
      const { headers, body: answered } = await gateway.call(method, path, { body }, as);
      const { _id } = (answered as { data: Record<string, { _id: string }> }).data[key] ?? { _id: '' };
      const collection = path.replace('/create', '').replace(`/operator/users/${USER}`, '');
      expect(headers.location).toBe(`/api/v1${collection}/${_id}`);
    }
  });
});

describe('campaigns', () => {
  it('are created under an id that the gateway mints, in the words of the services', async () => {
    const body = {
      ...newCampaign,
      groups: [GROUP, ID, GROUP],
      whatsappMessage: null,
      shouldRemoveWatermark: true,
    };
    await gateway.call('POST', '/campaigns/create', { body });
    expect(gateway.payloads('campaign.create').at(-1)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      userId: USER,
      name: 'Spring',
      emailBody: 'Hi',
      whatsappBody: null,
      smsBody: null,
      removeCredits: true,
      groups: [GROUP, ID],
      start: null,
    });
  });

  it('are started at once when that is asked for', async () => {
    await gateway.call('POST', '/campaigns/create', { body: { ...newCampaign, isStarted: true } });
    const start = { requestId: expect.stringMatching(/^[0-9a-f]{24}$/) as string };
    expect(gateway.payloads('campaign.create').at(-1)).toMatchObject({ start });
    await gateway.call('POST', '/campaigns/publish', { body: { campaignId: ID } });
    expect(gateway.payloads('campaign.publish').at(-1)).toEqual({ userId: USER, id: ID, start });
  });

  it('without an email have an empty message, with other messages as given or null', async () => {
    const body = { name: 'x', smsMessage: 'Hi\tthere\r\n', groups: [GROUP] };
    const { body: created } = await gateway.call('POST', '/campaigns/create', { body });
    expect(created).toMatchObject({ data: { createCampaign: { message: '' } } });
    expect(gateway.payloads('campaign.create').at(-1)?.smsBody).toBe('Hi\tthere\r\n');
    const { body: published } = await gateway.call('POST', '/campaigns/publish', {
      body: { campaignId: ID },
    });
    expect(published).toMatchObject({
      data: { publishCampaign: { whatsappMessage: '*Hello*', smsMessage: null } },
    });
  });

  it('are deleted each once, and the answer counts what was there', async () => {
    const { text } = await gateway.call('DELETE', '/campaigns', { body: { campaignIds: [ID, GROUP, ID] } });
    const data = { deleteCampaigns: { result: { n: 2, ok: 1 }, deletedCount: 2, ids: [ID, GROUP] } };
    expect(text).toBe(JSON.stringify({ data }));
  });
});

describe('a report', () => {
  it('has the campaign’s facts with the counts', async () => {
    const { body } = await gateway.call('GET', `/campaigns/${ID}/report`);
    const { asOf, startedAt, ...rest } = dispatchReport;
    const own = { campaignId: ID, status: 'SENDING', publishedAt: campaign.publishedAt, finishedAt: null };
    expect(body).toEqual({ data: { report: { ...own, asOf, startedAt, ...rest } } });
  });

  it('of what the dispatcher does not know, or of a draft, is all there in zeros', async () => {
    const fresh = await Gateway.start({
      'campaign.get': ({ id }) => ({ ...campaign, id, status: id === ID ? 'DRAFT' : 'SENDING' }),
      'dispatch.report': () => ({ report: null }),
    });
    for (const id of [ID, GROUP]) {
      const { body } = await fresh.call('GET', `/campaigns/${id}/report`);
      const { report } = (body as { data: { report: Record<string, unknown> } }).data;
      expect(Object.keys(report).join(' ')).toBe(reportKeys);
      const states = 'QUEUED SENT DELIVERED READ FAILED SKIPPED UNCONFIRMED CANCELLED'.split(' ');
      expect(Object.entries(report.states as object)).toEqual(states.map((state) => [state, 0]));
      expect(Object.keys(report.channels as object)).toEqual(['EMAIL', 'WHATSAPP', 'SMS']);
      expect(report).toMatchObject({
        total: 0,
        planning: { done: false, planned: 0 },
        reasons: [],
        waiting: [],
      });
    }
    expect(fresh.payloads('dispatch.report').map(({ campaignId }) => campaignId)).toEqual([GROUP]);
    await fresh.close();
  });
});

describe('deliveries', () => {
  it('are filtered by what the query says, addresses in canonical form', async () => {
    const query = 'state=FAILED&channel=sms&reason=NO_SUCH_ADDRESS&identifier=+1 415 555 2671&limit=7';
    await gateway.call('GET', `/campaigns/${ID}/deliveries?${query.replaceAll(' ', '%20')}`);
    expect(gateway.payloads('dispatch.deliveries').at(-1)).toEqual({
      userId: USER,
      campaignId: ID,
      state: 'FAILED',
      channel: 'SMS',
      reason: 'NO_SUCH_ADDRESS',
      address: '+14155552671',
      after: null,
      limit: 7,
    });
    await gateway.call('GET', `/campaigns/${ID}/deliveries?identifier=Ann@EXAMPLE.com`);
    expect(gateway.payloads('dispatch.deliveries').at(-1)).toMatchObject({
      address: 'ann@example.com',
      limit: 100,
    });
  });
});

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
    });
  });

  it('keep their extra data as it was given', async () => {
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
});

describe('a list', () => {
  it.each([
    ['no body and no type', {}],
    ['a type and no body', { headers: { 'content-type': 'application/json' } }],
    ['a type with charset and no body', { headers: { 'content-type': 'Application/JSON; Charset="UTF-8"' } }],
    ['an empty object', { body: {} }],
  ])('takes %s', async (_, sent) => {
    expect((await gateway.call('GET', '/campaigns', sent)).status).toBe(200);
  });
});

describe('keys', () => {
  it('are minted here, answered once and stored by their hash alone', async () => {
    const { body } = await gateway.call('POST', '/api-keys', {
      body: { name: 'CI', scopes: ['send', 'read', 'send'] },
    });
    const { key, prefix } = (body as { data: { createApiKey: { key: string; prefix: string } } }).data
      .createApiKey;
    expect(key).toMatch(/^car_live_[0-9A-Za-z]{38}$/);
    expect(key.startsWith(prefix)).toBe(true);
    const command = gateway.payloads('api-key.create').at(-1);
    expect(command).toMatchObject({ userId: USER, name: 'CI', scopes: ['read', 'send'] });
    expect(JSON.stringify(command)).not.toContain(key);
  });

  it('are deleted by name of the key that asks', async () => {
    await gateway.call('DELETE', `/api-keys/${ID}`);
    const usedKeyId = '5f00000000000000000000c1';
    expect(gateway.payloads('api-key.delete').at(-1)).toEqual({ userId: USER, id: ID, usedKeyId });
  });
});

describe('integrations', () => {
  it('leave the gateway with sealed secrets and canonical addresses', async () => {
    const { text } = await gateway.call('POST', '/integrations', {
      body: { ...newIntegration, ratePerSecond: 0.5 },
    });
    expect(text).not.toContain(settings.password);
    const command = gateway.payloads('integration.create').at(-1);
    expect(JSON.stringify(command)).not.toContain(settings.password);
    const { password: _, ...open } = settings;
    expect(command).toMatchObject({
      userId: USER,
      channel: 'EMAIL',
      settings: { ...open, fromAddress: 'news@example.com' },
      secrets: { password: '…cret' },
      sealed: { password: expect.any(String) as string },
      ratePerSecond: 0.5,
    });
  });

  it('are changed in part; null removes what a mail server can do without', async () => {
    const change = {
      settings: { replyTo: null, port: 25, password: 'another long secret' },
      ratePerSecond: 2,
    };
    await gateway.call('PATCH', `/integrations/${ID}`, { body: change });
    expect(gateway.payloads('integration.update').at(-1)).toEqual({
      userId: USER,
      id: ID,
      settings: { replyTo: null, port: 25 },
      sealed: { password: expect.any(String) as string },
      secrets: { password: '…cret' },
      ratePerSecond: 2,
    });
    await gateway.call('PATCH', `/integrations/${ID}`, { body: { name: 'Ours' } });
    expect(gateway.payloads('integration.update').at(-1)).toEqual({ userId: USER, id: ID, name: 'Ours' });
  });

  it('are tested with a message to an address, or without one', async () => {
    await gateway.call('POST', `/integrations/${ID}/test`, { body: { identifier: 'Me@Example.com' } });
    expect(gateway.payloads('integration.test').at(-1)?.address).toBe('me@example.com');
    await gateway.call('POST', `/integrations/${ID}/test`, {
      headers: { 'content-type': 'application/json' },
    });
    expect(gateway.payloads('integration.test').at(-1)?.address).toBeNull();
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
      name: 'Ann',
      email: 'ann@example.com',
      plan: 'FREE',
    });
  });

  it('make keys for users', async () => {
    await gateway.call('POST', `/operator/users/${USER}/api-keys`, { body: { name: 'First' } }, 'operator');
    const all = { userId: USER, scopes: ['read', 'write', 'send'] };
    expect(gateway.payloads('api-key.create').at(-1)).toMatchObject(all);
  });
});
