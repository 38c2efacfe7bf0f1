import { AppError, type CommandName } from '@carillon/contracts';
import { GROUP, ID, campaign } from './examples';
import type { keys } from './callers';
import { Gateway } from './gateway';
import type { Answer } from './answer';
import { newCampaign, newIntegration, newSubscriber, operations } from './operations';
import { obliging } from './services';

let gateway: Gateway;
let second: Gateway;
/** The response to publish. */
let published: () => typeof campaign;
beforeAll(async () => {
  gateway = await Gateway.start({ ...obliging, 'campaign.publish': () => published() });
  second = await gateway.another();
});
afterAll(async () => {
  await second.close();
  await gateway.close();
});
beforeEach(() => {
  gateway.requests.splice(0);
  published = () => campaign;
});

let keysUsed = 0;
const newKey = (): string => `key ${(keysUsed += 1)}`;
const codeOf = ({ body }: Answer): unknown => (body as { code?: string }).code;
const isReplay = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true';

function post(
  path: string,
  key: string,
  body?: unknown,
  { at = gateway, as = 'user' }: { at?: Gateway; as?: keyof typeof keys } = {},
): Promise<Answer> {
  return at.call('POST', path, { body, headers: { 'idempotency-key': key } }, as);
}

const claims = () => gateway.around.database.of('gateway').collection('idempotencyKeys');
/** Random values that differ each time: keys, and seals. */
const secret = new Set(['keyHash', 'prefix', 'attempt', 'sealed', 'password', 'secret']);
/** Their replies contain a secret once. */
const withSecret = /(?:api-keys(?:\/\w+\/rotate)?|webhooks(?:\/\w+\/secret\/rotate)?)$/;
/** Data about the caller of any request, which a gateway requests and caches. */
const ofTheCaller = new Set<CommandName>(['account.authenticate', 'account.quotas']);
/** No reply is stored for people who aren't signed in, because it would have no owner. */
const posts = operations.filter(([method, path]) => method === 'POST' && !path.startsWith('/passwords'));

describe('a POST with an Idempotency-Key', () => {
  it.each(posts)('%s %s gets the same response again, from any gateway', async (...operation) => {
    const [, path, body, status, , , as] = operation;
    const key = newKey();
    const first = await post(path, key, body, { as: as ?? 'user' });
    const before = gateway.requests.length;
    const again = await post(path, key, body, { at: second, as: as ?? 'user' });
    expect([first.status, isReplay(first)]).toEqual([status, false]);
    expect([again.status, isReplay(again)]).toEqual([status, true]);
    expect(again.headers.location).toBe(first.headers.location);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    if (!withSecret.test(path)) expect(again.text).toBe(first.text);
    expect(gateway.requests.slice(before).filter(({ name }) => !ofTheCaller.has(name))).toEqual([]);
  });

  it.each(posts)(
    '%s %s sends the services the same commands when it is carried out again',
    async (...operation) => {
      const [, path, body, status, , , as] = operation;
      const key = newKey();
      const runs: string[] = [];
      for (let n = 0; n < 2; n++) {
        gateway.requests.splice(0);
        const answer = await post(path, key, body, { as: as ?? 'user' });
        expect([answer.status, isReplay(answer)]).toEqual([status, false]);
        const asking = gateway.requests.filter(({ name }) => !ofTheCaller.has(name));
        runs.push(JSON.stringify(asking, (field, value: unknown) => (secret.has(field) ? '' : value)));
        await claims().updateMany({}, { $set: { answer: null, leaseUntil: new Date(0) } });
      }
      expect(runs[0]).toContain('payload');
      expect(runs[1]).toBe(runs[0]);
    },
  );

  it('is rejected with another body or query, regardless of the first result', async () => {
    const key = newKey();
    await post('/groups', key, { name: 'Friends' });
    const other = await post('/groups', key, { name: 'Family' });
    expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    expect(isReplay(other)).toBe(false);
    expect(codeOf(await post('/groups?x=1', key, { name: 'Friends' }))).toBe('idempotency_key_reused');
    expect(isReplay(await post('/groups', key, { name: 'Friends' }))).toBe(true);
  });

  it('is independent of the same key at another path, of another user or of an operator', async () => {
    const key = newKey();
    const answers = [
      await post('/groups', key, { name: 'Ann' }),
      await post('/groups', key, { name: 'Ann' }, { as: 'otherUser' }),
      await post('/subscribers', key, newSubscriber),
      await post(`/campaigns/${ID}/pause`, key),
      await post(`/campaigns/${GROUP}/pause`, key),
      await post('/operator/users', key, { name: 'Ann' }, { as: 'operator' }),
    ];
    expect(answers.map((answer) => [answer.status, isReplay(answer)])).toEqual(
      [201, 201, 201, 200, 200, 201].map((status) => [status, false]),
    );
  });

  it('runs once, even with concurrent repeats at two gateways', async () => {
    const key = newKey();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post('/campaigns/create', key, newCampaign, { at: n % 2 ? gateway : second }),
      ),
    );
    expect(gateway.payloads('campaign.create')).toHaveLength(1);
    const created = all.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(created.filter((answer) => !isReplay(answer))).toHaveLength(1);
    for (const answer of all.filter(({ status }) => status !== 201)) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'idempotency_in_progress']);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    expect(isReplay(await post('/campaigns/create', key, newCampaign))).toBe(true);
  });

  it.each([
    ['unknown fields', { nothing: true }, 422],
    ['an unknown ID', { campaignId: ID }, 404],
  ])('gets the same response again for %s', async (_, body, status) => {
    published = () => {
      throw new AppError('campaign_not_found');
    };
    const key = newKey();
    const first = await post('/campaigns/publish', key, body);
    published = () => campaign;
    const again = await post('/campaigns/publish', key, body);
    expect([first.status, again.status, isReplay(again)]).toEqual([status, status, true]);
    expect(again.text).toBe(first.text);
    expect(again.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it('does not show a secret again, and stores none', async () => {
    const key = newKey();
    const secretOf = ({ body }: Answer): unknown =>
      (body as { data: { createApiKey: { key?: string } } }).data.createApiKey.key;
    const first = await post('/api-keys', key, { name: 'CI' });
    const again = await post('/api-keys', key, { name: 'CI' });
    expect(secretOf(first)).toMatch(/^car_live_/);
    expect([isReplay(again), secretOf(again)]).toEqual([true, undefined]);
    await post('/integrations', newKey(), newIntegration);
    const stored = await claims().find().toArray();
    expect(JSON.stringify(stored)).not.toContain(secretOf(first));
    expect(JSON.stringify(stored)).not.toContain('hunter2');
    expect(JSON.stringify(stored)).not.toContain(key);
  });
});

describe('the header Idempotency-Key', () => {
  it.each(['', 'é', 'x'.repeat(256)])('is rejected if it is %j', async (key) => {
    const answer = await post('/groups', key, { name: 'Friends' });
    expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed']);
    expect(answer.body).toMatchObject({ errors: [{ field: 'Idempotency-Key' }] });
    expect(gateway.payloads('group.create')).toEqual([]);
  });

  it('has no effect on other methods, and every POST without one is new', async () => {
    const headers = { 'idempotency-key': newKey() };
    for (const body of [{ name: 'Friends' }, { name: 'Family' }]) {
      expect((await gateway.call('PATCH', `/groups/${GROUP}`, { body, headers })).status).toBe(200);
    }
    for (const id of [GROUP, GROUP]) {
      expect(isReplay(await gateway.call('GET', `/groups/${id}`, { headers }))).toBe(false);
    }
    for (let n = 0; n < 2; n++) await gateway.call('POST', '/groups', { body: { name: 'Friends' } });
    expect(new Set(gateway.payloads('group.create').map(({ id }) => id)).size).toBe(2);
  });
});
