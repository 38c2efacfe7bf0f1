import { AppError, type Payload } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import type { Collection } from 'mongodb';
import { campaign, webhook } from './examples';
import { keys } from './callers';
import { Gateway } from './gateway';
import type { Answer } from './answer';
import { Held, outcome } from './keyed';
import { newCampaign, newWebhook } from './operations';
import { obliging } from './services';

type Create = Payload<'campaign.create'>;

let gateway: Gateway;
let claims: Collection<{ _id: string; holder: string; attempt: number }>;
/** The effects of creating a campaign and a key. */
let create: (command: Create) => unknown;
let createKey: () => unknown;
let changeWebhook: () => void;
const created = (command: Create): unknown => ({ ...campaign, id: command.id, status: 'DRAFT' });

beforeAll(async () => {
  const key = obliging['api-key.create'];
  gateway = await Gateway.start({
    ...obliging,
    'campaign.create': async (command) => (await create(command)) as typeof campaign,
    'api-key.create': async (command) => {
      await createKey();
      if (!key) throw new Error('There is no key');
      return key(command);
    },
    'webhook.create': ({ id }) => {
      changeWebhook();
      return { ...webhook, id };
    },
    'webhook.rotate-secret': () => {
      changeWebhook();
      return webhook;
    },
  });
  claims = gateway.around.database.of('gateway').collection('idempotencyKeys');
});
afterAll(() => gateway.close());
beforeEach(async () => {
  create = created;
  createKey = () => undefined;
  gateway.requests.splice(0);
  await claims.deleteMany({});
});

const post = (key = 'key', at = gateway): Promise<Answer> =>
  at.call('POST', '/campaigns/create', { body: newCampaign, headers: { 'idempotency-key': key } });
const postWith = (path: string, body: object): Promise<Answer> =>
  gateway.call('POST', path, { body, headers: { 'idempotency-key': path } });
const postKey = (): Promise<Answer> =>
  gateway.call('POST', '/api-keys', { body: { name: 'CI' }, headers: { 'idempotency-key': 'key' } });
const idsSent = (): string[] => gateway.payloads('campaign.create').map(({ id }) => id);

describe('a request with an internal failure', () => {
  it('runs again with the same IDs', async () => {
    create = () => {
      throw new AppError('service_unavailable');
    };
    expect(outcome(await post())).toEqual([503, false, 'service_unavailable']);
    create = created;
    const second = await post();
    expect(outcome(second)).toEqual([201, false, undefined]);
    expect(outcome(await post())).toEqual([201, true, undefined]);
    const [first, ...others] = idsSent();
    expect(others).toEqual([first]);
    expect(second.headers.location).toBe(`/api/v1/campaigns/${first ?? ''}`);
  });

  it('runs again even while the first attempt continues beyond its time limit', async () => {
    const hasty = await gateway.another({ REQUEST_TIMEOUT_MS: '1000' });
    const slow = new Held();
    create = async (command) => {
      await slow.wait();
      return created(command);
    };
    expect(outcome(await post('key', hasty))).toEqual([504, false, 'timeout']);
    create = created;
    expect(outcome(await post())).toEqual([201, false, undefined]);
    slow.letGo();
    expect(new Set(idsSent()).size).toBe(1);
    await hasty.close();
  });
});

describe('a request whose gateway was killed', () => {
  it('runs again with the same IDs, but not while the gateway may be alive', async () => {
    const slow = new Held();
    create = async (command) => {
      await slow.wait();
      return created(command);
    };
    const lost = post();
    await slow.begun;
    create = created;
    expect(outcome(await post())).toEqual([409, false, 'idempotency_in_progress']);
    await claims.updateOne({}, [{ $set: { leaseUntil: '$$NOW' } }]);
    const again = await post();
    expect(outcome(again)).toEqual([201, false, undefined]);
    expect(await claims.findOne({})).toMatchObject({ attempt: 2 });
    slow.letGo();
    await lost;
    expect(new Set(idsSent()).size).toBe(1);
    expect((await post()).text).toBe(again.text);
  });

  it('is taken over by one of many repeats', async () => {
    create = () => {
      throw new AppError('timeout');
    };
    await post();
    create = created;
    const second = await gateway.another();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post('key', n % 2 ? gateway : second)),
    );
    expect(idsSent()).toHaveLength(2);
    expect(new Set(all.map(({ status }) => status))).not.toContain(500);
    await second.close();
  });
});

describe('a secret that was never shown', () => {
  it('is replaced by another one when the request is repeated', async () => {
    createKey = () => {
      throw new AppError('timeout');
    };
    expect((await postKey()).status).toBe(504);
    createKey = () => undefined;
    expect((await postKey()).status).toBe(201);
    const [first, second] = gateway.payloads('api-key.create');
    expect(second?.id).toBe(first?.id);
    expect(second?.keyHash).not.toBe(first?.keyHash);
    expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
  });

  it('is replaced by that of a later attempt for a webhook', async () => {
    changeWebhook = () => {
      throw new AppError('timeout');
    };
    const both = async (): Promise<number[]> => [
      (await postWith('/webhooks', newWebhook)).status,
      (await postWith(`/webhooks/${webhook.id}/secret/rotate`, {})).status,
    ];
    expect(await both()).toEqual([504, 504]);
    changeWebhook = () => undefined;
    expect(await both()).toEqual([201, 200]);
    for (const name of ['webhook.create', 'webhook.rotate-secret'] as const) {
      const [first, second] = gateway.payloads(name);
      expect(second?.secretId).toBe(first?.secretId);
      expect([first?.attempt, second?.attempt]).toEqual([1, 2]);
    }
  });

  it('is not shown if a repeat may have received another one in the meantime', async () => {
    createKey = async () => {
      await claims.updateOne({}, { $set: { holder: 'another gateway' } });
    };
    expect(outcome(await postKey())).toEqual([503, false, 'service_unavailable']);
  });
});

describe('a client that disconnects', () => {
  it('gets the response when it returns', async () => {
    const slow = new Held();
    create = async (command) => {
      await slow.wait();
      return created(command);
    };
    const body = JSON.stringify(newCampaign);
    const wire = gateway.wire();
    wire.write(
      `POST /api/v1/campaigns/create HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.user}\r\n` +
        `Idempotency-Key: key\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await slow.begun;
    wire.destroy();
    slow.letGo();
    await eventually(async () => (await post()).status === 201);
    expect(outcome(await post())).toEqual([201, true, undefined]);
    expect(idsSent()).toHaveLength(1);
  });
});
