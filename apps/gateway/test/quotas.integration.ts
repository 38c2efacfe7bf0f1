import { AppError } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { type Collection, ObjectId } from 'mongodb';
import type { Answer } from './answer';
import { USER } from './callers';
import { Gateway } from './gateway';
import { newCampaign, newSubscriber } from './operations';
import { obliging } from './services';

const KEY_BYTES = 1_024;

let gateway: Gateway;
const stored = (name: string): Collection => gateway.around.database.of('gateway').collection(name);

const post = (key: string): Promise<Answer> =>
  gateway.call('POST', '/campaigns/create', { body: newCampaign, headers: { 'idempotency-key': key } });
const usageOf = async (path: string, key: 'user' | 'operator' = 'user') => {
  const { status, body } = await gateway.call('GET', path, {}, key);
  expect(status).toBe(200);
  return (body as { data: { usage: Record<string, { used: number; limit: number | null }> } }).data.usage;
};

describe('the usage of an account', () => {
  beforeAll(async () => {
    gateway = await Gateway.start({
      ...obliging,
      'subscriber.create': () => {
        const extra = { quota: 'subscribers', limit: '5', used: '5' };
        throw new AppError('quota_exceeded', 'The plan allows 5 subscribers, and 5 are used', [], extra);
      },
    });
  });
  afterAll(() => gateway.close());

  it('contains the use and the limit of each quota, null without a limit', async () => {
    expect(await usageOf('/account/usage')).toEqual({
      subscribers: { used: 5, limit: 2_000_000 },
      people: { used: 4, limit: null },
      groups: { used: 1, limit: null },
      segments: { used: 2, limit: null },
      campaigns: { used: 4, limit: null },
      runningCampaigns: { used: 1, limit: null },
      monthlySpending: { used: 0, limit: null },
      media: { used: 0, limit: null },
      mediaBytes: { used: 0, limit: null },
      templates: { used: 0, limit: null },
      savedFilters: { used: 0, limit: null },
      importBytes: { used: 0, limit: null },
      rejectedLines: { used: 2, limit: null },
      suppressions: { used: 3, limit: null },
      idempotencyBytes: { used: 0, limit: null },
    });
    expect(gateway.payloads('subscriber.usage')).toEqual([{ userId: USER }]);
  });

  it('counts the stored responses for repeats', async () => {
    const { text } = await post('counted');
    const { idempotencyBytes } = await usageOf('/account/usage');
    expect(idempotencyBytes?.used).toBe(KEY_BYTES + Buffer.byteLength(text));
  });

  it('is returned to the operator', async () => {
    const seen = await usageOf(`/operator/users/${USER}/usage`, 'operator');
    expect(seen).toEqual(await usageOf('/account/usage'));
  });

  it('is in the error when it exceeds a quota', async () => {
    const { status, body } = await gateway.call('POST', '/subscribers', { body: newSubscriber });
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        code: 'quota_exceeded',
        title: 'A plan quota is exhausted',
        detail: 'The plan allows 5 subscribers, and 5 are used',
        quota: 'subscribers',
        limit: '5',
        used: '5',
      }),
    ]);
  });
});

describe('the quota of stored responses', () => {
  beforeAll(async () => {
    const limits = { idempotencyBytes: 3 * KEY_BYTES };
    gateway = await Gateway.start({ ...obliging, 'account.quotas': () => ({ limits }) });
  });
  afterAll(() => gateway.close());

  it('rejects new keys before they run, and accepts repeats and requests without a key', async () => {
    const first = await post('first');
    await post('second');
    await usageOf('/account/usage');
    const before = gateway.payloads('campaign.create').length;
    const { status, body } = await post('third');
    expect([status, body]).toEqual([409, expect.objectContaining({ quota: 'idempotencyBytes' })]);
    expect(gateway.payloads('campaign.create')).toHaveLength(before);
    expect(await stored('idempotencyKeys').countDocuments()).toBe(2);
    expect(await post('first')).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    expect((await gateway.call('POST', '/campaigns/create', { body: newCampaign })).status).toBe(201);
  });

  it('applies to fifty concurrent requests, regardless of the size of their responses', async () => {
    const limits = { idempotencyBytes: 200 * KEY_BYTES };
    const own = await Gateway.start({ ...obliging, 'account.quotas': () => ({ limits }) });
    const body = { ...newCampaign, emailMessage: 'x'.repeat(20 * KEY_BYTES) };
    const createAs = (key: string) =>
      own.call('POST', '/campaigns/create', { body, headers: { 'idempotency-key': key } });
    const keys = Array.from({ length: 50 }, (_, i) => `at once ${i}`);
    const answers = await Promise.all(keys.map(createAs));
    const accepted = keys.filter((_, i) => answers[i]?.status === 201);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const all = own.around.database.of('gateway').collection('idempotencyKeys').find();
    const bytes = (await all.toArray()).reduce((sum, { bytes }) => sum + Number(bytes), 0);
    expect(bytes).toBeLessThanOrEqual(limits.idempotencyBytes);
    const again = await Promise.all(accepted.map(createAs));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([201]));
    const replayed = again.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
    expect(replayed.length).toBeGreaterThan(0);
    const created = own.payloads('campaign.create').map(({ id }) => id);
    expect([created.length, new Set(created).size]).toEqual([
      2 * accepted.length - replayed.length,
      accepted.length,
    ]);
    await own.close();
  });

  it('frees room when responses expire', async () => {
    await stored('idempotencyKeys').deleteMany({});
    await stored('usage').updateOne({ _id: new ObjectId(USER) }, { $unset: { countAfter: '' } });
    // A count that takes longer than two seconds on a busy machine doesn't admit the request that needed it.
    await eventually(async () => (await post('fourth')).status === 201);
  });
});
