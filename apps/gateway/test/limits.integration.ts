import { AppError } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { ID, account, campaign, imported } from './examples';
import { dispatchReport } from './reported';
import type { Answer } from './answer';
import { keys } from './callers';
import { Gateway } from './gateway';
import { ask, codeOf, hardlyAny, left, newKey } from './limited-keys';

let gateway: Gateway;
/** The number of items of a list, or of characters of a preview. Null: a list with two pages. */
let length: number | null = null;
let isHeld = false;
let held = Promise.withResolvers<undefined>();
/** The reply of a service for a list with this many items. */
const listOf = (count: number, after: string | null, limit: number) => {
  const start = after === null ? 0 : parseInt(after, 16);
  const end = Math.min(count, start + limit);
  const next = end < count ? end.toString(16).padStart(24, '0') : null;
  return { items: Array.from({ length: end - start }, () => campaign), next };
};

beforeAll(async () => {
  gateway = await Gateway.start({
    'user.get': () => account,
    'user.list': () => ({ items: [], next: null }),
    'campaign.get': () => ({ ...campaign, status: 'SENT' }),
    'campaign.list': async ({ after, limit }) => {
      if (isHeld) await held.promise;
      if (length !== null) return listOf(length, after, limit);
      return { items: [campaign], next: after === null ? ID : null };
    },
    'campaign.preview': async () => {
      if (isHeld) await held.promise;
      const EMAIL = { subject: 's', html: 'h'.repeat(length ?? 0), text: '' };
      return { EMAIL, WHATSAPP: null, SMS: null, missingKeys: [], unquotedKeys: [], warnings: [] };
    },
    'import.get': () => imported,
    'import.rejected': ({ after, limit }) => {
      const { items, next } = listOf(length ?? 0, after, limit);
      return { items: items.map((_, line) => ({ line, reason: 'r', text: 'x'.repeat(100) })), next };
    },
    'dispatch.report': () => ({ report: dispatchReport }),
    'group.get': () => {
      throw new AppError('group_not_found');
    },
    'subscriber.get': () => {
      throw new AppError('service_unavailable');
    },
  });
});
afterAll(() => gateway.close());

describe('the limit of a key', () => {
  it.each([
    ['FREE', '"default";q=200;w=2', '"default";r=199;t=2'],
    ['UPGRADED', '"default";q=2000;w=2', '"default";r=1999;t=2'],
  ] as const)('depends on the plan: %s', async (plan, policy, remaining) => {
    const { headers } = await ask(gateway, newKey('PLAN', { plan }));
    expect([headers['ratelimit-policy'], headers.ratelimit]).toEqual([policy, remaining]);
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('is configured for each plan', async () => {
    const own = await gateway.another({ RATE_FREE: '7/s burst 3', RATE_UPGRADED: 'none' });
    const free = await ask(own, newKey('PLAN'));
    expect(free.headers).toMatchObject({
      'ratelimit-policy': '"default";q=7;w=1',
      ratelimit: '"default";r=2;t=1',
    });
    expect((await ask(own, newKey('PLAN', { plan: 'UPGRADED' }))).headers).not.toHaveProperty('ratelimit');
    await own.close();
  });

  it('counts down, and rejects requests with the time to wait', async () => {
    const key = newKey(hardlyAny(3));
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await ask(gateway, key));
    expect(answers.map((answer) => [answer.status, left(answer)])).toEqual([
      [200, 2],
      [200, 1],
      [200, 0],
      [429, 0],
    ]);
    const refused = answers[3];
    const seconds = Number(refused?.headers['retry-after']);
    expect(seconds).toBeGreaterThan(80);
    expect(seconds).toBeLessThanOrEqual(100);
    expect(refused?.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'ratelimit-policy': '"default";q=3;w=300',
      ratelimit: `"default";r=0;t=${seconds}`,
    });
    expect(refused?.body).toEqual({
      type: '/api/docs/errors#rate_limited',
      title: 'Too many requests',
      status: 429,
      code: 'rate_limited',
      detail: 'This key can make 0.01 requests per second, with bursts of 3',
      errors: [],
      requestId: refused?.headers['x-request-id'],
    });
  });

  it('admits requests again in time', async () => {
    const key = newKey({ perSecond: 20, burst: 1 });
    const statuses = new Set<number>();
    while (statuses.size < 2) statuses.add((await ask(gateway, key)).status);
    statuses.clear();
    while (!statuses.has(200)) statuses.add((await ask(gateway, key)).status);
    expect([...statuses].every((status) => [200, 429].includes(status))).toBe(true);
  });

  it('is absent for an operator and for an unlimited key', async () => {
    const operator = await ask(gateway, keys.operator, ['GET', '/operator/users']);
    const none = newKey('NONE');
    for (const { status, headers } of [operator, await ask(gateway, none)]) {
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('ratelimit');
      expect(headers).not.toHaveProperty('ratelimit-policy');
    }
    const many = await Promise.all(Array.from({ length: 250 }, () => ask(gateway, none)));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('a request counts', () => {
  const used = async (count: (key: string) => Promise<unknown>): Promise<number> => {
    const key = newKey(hardlyAny(100));
    await count(key);
    return 99 - Number(left(await ask(gateway, key)));
  };

  it.each([
    ['once', ['GET', '/account'], 200],
    ['once for HEAD', ['HEAD', '/account'], 200],
    ['once for a long list', ['GET', '/campaigns'], 200],
    ['once for a stream of events', ['GET', `/campaigns/${ID}/events`], 200],
    ['regardless of the result: an unknown ID', ['GET', `/groups/${ID}`], 404],
    ['regardless of the result: invalid input', ['GET', '/account?x=1'], 422],
    ['regardless of the result: a forbidden operation', ['GET', '/operator/users'], 403],
    ['regardless of the result: an unavailable service', ['GET', `/subscribers/${ID}`], 503],
  ] as const)('%s', async (_, operation, status) => {
    const count = async (key: string): Promise<void> => {
      const answer = await ask(gateway, key, operation);
      expect([answer.status, left(answer)]).toEqual([status, 99]);
      expect(answer.headers['ratelimit-policy']).toBe('"default";q=100;w=10000');
    };
    expect(await used(count)).toBe(1);
  });

  it.each([
    ['OPTIONS', ['OPTIONS', '/account'], 204],
    ['an unknown path', ['GET', '/nothing'], 404],
    ['a wrong method', ['PUT', '/account'], 405],
  ] as const)('but not as %s', async (_, operation, status) => {
    const count = async (key: string): Promise<void> => {
      const answer = await ask(gateway, key, operation);
      expect([answer.status, left(answer)]).toEqual([status, null]);
    };
    expect(await used(count)).toBe(0);
  });

  it('but not if no key is required', async () => {
    const { headers } = await gateway.plain('GET', '/');
    expect(headers).not.toHaveProperty('ratelimit');
  });
});

describe('work is charged to the limit of the key', () => {
  const search = ['GET', '/campaigns?search=spring&limit=10'] as const;
  const preview = ['POST', `/campaigns/${ID}/preview`] as const;
  const forAnn = { body: { extraData: { name: 'Ann' } } };
  beforeEach(() => {
    isHeld = false;
    held = Promise.withResolvers();
  });
  afterAll(() => {
    length = null;
  });

  it.each([
    ['a page of at most a hundred items', ['GET', '/campaigns?limit=100'], 100, 0],
    ['a page', ['GET', '/campaigns?limit=1000'], 1_000, 9],
    ['a complete list', ['GET', '/campaigns'], 2_501, 25],
    ['a search', search, 0, 5],
    ['a search with many results', ['GET', '/campaigns?search=a&limit=1000'], 1_000, 14],
    ['a small preview', preview, 5_000, 0],
    ['a large preview', preview, 100_001, 20],
    ['a file', ['GET', `/imports/${ID}/rejected`], 1_000, 15],
  ] as const)('%s', async (_, operation, size, cost) => {
    length = size;
    const key = newKey(hardlyAny(100));
    const answer = await ask(gateway, key, operation, operation === preview ? forAnn : {});
    expect(answer.status).toBe(200);
    // The header contains the data that is known before a response begins.
    if (operation[1] !== '/campaigns' && !operation[1].startsWith('/imports'))
      expect(left(answer)).toBe(99 - cost);
    expect(98 - Number(left(await ask(gateway, key)))).toBe(cost);
  });

  it('as a debt, which must be paid before further requests', async () => {
    length = 500_000;
    const key = newKey({ perSecond: 1, burst: 10 });
    const answer = await ask(gateway, key, preview, forAnn);
    expect([answer.status, left(answer)]).toEqual([200, 0]);
    const refused = await ask(gateway, key);
    expect([refused.status, left(refused)]).toEqual([429, 0]);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(15);
    expect(seconds).toBeLessThanOrEqual(31);
  });

  it.each([
    ['searches', search, 4, 20],
    ['previews', preview, 4, 20],
  ] as const)('with few concurrent operations: %s', async (_, operation, few, many) => {
    length = 1;
    for (const [rate, most] of [
      [hardlyAny(1_000), few],
      ['NONE', many],
    ] as const) {
      isHeld = true;
      held = Promise.withResolvers();
      const key = newKey(rate);
      const sent = operation === preview ? forAnn : {};
      const refused: Answer[] = [];
      const responses = Array.from({ length: 50 }, async () => {
        const answer = await ask(gateway, key, operation, sent);
        if (answer.status === 429) refused.push(answer);
        return answer.status;
      });
      await eventually(() => refused.length === 50 - most);
      for (const { headers } of refused) expect(headers['retry-after']).toBe('1');
      held.resolve(undefined);
      expect((await Promise.all(responses)).filter((status) => status === 200)).toHaveLength(most);
      isHeld = false;
      await eventually(async () => (await ask(gateway, key, operation, sent)).status === 200);
    }
  });
});

describe('the rate limit is checked', () => {
  const spent = async (): Promise<string> => {
    const key = newKey(hardlyAny(1), { scopes: ['read'] });
    await ask(gateway, key);
    return key;
  };
  const text = { headers: { 'content-type': 'text/plain' }, body: 'x' };

  it.each([
    ['after a wrong path', ['GET', '/nothing'], {}, 'route_not_found'],
    ['after a wrong method', ['PUT', '/account'], {}, 'method_not_allowed'],
    ['after the role of the key', ['GET', '/operator/users'], {}, 'operator_key_required'],
    ['after a missing scope', ['POST', '/groups'], text, 'insufficient_scope'],
    ['before the media type', ['GET', '/campaigns'], text, 'rate_limited'],
    ['before the header Accept', ['GET', '/account'], { headers: { accept: 'text/html' } }, 'rate_limited'],
    ['before the text of the body', ['GET', '/campaigns'], { body: '{"a":' }, 'rate_limited'],
    ['before the fields', ['GET', '/account?x=1'], {}, 'rate_limited'],
  ] as const)('%s', async (_, operation, sent, code) => {
    expect(codeOf(await ask(gateway, await spent(), operation, sent))).toBe(code);
  });

  it('without waiting for the body', async () => {
    const head = `POST /api/v1/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${newKey(hardlyAny(1))}\r\n`;
    const rest = 'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n';
    const first = gateway.wire().write(head + rest);
    await first.until(/^HTTP\/1\.1 100 Continue/);
    const second = gateway.wire().write(head + rest);
    expect(await second.until(/rate_limited/)).toMatch(/^HTTP\/1\.1 429 /);
    first.destroy();
    second.destroy();
  });
});
