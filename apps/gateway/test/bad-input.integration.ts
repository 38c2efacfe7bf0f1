import { wrongBrands } from './bad-input/brand';
import { wrongComments } from './bad-input/comments';
import { wrongConversions } from './bad-input/conversions';
import { wrongCampaigns } from './bad-input/campaigns';
import { wrongApprovals, wrongSchedules, wrongLifecycle } from './bad-input/lifecycle';
import { wrongLists } from './bad-input/lists';
import { wrongIntegrations } from './bad-input/integrations';
import { wrongMedia } from './bad-input/media';
import { wrongSavedFilters } from './bad-input/saved-filters';
import { wrongTemplates } from './bad-input/templates';
import { wrongPeople } from './bad-input/people';
import { wrongResources } from './bad-input/resources';
import { wrongSegments } from './bad-input/segments';
import { wrongSignUpForms } from './bad-input/sign-up-forms';
import { wrongSubscribers } from './bad-input/subscribers';
import { wrongSuppressions } from './bad-input/suppressions';
import { wrongImportMappings } from './bad-input/import-mappings';
import { wrongAttributes } from './bad-input/attributes';
import { wrongDomains } from './bad-input/domains';
import { wrongTopics } from './bad-input/topics';
import { wrongTrials } from './bad-input/test-sends';
import { GROUP, ID, TWILIO, campaign, integration, twilioIntegration } from './examples';
import { Gateway } from './gateway';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start({
    'campaign.get': () => campaign,
    'sender.get': ({ id }) => (id === TWILIO ? twilioIntegration : integration),
  });
});
afterAll(() => gateway.close());

const draft = { name: 'Spring', emailMessage: 'Hello', groups: [GROUP] };

/** Every case is 422 validation_failed, with this one field and its code. */
const cases = [
  ...wrongCampaigns,
  ...wrongTrials,
  ...wrongSchedules,
  ...wrongLifecycle,
  ...wrongApprovals,
  ...wrongSubscribers,
  ...wrongPeople,
  ...wrongAttributes,
  ...wrongImportMappings,
  ...wrongTopics,
  ...wrongDomains,
  ...wrongMedia,
  ...wrongTemplates,
  ...wrongSavedFilters,
  ...wrongComments,
  ...wrongConversions,
  ...wrongBrands,
  ...wrongSegments,
  ...wrongSignUpForms,
  ...wrongResources,
  ...wrongIntegrations,
  ...wrongSuppressions,
  ...wrongLists,
];

describe('bad input', () => {
  it.each(cases)('%s: %s %s', async (_, method, path, body, field, code) => {
    const answer = await gateway.call(method, path, { body });
    expect(answer.body).toEqual({
      type: '/api/docs/errors#validation_failed',
      title: 'Some fields are invalid',
      status: 422,
      code: 'validation_failed',
      detail: 'Some fields are invalid',
      errors: [{ field, code, detail: expect.any(String) as string }],
      requestId: answer.headers['x-request-id'],
    });
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  const newKeys = `/operator/users/${ID}/api-keys`;
  const operatorCases: [string, string, object, string, string][] = [
    ['POST', '/operator/users', {}, 'name', 'required'],
    ['POST', '/operator/users', { name: 'x', email: null }, 'email', 'wrong_type'],
    ['POST', '/operator/users', { name: 'x', email: 'x@y' }, 'email', 'invalid_email'],
    ['POST', '/operator/users', { name: 'x', plan: 'GOLD' }, 'plan', 'not_allowed'],
    ['POST', '/operator/users', { name: 'x', status: 'ACTIVE' }, 'status', 'unknown_field'],
    ['PATCH', `/operator/users/${ID}`, { status: 'active' }, 'status', 'not_allowed'],
    ['PATCH', `/operator/users/${ID}`, {}, '', 'required'],
    ['PATCH', `/operator/provider-accounts/${ID}`, {}, '', 'required'],
    ['PATCH', `/operator/provider-accounts/${ID}`, { isPaused: null }, 'isPaused', 'wrong_type'],
    ['PATCH', `/operator/provider-accounts/${ID}`, { ratePerSecond: 0 }, 'ratePerSecond', 'too_small'],
    ['PATCH', `/operator/provider-accounts/${ID}`, { ratePerSecond: 10_001 }, 'ratePerSecond', 'too_big'],
    ['PATCH', '/operator/prices', { prices: [] }, 'currency', 'required'],
    ['PATCH', '/operator/prices', { currency: 'EURO', prices: [] }, 'currency', 'not_allowed'],
    ['PATCH', '/operator/prices', { currency: 'EUR' }, 'prices', 'required'],
    ...(
      [
        [{ channel: 'FAX', price: '1' }, 'channel', 'not_allowed'],
        [{ channel: 'SMS' }, 'price', 'required'],
        [{ channel: 'SMS', price: 0.07 }, 'price', 'wrong_type'],
        [{ channel: 'SMS', price: '-1' }, 'price', 'not_allowed'],
        [{ channel: 'SMS', price: '0.0000001' }, 'price', 'not_allowed'],
        [{ channel: 'SMS', price: '1', provider: 'SES' }, 'provider', 'not_allowed'],
        [{ channel: 'SMS', price: '1', country: 'XX' }, 'country', 'not_allowed'],
        [{ channel: 'EMAIL', price: '1', country: 'DE' }, 'country', 'not_allowed'],
      ] as const
    ).map(([price, field, code]): [string, string, object, string, string] => [
      ...(['PATCH', '/operator/prices', { currency: 'EUR', prices: [price] }] as const),
      `prices.0.${field}`,
      code,
    ]),
    [
      'PATCH',
      '/operator/prices',
      {
        currency: 'EUR',
        prices: [
          { channel: 'SMS', price: '1' },
          { channel: 'SMS', provider: null, country: null, price: '2' },
        ],
      },
      'prices.1',
      'not_allowed',
    ],
    ['POST', newKeys, { name: 'x', unlimited: 'yes' }, 'unlimited', 'wrong_type'],
    ['POST', newKeys, { name: 'x', unlimited: true, ratePerSecond: 5 }, 'ratePerSecond', 'not_allowed'],
    ['POST', newKeys, { name: 'x', ratePerSecond: 0 }, 'ratePerSecond', 'too_small'],
    ['POST', newKeys, { name: 'x', ratePerSecond: 100_001 }, 'ratePerSecond', 'too_big'],
    ['POST', newKeys, { name: 'x', ratePerSecond: 1.5 }, 'ratePerSecond', 'wrong_type'],
    ['POST', newKeys, { name: 'x', ratePerSecond: null }, 'ratePerSecond', 'wrong_type'],
    ['POST', newKeys, { name: 'x', burst: 5 }, 'burst', 'not_allowed'],
    ['POST', newKeys, { name: 'x', ratePerSecond: 5, burst: 0 }, 'burst', 'too_small'],
    ['POST', newKeys, { name: 'x', ratePerSecond: 5, burst: 1_000_001 }, 'burst', 'too_big'],
  ];
  it.each(operatorCases)('%s %s %j', async (method, path, body, field, code) => {
    const answer = await gateway.call(method, path, { body }, 'operator');
    expect([answer.status, answer.body]).toEqual([
      422,
      expect.objectContaining({ code: 'validation_failed' }),
    ]);
    expect((answer.body as { errors: object[] }).errors).toMatchObject([{ field, code }]);
  });

  it('reaches no service, except to check what it refers to', () => {
    const looks = ['account.authenticate', 'campaign.get', 'sender.get'];
    expect(gateway.requests.filter(({ name }) => !looks.includes(name))).toEqual([]);
  });

  it('returns all its errors in one response', async () => {
    const body = { name: '', emailMessage: 7, groups: ['x', GROUP, 'y'], isStarted: 'no', a: 1, b: 2 };
    const { body: problem } = await gateway.call('POST', '/campaigns/create?x=1', { body });
    const { errors } = problem as { errors: { field: string; code: string }[] };
    expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'name empty',
      'groups.0 invalid_id',
      'groups.2 invalid_id',
      'isStarted wrong_type',
      'emailMessage wrong_type',
      'a unknown_field',
      'b unknown_field',
      'query.x unknown_field',
    ]);
  });

  it('returns at most twenty errors', async () => {
    const groups = Array.from({ length: 30 }, () => 'x');
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, i]));
    const { body } = await gateway.call('POST', '/campaigns/create', { body: { ...many, groups } });
    expect((body as { errors: object[] }).errors).toHaveLength(20);
  });

  it('is not repeated at length in the response', async () => {
    const answer = await gateway.call('POST', '/campaigns/create', {
      body: { ...draft, ['x'.repeat(500_000)]: 1 },
    });
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(1_000);
  });
});

describe('an invalid ID in a path', () => {
  it.each([
    ['GET', '/campaigns/x', 'campaign'],
    ['GET', `/campaigns/${ID.toUpperCase().replace('5', 'A')}`, 'campaign'],
    ['GET', `/campaigns/${ID}0/report`, 'campaign'],
    ['GET', '/campaigns/%00/deliveries', 'campaign'],
    ['GET', `/campaigns/${'f'.repeat(5_000)}`, 'campaign'],
    ['POST', '/campaigns/x/pause', 'campaign'],
    ['POST', '/campaigns/x/resume', 'campaign'],
    ['POST', '/campaigns/__proto__/cancel', 'campaign'],
    ['POST', `/campaigns/0x${ID}/unschedule`, 'campaign'],
    ['POST', '/campaigns/1/retry', 'campaign'],
    ['GET', '/groups/__proto__', 'group'],
    ['PATCH', '/groups/1', 'group'],
    ['DELETE', '/groups/1', 'group'],
    ['DELETE', '/api-keys/1', 'api_key'],
    ['GET', '/api-keys/1', 'api_key'],
    ['GET', '/suppressions/1', 'suppression'],
    ['GET', `/campaigns/${ID}/deliveries/${ID}`, 'delivery'],
    ['GET', `/campaigns/${ID}/deliveries/${'x'.repeat(9_000)}`, 'delivery'],
    ['GET', '/integrations/1', 'integration'],
    ['POST', '/integrations/1/test', 'integration'],
  ])('%s %s is not found', async (method, path, noun) => {
    const body = method === 'PATCH' ? { name: 'x' } : undefined;
    const answer = await gateway.call(method, path, { body });
    expect([answer.status, answer.body]).toEqual([
      404,
      expect.objectContaining({ code: `${noun}_not_found` }),
    ]);
  });

  it('is checked after the fields', async () => {
    expect((await gateway.call('PATCH', '/groups/1', { body: { name: '' } })).status).toBe(422);
  });
});
