import { Gateway } from './gateway';
import { GROUP, ID, campaign, settings } from './examples';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start({ 'campaign.get': () => campaign });
});
afterAll(() => gateway.close());

const draft = { name: 'Spring', emailMessage: 'Hello', groups: [GROUP] };
const person = { integration: 'email', identifier: 'ann@example.com', groupSlug: 'friends' };
const server = { channel: 'EMAIL', name: 'Ours', settings };

const without = (whole: object, ...fields: string[]): object =>
  Object.fromEntries(Object.entries(whole).filter(([field]) => !fields.includes(field)));
const setting = (change: object): object => ({ ...server, settings: { ...settings, ...change } });
const withData = (extraData: unknown): object => ({ ...person, extraData });
const nested = (levels: number): unknown => (levels === 1 ? {} : { a: nested(levels - 1) });

type Case = [what: string, method: string, path: string, body: unknown, field: string, code: string];

const create = (what: string, body: unknown, field: string, code: string): Case => [
  what,
  'POST',
  '/campaigns/create',
  body,
  field,
  code,
];
const subscribe = (what: string, body: unknown, field: string, code: string): Case => [
  what,
  'POST',
  '/subscribers',
  body,
  field,
  code,
];
const integrate = (what: string, body: unknown, field: string, code: string): Case => [
  what,
  'POST',
  '/integrations',
  body,
  field,
  code,
];
const list = (what: string, path: string, field: string, code: string): Case => [
  what,
  'GET',
  path,
  undefined,
  field,
  code,
];

/** Everything here is 422 validation_failed, with this one field and its code. */
const cases: Case[] = [
  create('an array for a body', [draft], '', 'wrong_type'),
  create('a string for a body', '"text"', '', 'wrong_type'),
  create('null for a body', 'null', '', 'wrong_type'),
  create('no name', without(draft, 'name'), 'name', 'required'),
  create('a name that is null', { ...draft, name: null }, 'name', 'wrong_type'),
  create('a name that is a number', { ...draft, name: 5 }, 'name', 'wrong_type'),
  create('an empty name', { ...draft, name: '' }, 'name', 'empty'),
  create('a blank name', { ...draft, name: ' \u00a0 ' }, 'name', 'empty'),
  create('a name of 256 characters', { ...draft, name: 'x'.repeat(256) }, 'name', 'too_long'),
  create(
    'a line break in a name',
    { ...draft, name: 'a\r\nBcc: b@example.com' },
    'name',
    'control_character',
  ),
  create('a C1 control in a name', { ...draft, name: 'a\u0085b' }, 'name', 'control_character'),
  create('NUL in a name', { ...draft, name: 'a\0b' }, 'name', 'invalid_text'),
  create(
    'half a character in a name',
    '{"name":"a\\ud800","emailMessage":"x","groups":["' + GROUP + '"]}',
    'name',
    'invalid_text',
  ),
  create('no message', without(draft, 'emailMessage'), 'emailMessage', 'required'),
  create(
    'null for every message',
    { ...draft, emailMessage: null, smsMessage: null },
    'emailMessage',
    'required',
  ),
  create('a blank email', { ...draft, emailMessage: ' \n\t' }, 'emailMessage', 'empty'),
  create('a blank SMS beside an email', { ...draft, smsMessage: ' ' }, 'smsMessage', 'empty'),
  create('an object for a message', { ...draft, emailMessage: { html: 'x' } }, 'emailMessage', 'wrong_type'),
  create(
    'an email of 500,001 characters',
    { ...draft, emailMessage: 'x'.repeat(500_001) },
    'emailMessage',
    'too_long',
  ),
  create('an SMS of 4,097 characters', { ...draft, smsMessage: 'x'.repeat(4_097) }, 'smsMessage', 'too_long'),
  create('NUL in a message', { ...draft, whatsappMessage: 'a\0' }, 'whatsappMessage', 'invalid_text'),
  create('a bell in a message', { ...draft, emailMessage: '\u0007' }, 'emailMessage', 'control_character'),
  create(
    'a flag as text',
    { ...draft, shouldRemoveWatermark: 'true' },
    'shouldRemoveWatermark',
    'wrong_type',
  ),
  create('a flag that is null', { ...draft, isStarted: null }, 'isStarted', 'wrong_type'),
  create('a flag as a number', { ...draft, isStarted: 1 }, 'isStarted', 'wrong_type'),
  create('no groups', without(draft, 'groups'), 'groups', 'required'),
  create('groups as text', { ...draft, groups: GROUP }, 'groups', 'wrong_type'),
  create('no group in groups', { ...draft, groups: [] }, 'groups', 'empty'),
  create('101 groups', { ...draft, groups: Array.from({ length: 101 }, () => GROUP) }, 'groups', 'too_many'),
  create('a group id that is none', { ...draft, groups: [GROUP, 'x'] }, 'groups.1', 'invalid_id'),
  create(
    'a group id in capitals',
    { ...draft, groups: [GROUP.toUpperCase().replace('0', 'A')] },
    'groups.0',
    'invalid_id',
  ),
  create('a group id with a line break', { ...draft, groups: [`${GROUP}\n`] }, 'groups.0', 'invalid_id'),
  create('a group that is null', { ...draft, groups: [null] }, 'groups.0', 'wrong_type'),
  create('an unknown field', { ...draft, colour: 'red' }, 'colour', 'unknown_field'),
  create('a field that every object has', { ...draft, hasOwnProperty: 1 }, 'hasOwnProperty', 'unknown_field'),
  create('a field of the answer', { ...draft, status: 'SENDING' }, 'status', 'unknown_field'),
  create(
    'a number beyond a double',
    JSON.stringify({ ...draft, name: 0 }).replace('0', '1e400'),
    'name',
    'too_big',
  ),
  ['an unknown query name', 'POST', '/campaigns/create?dry=1', draft, 'query.dry', 'unknown_field'],
  ['no campaign to publish', 'POST', '/campaigns/publish', {}, 'campaignId', 'required'],
  [
    'a campaign id that is none',
    'POST',
    '/campaigns/publish',
    { campaignId: '0x5f000000000000000000000' },
    'campaignId',
    'invalid_id',
  ],
  [
    'a campaign id as an array',
    'POST',
    '/campaigns/publish',
    { campaignId: [ID] },
    'campaignId',
    'wrong_type',
  ],
  ['nothing to delete', 'DELETE', '/campaigns', { campaignIds: [] }, 'campaignIds', 'empty'],
  [
    'too much to delete',
    'DELETE',
    '/campaigns',
    { campaignIds: Array.from({ length: 1001 }, () => ID) },
    'campaignIds',
    'too_many',
  ],
  ['a body where none is taken', 'GET', '/campaigns', { userId: ID }, 'userId', 'unknown_field'],
  list('no group for subscribers', '/subscribers', 'groupId', 'required'),
  list('a group id in the query that is none', '/subscribers?groupId=x', 'query.groupId', 'invalid_id'),
  ['a group id in the body that is none', 'GET', '/subscribers', { groupId: 'x' }, 'groupId', 'invalid_id'],
  ['body against query', 'GET', `/subscribers?groupId=${GROUP}`, { groupId: ID }, 'groupId', 'conflict'],
  ['a limit in the body', 'GET', '/subscribers', { groupId: GROUP, limit: 5 }, 'limit', 'unknown_field'],
  list('a limit of zero', '/campaigns?limit=0', 'query.limit', 'too_small'),
  list('a negative limit', '/campaigns?limit=-1', 'query.limit', 'too_small'),
  list('a limit of 1001', '/campaigns?limit=1001', 'query.limit', 'too_big'),
  list('a limit that is no number', '/campaigns?limit=ten', 'query.limit', 'wrong_type'),
  list('a limit with a fraction', '/campaigns?limit=1.5', 'query.limit', 'wrong_type'),
  list('no limit after the sign', '/campaigns?limit=', 'query.limit', 'wrong_type'),
  list('a limit twice', '/campaigns?limit=1&limit=2', 'query.limit', 'wrong_type'),
  list('a query name that JavaScript knows', '/campaigns?__proto__=1', 'query.__proto__', 'unknown_field'),
  list('a made-up cursor', '/campaigns?cursor=abc', 'query.cursor', 'not_allowed'),
  subscribe('no channel', without(person, 'integration'), 'integration', 'required'),
  subscribe('an unknown channel', { ...person, integration: 'fax' }, 'integration', 'not_allowed'),
  subscribe(
    'a channel in look-alike letters',
    { ...person, integration: '\u017fms' },
    'integration',
    'not_allowed',
  ),
  subscribe('a channel that is null', { ...person, integration: null }, 'integration', 'wrong_type'),
  subscribe('no identifier', without(person, 'identifier'), 'identifier', 'required'),
  subscribe('an email that is none', { ...person, identifier: 'ann' }, 'identifier', 'invalid_email'),
  subscribe(
    'a quoted local part',
    { ...person, identifier: '"ann b"@example.com' },
    'identifier',
    'invalid_email',
  ),
  subscribe(
    'a zero-width space',
    { ...person, identifier: 'ann@example.com\u200b' },
    'identifier',
    'invalid_email',
  ),
  subscribe(
    'a line break in an address',
    { ...person, identifier: 'ann@example.com\n' },
    'identifier',
    'control_character',
  ),
  subscribe('a phone for an email', { ...person, identifier: '+14155552671' }, 'identifier', 'invalid_email'),
  subscribe(
    'a national number',
    { ...person, integration: 'sms', identifier: '030 901820' },
    'identifier',
    'invalid_phone',
  ),
  subscribe(
    'a prefix of Twilio',
    { ...person, integration: 'whatsapp', identifier: 'whatsapp:+14155552671' },
    'identifier',
    'invalid_phone',
  ),
  subscribe(
    'an extension',
    { ...person, integration: 'sms', identifier: '+14155552671;ext=5' },
    'identifier',
    'invalid_phone',
  ),
  subscribe(
    'a number for an address',
    { ...person, integration: 'sms', identifier: 14155552671 },
    'identifier',
    'wrong_type',
  ),
  subscribe('no group', without(person, 'groupSlug'), 'groupSlug', 'required'),
  subscribe('a slug that can be none', { ...person, groupSlug: 'My Friends' }, 'groupSlug', 'invalid_slug'),
  subscribe('an array of data', withData([]), 'extraData', 'wrong_type'),
  subscribe('data as text', withData('{}'), 'extraData', 'wrong_type'),
  subscribe('six levels of data', withData(nested(6)), 'extraData.a.a.a.a.a', 'too_big'),
  subscribe(
    '101 keys of data',
    withData(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, i]))),
    'extraData',
    'too_many',
  ),
  subscribe('a key of 65 characters', withData({ ['k'.repeat(65)]: 1 }), 'extraData', 'too_long'),
  subscribe('an empty key', withData({ '': 1 }), 'extraData', 'too_short'),
  subscribe('a control in a key', withData({ 'a\tb': 1 }), 'extraData', 'control_character'),
  subscribe('a control in a value', withData({ a: ['x', 'y\n'] }), 'extraData.a.1', 'control_character'),
  subscribe('NUL in a value', withData({ name: '\0' }), 'extraData.name', 'invalid_text'),
  subscribe('more than 16 KiB of data', withData({ a: 'ä'.repeat(8_192) }), 'extraData', 'too_big'),
  ['no group to delete from', 'DELETE', '/subscribers', { subscriberIds: [ID] }, 'groupId', 'required'],
  [
    'no one to delete',
    'DELETE',
    '/subscribers',
    { groupId: GROUP, subscriberIds: [] },
    'subscriberIds',
    'empty',
  ],
  ['no name for a group', 'POST', '/groups', {}, 'name', 'required'],
  ['a long name for a group', 'POST', '/groups', { name: 'x'.repeat(101) }, 'name', 'too_long'],
  ['a slug with capitals', 'POST', '/groups', { name: 'x', slug: 'Friends' }, 'slug', 'invalid_slug'],
  ['a slug with two hyphens', 'POST', '/groups', { name: 'x', slug: 'a--b' }, 'slug', 'invalid_slug'],
  ['a slug of 64 characters', 'POST', '/groups', { name: 'x', slug: 'x'.repeat(64) }, 'slug', 'too_long'],
  ['a slug that is null', 'POST', '/groups', { name: 'x', slug: null }, 'slug', 'wrong_type'],
  ['a change of nothing', 'PATCH', `/groups/${GROUP}`, {}, '', 'required'],
  ['a change of what is fixed', 'PATCH', `/groups/${GROUP}`, { _id: ID }, '_id', 'unknown_field'],
  [
    'a body for a delete that takes none',
    'DELETE',
    `/groups/${GROUP}`,
    { force: true },
    'force',
    'unknown_field',
  ],
  list('an unknown inclusion', '/groups?include=members', 'query.include', 'not_allowed'),
  list('an unknown state', `/campaigns/${ID}/deliveries?state=LOST`, 'query.state', 'not_allowed'),
  list('an unknown channel', `/campaigns/${ID}/deliveries?channel=fax`, 'query.channel', 'not_allowed'),
  list(
    'an address that is none',
    `/campaigns/${ID}/deliveries?identifier=a@b`,
    'query.identifier',
    'invalid_email',
  ),
  list(
    'a number that is none',
    `/campaigns/${ID}/deliveries?identifier=123`,
    'query.identifier',
    'invalid_phone',
  ),
  list('a cursor for deliveries', `/campaigns/${ID}/deliveries?cursor=x`, 'query.cursor', 'not_allowed'),
  list('a query for a report', `/campaigns/${ID}/report?limit=1`, 'query.limit', 'unknown_field'),
  ['no name for a key', 'POST', '/api-keys', { scopes: ['read'] }, 'name', 'required'],
  [
    'an unknown scope',
    'POST',
    '/api-keys',
    { name: 'x', scopes: ['read', 'admin'] },
    'scopes.1',
    'not_allowed',
  ],
  ['no scope at all', 'POST', '/api-keys', { name: 'x', scopes: [] }, 'scopes', 'empty'],
  integrate('a channel that cannot be had yet', { ...server, channel: 'sms' }, 'channel', 'not_allowed'),
  integrate('no settings', without(server, 'settings'), 'settings', 'required'),
  integrate('settings as a list', { ...server, settings: [] }, 'settings', 'wrong_type'),
  integrate('no host', { ...server, settings: without(settings, 'host') }, 'settings.host', 'required'),
  integrate('a host that is a URL', setting({ host: 'smtp://example.com' }), 'settings.host', 'not_allowed'),
  integrate('a host at home', setting({ host: '127.0.0.1' }), 'settings.host', 'not_allowed'),
  integrate('a private host', setting({ host: '::ffff:10.0.0.1' }), 'settings.host', 'not_allowed'),
  integrate('a host with a local name', setting({ host: 'LocalHost' }), 'settings.host', 'not_allowed'),
  integrate('a host as one number', setting({ host: '2130706433' }), 'settings.host', 'not_allowed'),
  integrate('a port of zero', setting({ port: 0 }), 'settings.port', 'too_small'),
  integrate('a port of 65536', setting({ port: 65_536 }), 'settings.port', 'too_big'),
  integrate('a port as text', setting({ port: '587' }), 'settings.port', 'wrong_type'),
  integrate('half a port', setting({ port: 25.5 }), 'settings.port', 'wrong_type'),
  integrate('unknown security', setting({ security: 'ssl' }), 'settings.security', 'not_allowed'),
  integrate('an unknown setting', setting({ pool: true }), 'settings.pool', 'unknown_field'),
  integrate(
    'a sender that is no address',
    setting({ fromAddress: 'news' }),
    'settings.fromAddress',
    'invalid_email',
  ),
  integrate(
    'a header in a name',
    setting({ fromName: 'A\r\nBcc: x' }),
    'settings.fromName',
    'control_character',
  ),
  integrate('a setting that is null', setting({ replyTo: null }), 'settings.replyTo', 'wrong_type'),
  integrate(
    'a username without password',
    { ...server, settings: without(settings, 'password') },
    'settings.password',
    'required',
  ),
  integrate('a rate of zero', { ...server, ratePerSecond: 0 }, 'ratePerSecond', 'too_small'),
  integrate('a rate beyond measure', { ...server, ratePerSecond: 10_001 }, 'ratePerSecond', 'too_big'),
  [
    'a private host later',
    'PATCH',
    `/integrations/${ID}`,
    { settings: { host: '192.168.0.1' } },
    'settings.host',
    'not_allowed',
  ],
  [
    'no host later',
    'PATCH',
    `/integrations/${ID}`,
    { settings: { host: null } },
    'settings.host',
    'wrong_type',
  ],
  [
    'a test to nowhere',
    'POST',
    `/integrations/${ID}/test`,
    { identifier: 'x' },
    'identifier',
    'invalid_email',
  ],
];

describe('bad input', () => {
  it.each(cases)('%s: %s %s', async (_, method, path, body, field, code) => {
    const answer = await gateway.call(method, path, { body });
    expect(answer.body).toEqual({
      type: '/api/docs/errors#validation_failed',
      title: 'Some fields are not valid',
      status: 422,
      code: 'validation_failed',
      detail: 'Some fields are not valid',
      errors: [{ field, code, detail: expect.any(String) as string }],
      requestId: answer.headers['x-request-id'],
    });
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  const operatorCases: [string, string, object, string, string][] = [
    ['POST', '/operator/users', {}, 'name', 'required'],
    ['POST', '/operator/users', { name: 'x', email: null }, 'email', 'wrong_type'],
    ['POST', '/operator/users', { name: 'x', email: 'x@y' }, 'email', 'invalid_email'],
    ['POST', '/operator/users', { name: 'x', plan: 'GOLD' }, 'plan', 'not_allowed'],
    ['POST', '/operator/users', { name: 'x', status: 'ACTIVE' }, 'status', 'unknown_field'],
    ['PATCH', `/operator/users/${ID}`, { status: 'active' }, 'status', 'not_allowed'],
    ['PATCH', `/operator/users/${ID}`, {}, '', 'required'],
  ];
  it.each(operatorCases)('%s %s %j', async (method, path, body, field, code) => {
    const answer = await gateway.call(method, path, { body }, 'operator');
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({ code: 'validation_failed' }),
    ]);
    expect((answer.body as { errors: object[] }).errors).toMatchObject([{ field, code }]);
  });

  it('reaches no service', () => {
    const beyond = gateway.asked.filter(
      ({ name }) => name !== 'account.authenticate' && name !== 'campaign.get',
    );
    expect(beyond).toEqual([]);
  });

  it('is told all at once', async () => {
    const body = { name: '', emailMessage: 7, groups: ['x', GROUP, 'y'], isStarted: 'no', a: 1, b: 2 };
    const { body: problem } = await gateway.call('POST', '/campaigns/create?x=1', { body });
    const { errors } = problem as { errors: { field: string; code: string }[] };
    expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'name empty',
      'emailMessage wrong_type',
      'groups.0 invalid_id',
      'groups.2 invalid_id',
      'isStarted wrong_type',
      'a unknown_field',
      'b unknown_field',
      'query.x unknown_field',
    ]);
  });

  it('is told up to twenty fields', async () => {
    const groups = Array.from({ length: 30 }, () => 'x');
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, i]));
    const { body } = await gateway.call('POST', '/campaigns/create', { body: { ...many, groups } });
    expect((body as { errors: object[] }).errors).toHaveLength(20);
  });

  it('is not repeated at length in the answer', async () => {
    const answer = await gateway.call('POST', '/campaigns/create', {
      body: { ...draft, ['x'.repeat(500_000)]: 1 },
    });
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(1_000);
  });
});

describe('an id in a path that can be none', () => {
  it.each([
    ['GET', '/campaigns/x', 'campaign'],
    ['GET', `/campaigns/${ID.toUpperCase().replace('5', 'A')}`, 'campaign'],
    ['GET', `/campaigns/${ID}0/report`, 'campaign'],
    ['GET', '/campaigns/%00/deliveries', 'campaign'],
    ['GET', `/campaigns/${'f'.repeat(5_000)}`, 'campaign'],
    ['GET', '/groups/__proto__', 'group'],
    ['PATCH', '/groups/1', 'group'],
    ['DELETE', '/groups/1', 'group'],
    ['DELETE', '/api-keys/1', 'api_key'],
    ['GET', '/integrations/1', 'integration'],
    ['POST', '/integrations/1/test', 'integration'],
  ])('%s %s names nothing', async (method, path, noun) => {
    const body = method === 'PATCH' ? { name: 'x' } : undefined;
    const answer = await gateway.call(method, path, { body });
    expect([answer.status, answer.body]).toEqual([
      404,
      expect.objectContaining({ code: `${noun}_not_found` }),
    ]);
  });

  it('is looked at after the fields', async () => {
    expect((await gateway.call('PATCH', '/groups/1', { body: { name: '' } })).status).toBe(422);
  });
});
