import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Campaign, type Group, type Payload, type Reply } from '@carillon/contracts';
import { keys } from './callers';
import { Gateway } from './gateway';
import { GROUP, campaign, group, subscriber } from './examples';
import type { Answer } from './answer';
import { bearer, head } from './raw-request';

const id = (n: number): string => n.toString(16).padStart(24, '0');
const SIZE = 250;

/** A service with 250 items that returns at most 90 at a time. */
function page<T>(
  make: (n: number) => T,
  after: string | null,
  limit: number,
): { items: T[]; next: string | null } {
  const start = after === null ? 0 : parseInt(after, 16) + 1;
  const end = Math.min(start + Math.min(limit, 90), SIZE);
  const items = Array.from({ length: Math.max(end - start, 0) }, (_, i) => make(start + i));
  return { items, next: end < SIZE ? id(end - 1) : null };
}

type SubscriberList = (query: Payload<'subscriber.list'>) => Promise<Reply<'subscriber.list'>>;
const atOnce: SubscriberList = ({ after, limit }) =>
  Promise.resolve(page((n) => ({ ...subscriber, id: id(n) }), after, limit));
let subscribers = atOnce;
let gateway: Gateway;
const queries: Payload<'campaign.list'>[] = [];
/** What the service waits for before it replies to a list of campaigns. */
let held: Promise<void> = Promise.resolve();
beforeAll(async () => {
  gateway = await Gateway.start({
    'campaign.list': async (query) => {
      queries.push(query);
      await held;
      return page((n): Campaign => ({ ...campaign, id: id(n) }), query.after, query.limit);
    },
    'group.list': ({ after, limit }) => page((n): Group => ({ ...group, id: id(n) }), after, limit),
    'group.count': ({ ids }) => ({ counts: ids.slice(0, 20).map(() => counts) }),
    'subscriber.list': (query) => subscribers(query),
  });
});
afterAll(() => gateway.close());

function ids({ body }: Answer): string[] {
  const { data } = body as { data: Record<string, { _id: string }[]> };
  return Object.values(data).flatMap((list) => list.map(({ _id }) => _id));
}
const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => id(from + i));
const counts = { total: 1, EMAIL: 1, SMS: 0, WHATSAPP: 0 };
const cursorOf = ({ headers }: Answer): string => String(headers['next-cursor']);

describe('a list of the contract', () => {
  it('is complete without a limit', async () => {
    const answer = await gateway.call('GET', '/campaigns');
    expect(ids(answer)).toEqual(range(0, SIZE));
    expect([answer.headers['next-cursor'], answer.headers.link]).toEqual([undefined, undefined]);
  });

  it('is a page with a limit, and its headers link to the next page', async () => {
    const first = await gateway.call('GET', '/campaigns?limit=100');
    expect(ids(first)).toEqual(range(0, 100));
    const link = `<https://carillon.example.com/api/v1/campaigns?limit=100&cursor=${cursorOf(first)}>; rel="next"`;
    expect(first.headers.link).toBe(link);
    const second = await gateway.call('GET', `/campaigns?limit=149&cursor=${cursorOf(first)}`);
    expect(ids(second)).toEqual(range(100, 249));
    const last = await gateway.call('GET', `/campaigns?limit=1&cursor=${cursorOf(second)}`);
    expect(ids(last)).toEqual(range(249, 250));
    expect([last.headers['next-cursor'], last.headers.link]).toEqual([undefined, undefined]);
  });

  it('is limited to a period, in UTC', async () => {
    const period = 'since=2026-03-01T00:00:00%2B01:00&until=2026-04-01T00:00:00%2B02:00';
    await gateway.call('GET', `/campaigns?${period}&limit=1`);
    const utc = { since: '2026-02-28T23:00:00.000Z', until: '2026-03-31T22:00:00.000Z' };
    expect(queries.pop()).toMatchObject(utc);
  });

  it('is filtered, with links for the same filters', async () => {
    const path = '/campaigns?status=SENT&search=%5Bx%5D%20Y';
    const first = await gateway.call('GET', `${path}&limit=100`);
    expect(queries.pop()).toMatchObject({ status: 'SENT', search: '[x] Y' });
    expect(first.headers.link).toContain('status=SENT&search=%5Bx%5D+Y&limit=100');
    expect(ids(await gateway.call('GET', `${path}&cursor=${cursorOf(first)}`))).toEqual(range(100, SIZE));
    const other = await gateway.call('GET', `/campaigns?status=SENT&cursor=${cursorOf(first)}`);
    expect(other.status).toBe(422);
  });

  it('is filtered by tag and by the archive only on request', async () => {
    await gateway.call('GET', '/campaigns?limit=1');
    expect(queries.pop()).not.toHaveProperty('isArchived');
    await gateway.call('GET', '/campaigns?tag=Spring%20sale&archived=false&limit=1');
    expect(queries.pop()).toMatchObject({ tag: 'Spring sale', isArchived: false });
    await gateway.call('GET', '/campaigns?archived=true&limit=1');
    expect(queries.pop()).toMatchObject({ isArchived: true });
  });

  it('has the same keys without messages if only a summary is requested', async () => {
    const { body } = await gateway.call('GET', '/campaigns?fields=summary&limit=1');
    expect(queries.pop()).toMatchObject({ isSummary: true });
    const { data } = body as { data: { campaigns: object[] } };
    const whole = (await gateway.call('GET', '/campaigns?limit=1')).body;
    expect(queries.pop()).not.toHaveProperty('isSummary');
    const [all] = (whole as { data: { campaigns: object[] } }).data.campaigns;
    expect(all).not.toMatchObject({ message: '' });
    expect(data.campaigns).toEqual([{ ...all, message: '' }]);
  });

  it('is complete even if each count covers only some of its groups', async () => {
    const first = await gateway.call('GET', '/groups?include=counts&limit=100');
    expect(ids(first)).toEqual(range(0, 100));
    const path = `/groups?include=counts&limit=200&cursor=${cursorOf(first)}`;
    const second = await gateway.call('GET', path);
    expect(ids(second)).toEqual(range(100, SIZE));
    const { data } = second.body as { data: { groups: object[] } };
    for (const each of data.groups) expect(each).toMatchObject({ counts });
  });

  it('continues from a cursor to the end without a limit', async () => {
    const first = await gateway.call('GET', '/campaigns?limit=10');
    expect(ids(await gateway.call('GET', `/campaigns?cursor=${cursorOf(first)}`))).toEqual(range(10, SIZE));
  });

  it('keeps the group in its links, from the body or the query', async () => {
    const first = await gateway.call('GET', '/subscribers?limit=5', { body: { groupId: GROUP } });
    expect(first.headers.link).toContain(`?groupId=${GROUP}&limit=5&cursor=`);
    const path = /\/api\/v1(.*)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect(ids(await gateway.call('GET', path))).toEqual(range(5, 10));
  });
});

describe('a complete list of many pages', () => {
  afterEach(() => {
    subscribers = atOnce;
  });

  /** Requests a list whose pages after the first one wait until `rest` is settled. */
  function ask(rest: Promise<undefined>, at = gateway): ReturnType<Gateway['wire']> {
    subscribers = async (query) => {
      if (query.after !== null) await rest;
      return atOnce(query);
    };
    return at.wire().write(head(`GET /api/v1/subscribers?groupId=${GROUP}`, bearer(keys.user)));
  }

  it('is sent while further pages are still being read', async () => {
    const hasty = await gateway.another({ REQUEST_TIMEOUT_MS: '1000' });
    const rest = Promise.withResolvers<undefined>();
    const wire = ask(rest.promise, hasty);
    expect(await wire.until(new RegExp(id(89)))).not.toContain(id(90));
    await delay(1_500);
    rest.resolve(undefined);
    expect(await wire.until(/\]\}\}/)).toContain(id(SIZE - 1));
    wire.destroy();
    await hasty.close();
  });

  it('breaks off with incomplete JSON if a page fails', async () => {
    const rest = Promise.withResolvers<undefined>();
    const wire = ask(rest.promise);
    await wire.until(new RegExp(id(89)));
    rest.reject(new AppError('group_not_found'));
    const received = await wire.untilClosed();
    expect(received).not.toContain(']}}');
    expect(received).not.toMatch(/\r\n0\r\n/);
  });
});

describe('concurrent requests for the same list', () => {
  it('share a read that begins after they arrived, with requests of the same account only', async () => {
    queries.length = 0;
    const first = Promise.withResolvers<undefined>();
    held = first.promise;
    const path = '/campaigns?limit=50';
    const requests = [gateway.call('GET', path)];
    while (queries.length < 1) await delay(10);
    requests.push(...Array.from({ length: 9 }, () => gateway.call('GET', path)));
    const others = [
      gateway.call('GET', path, {}, 'otherUser'),
      gateway.call('GET', `${path}&status=SENT`),
      gateway.call('GET', '/campaigns?limit=51'),
    ];
    while (queries.length < 4) await delay(10);
    await delay(300);
    const begun = queries.length;
    first.resolve(undefined);
    for (const answer of await Promise.all(requests)) expect(ids(answer)).toEqual(range(0, 50));
    await Promise.all(others);
    // The first of the ten requests had its own read, and the others shared one.
    expect([begun, queries.length]).toEqual([4, 5]);
    expect(new Set(queries.map(({ userId }) => userId)).size).toBe(2);
  });
});

describe('any other list', () => {
  it('has a hundred items unless a limit is given', async () => {
    const answer = await gateway.call('GET', '/groups?include=counts');
    expect(ids(answer)).toEqual(range(0, 100));
    const next = await gateway.call('GET', `/groups?include=counts&limit=1000&cursor=${cursorOf(answer)}`);
    expect(ids(next)).toEqual(range(100, SIZE));
  });
});

describe('a cursor', () => {
  it('is rejected for another list, other filters, or another user, and if it was altered', async () => {
    const cursor = cursorOf(await gateway.call('GET', '/groups?include=counts'));
    const attempts = [
      gateway.call('GET', `/campaigns?cursor=${cursor}`),
      gateway.call('GET', `/groups?cursor=${cursor}`),
      gateway.call('GET', `/groups?include=counts&cursor=${cursor}`, {}, 'otherUser'),
      gateway.call('GET', `/groups?include=counts&cursor=${cursor.slice(0, -1)}`),
      gateway.call('GET', '/groups?cursor=5f0000000000000000000001'),
      gateway.call('GET', '/groups?cursor='),
    ];
    for (const { status, body } of await Promise.all(attempts)) {
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: 'validation_failed',
        errors: [{ field: 'query.cursor', code: 'not_allowed' }],
      });
    }
  });
});
