import { AppError } from '@carillon/contracts';
import { currentTrace } from '@carillon/messaging';
import { eventually } from '@carillon/testing';
import { Gateway } from './gateway';
import { GROUP, ID, account, campaign, subscriber } from './examples';
import { Held } from './keyed';

let gateway: Gateway;
/** The condition that keeps a service from replying, and how often it has replied. */
const late = new Held();
let answeredLate = 0;
async function answerLate(): Promise<typeof campaign> {
  await late.wait();
  answeredLate += 1;
  return campaign;
}

beforeAll(async () => {
  gateway = await Gateway.start({
    'user.get': () => account,
    'campaign.get': answerLate,
    'campaign.pause': answerLate,
    'campaign.create': () => {
      throw new AppError('group_not_found', undefined, [
        { field: 'groups.0', code: 'not_found', detail: 'Group not found' },
      ]);
    },
    'campaign.publish': () => {
      throw new Error('secret stack of the service');
    },
    'campaign.delete': () => {
      throw new AppError('internal', 'secret detail of the service');
    },
    'subscriber.create': () => {
      throw new AppError('subscriber_exists', undefined, [], { subscriberId: ID });
    },
  });
});
afterAll(() => gateway.close());

const newSubscriber = { integration: 'email', identifier: 'ann@example.com', groupSlug: 'friends' };

describe('an error from a service', () => {
  it('is returned with its code, its fields, and the status of its kind', async () => {
    const body = { name: 'x', smsMessage: 'x', groups: [GROUP] };
    const answer = await gateway.call('POST', '/campaigns/create', { body });
    expect(answer.status).toBe(404);
    expect(Object.keys(answer.body as object)).toEqual([
      'type',
      'title',
      'status',
      'code',
      'detail',
      'errors',
      'requestId',
    ]);
    expect(answer.body).toEqual({
      type: '/api/docs/errors#group_not_found',
      title: 'Group not found',
      status: 404,
      code: 'group_not_found',
      detail: 'Group not found',
      errors: [{ field: 'groups.0', code: 'not_found', detail: 'Group not found' }],
      requestId: answer.headers['x-request-id'],
    });
  });

  it('includes its additional members', async () => {
    const answer = await gateway.call('POST', '/subscribers', { body: newSubscriber });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'subscriber_exists', subscriberId: ID });
  });
});

describe('a failure behind the gateway', () => {
  it('is 500 without internal details', async () => {
    for (const [method, path, body] of [
      ['POST', '/campaigns/publish', { campaignId: ID }],
      ['DELETE', '/campaigns', { campaignIds: [ID] }],
    ] as const) {
      const answer = await gateway.call(method, path, { body });
      expect(answer.status).toBe(500);
      expect(answer.body).toMatchObject({
        code: 'internal',
        detail: 'Internal error',
        errors: [],
      });
      expect(answer.text).not.toContain('secret');
    }
  });

  it('is 503 long before the time limit when a service is not running', async () => {
    const start = performance.now();
    const answer = await gateway.call('GET', '/groups');
    expect(performance.now() - start).toBeLessThan(10_000);
    expect([answer.status, answer.body]).toEqual([
      503,
      expect.objectContaining({ code: 'service_unavailable' }),
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  describe('with a request that exceeds its time limit', () => {
    let hasty: Gateway;
    beforeAll(async () => {
      hasty = await gateway.another({ REQUEST_TIMEOUT_MS: '2000' });
    });
    afterAll(() => hasty.close());

    it.each([
      ['GET', `/campaigns/${ID}`, undefined],
      ['POST', `/campaigns/${ID}/pause`, {}],
    ])('is 504: %s %s', async (method, path, body) => {
      const answer = await hasty.call(method, path, { body });
      expect([answer.status, answer.body]).toEqual([
        504,
        expect.objectContaining({ code: 'timeout', errors: [] }),
      ]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    });

    it('leaves the gateway working when the late reply arrives', async () => {
      expect(answeredLate).toBe(0);
      late.letGo();
      await eventually(() => answeredLate === 2);
      expect((await hasty.call('GET', '/account')).status).toBe(200);
    });
  });
});

describe('a response', () => {
  it.each([
    ['GET', '/account'],
    ['GET', '/nothing'],
    ['PUT', '/groups'],
    ['POST', '/groups'],
  ] as const)('is never cached, and never rendered as a page: %s %s', async (method, path) => {
    const { headers } = await gateway.call(method, path, method === 'POST' ? { body: {} } : {});
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // The gateway's public address is https.
      'strict-transport-security': 'max-age=31536000',
    });
  });
});

describe('the ID of a request', () => {
  it.each(['abc', 'A-b_9', 'x'.repeat(64)])('is the client’s own if it is valid: %s', async (own) => {
    const answer = await gateway.call('GET', '/account', { headers: { 'x-request-id': own } });
    expect(answer.headers['x-request-id']).toBe(own);
  });

  it.each(['', 'x'.repeat(65), 'a b', 'ä', 'a,b', '<script>'])('replaces the invalid %j', async (own) => {
    const headers = { 'x-request-id': Buffer.from(own).toString('latin1') };
    const answer = await gateway.call('GET', '/account', { headers });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/);
  });

  it('is sent with every command, as is a W3C trace', async () => {
    const seen: object[] = [];
    const own = await Gateway.start();
    await own.others.answer({
      'subscriber.create': () => {
        seen.push(currentTrace());
        return subscriber;
      },
    });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    for (const each of [traceparent, 'nonsense']) {
      const headers = { 'x-request-id': 'trace-me', traceparent: each };
      await own.call('POST', '/subscribers', { body: newSubscriber, headers });
    }
    expect(seen).toEqual([{ requestId: 'trace-me', traceparent }, { requestId: 'trace-me' }]);
    await own.close();
  });
});
