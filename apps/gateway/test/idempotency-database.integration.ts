import { newId } from '@carillon/contracts';
import { Health } from '@carillon/platform';
import { ServerLink, eventually } from '@carillon/testing';
import type { Collection } from 'mongodb';
import { IdempotencyKeys } from '../src/http/idempotency/idempotency-keys';
import { Gateway } from './gateway';
import type { Answer } from './answer';
import { outcome } from './keyed';
import { newCampaign } from './operations';
import { obliging } from './services';

let gateway: Gateway;
let claims: Collection;
beforeAll(async () => {
  gateway = await Gateway.start(obliging);
  claims = gateway.around.database.of('gateway').collection('idempotencyKeys');
});
afterAll(() => gateway.close());

const post = (key: string, at = gateway): Promise<Answer> =>
  at.call('POST', '/campaigns/create', { body: newCampaign, headers: { 'idempotency-key': key } });

describe('a key', () => {
  it('expires after a day, and may be used again', async () => {
    // The gateway creates indexes while it already takes requests.
    await eventually(async () => (await claims.indexes().catch(() => [])).length > 1);
    const indexes = await claims.indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
    await post('key');
    const [{ lifetime } = {}] = await claims
      .aggregate<{ lifetime: number }>([
        { $project: { lifetime: { $subtract: ['$expiresAt', '$startedAt'] } } },
      ])
      .toArray();
    expect(lifetime).toBe(24 * 60 * 60 * 1_000);
    // The database removes expired documents once a minute.
    await claims.updateOne({}, [{ $set: { expiresAt: '$$NOW' } }]);
    expect(outcome(await post('key'))).toEqual([201, false, undefined]);
    expect(new Set(gateway.payloads('campaign.create').map(({ id }) => id)).size).toBe(2);
  });
});

describe('concurrent keys', () => {
  it('are claimed separately, and so are their responses', async () => {
    const keys = gateway.app.get(IdempotencyKeys);
    const requests = Array.from({ length: 8 }, (_, n) => ({
      ...{ id: `together ${n}`, userId: n === 0 ? null : newId() },
      ...{ fingerprint: `print ${n}`, holder: newId() },
    }));
    const [first, ...others] = requests;
    if (!first) throw new Error('There is nothing to claim');
    const rival = { ...first, holder: newId() };
    const claimed = await Promise.all([...requests, rival].map((each) => keys.claim(each)));
    expect(claimed.map(({ id, holder, attempt }) => [id, holder, attempt])).toEqual(
      [...requests, first].map(({ id, holder }) => [id, holder, 1]),
    );
    await claims.updateOne({ _id: first.id as never }, { $set: { holder: 'taken over' } });
    const kept = await Promise.all(
      requests.map((each, n) =>
        keys.keep(each, { status: 201, contentType: 'text/plain', location: null, body: `answer ${n}` }),
      ),
    );
    expect(kept).toEqual([false, ...others.map(() => true)]);
    const stored = await claims.find({ _id: /^together / }, { sort: { _id: 1 } }).toArray();
    expect(stored.map(({ answer }) => (answer as { body: string } | null)?.body)).toEqual([
      undefined,
      ...others.map((_, n) => `answer ${n + 1}`),
    ]);
  });
});

describe('without the database', () => {
  it.each(['cut', 'frozen'] as const)('(%s) only requests with a key are rejected, and soon', async (how) => {
    const link = await ServerLink.to(gateway.around.database.mongoUrl);
    const url = new URL(link.url);
    url.searchParams.delete('replicaSet');
    url.searchParams.set('directConnection', 'true');
    if (how === 'cut') link.cut();
    const alone = await gateway.another({ MONGO_URL: url.href, IDEMPOTENCY_WAIT_MS: '3000' });
    if (how === 'frozen') {
      expect(outcome(await post('before', alone))).toEqual([201, false, undefined]);
      link.freeze();
    }
    const begin = performance.now();
    expect(outcome(await post('key', alone))).toEqual([503, false, 'service_unavailable']);
    // A request that waited for the database itself would end with its time limit, after 30 s.
    expect(performance.now() - begin).toBeLessThan(15_000);
    expect((await alone.call('POST', '/campaigns/create', { body: newCampaign })).status).toBe(201);
    const health = await alone.app.get(Health).report();
    expect(health).toMatchObject({ ready: true, state: 'degraded', checks: { database: false } });
    link.cut();
    link.restore();
    await eventually(async () => (await post('key', alone)).status === 201);
    await alone.close();
    await link.close();
  });
});
