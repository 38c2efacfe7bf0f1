import { AppError } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { GROUP, account, group, subscriber } from './examples';
import { keys } from './callers';
import { Gateway } from './gateway';
import type { Answer } from './answer';
import type { Wire } from './http-client';
import { bearer, head, json, post } from './raw-request';
import { StoredFiles } from './stored-files';

const MOST = 5;
const MIB = 1024 * 1024;

let gateway: Gateway;
/** The condition that the services wait for before they reply. */
let held = Promise.withResolvers<undefined>();
beforeAll(async () => {
  gateway = await Gateway.start(
    {
      'user.get': () => account,
      'group.get': () => held.promise.then(() => group),
      'group.create': () => group,
      // Endless, so that a client that reads nothing is always in the middle of it.
      'subscriber.list': ({ after }) => ({
        items: [{ ...subscriber, extraData: { text: 'x'.repeat(200_000) } }],
        next: String(Number(after) + 1),
      }),
    },
    { MAX_REQUESTS_IN_FLIGHT: String(MOST) },
  );
});
afterAll(() => gateway.close());
beforeEach(() => {
  held = Promise.withResolvers<undefined>();
});

const slow = (): Promise<Answer> => gateway.call('GET', `/groups/${GROUP}`);
const quick = (): Promise<Answer> => gateway.call('GET', '/account');
const isFull = async (): Promise<boolean> => (await quick()).status === 503;

/** Sends slow requests until one is rejected, possibly one of these. */
async function fill(): Promise<Promise<Answer>[]> {
  const sent: Promise<Answer>[] = [];
  while (!(await isFull())) sent.push(slow());
  return sent;
}

describe('at the limit of requests in flight', () => {
  it('further requests are rejected immediately, and those in flight get their responses', async () => {
    await quick();
    const waiting = await fill();
    const refused = await gateway.call('GET', '/account', { headers: { 'x-request-id': 'mine' } }, null);
    expect([refused.status, refused.body]).toEqual([
      503,
      expect.objectContaining({ code: 'service_unavailable', requestId: 'mine', errors: [] }),
    ]);
    expect(refused.headers).toMatchObject({ 'retry-after': '2', 'x-request-id': 'mine' });
    expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    held.resolve(undefined);
    const answers = await Promise.all(waiting);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect((await quick()).status).toBe(200);
  });

  it('a connection with a rejected request can be reused', async () => {
    const waiting = await fill();
    const wire = gateway
      .wire()
      .write(`${post(json, bearer(keys.user), 'Content-Length: 12\r\n')}{"name":"x"}`);
    await wire.until(/HTTP\/1.1 503[^]*\}$/);
    held.resolve(undefined);
    await Promise.all(waiting);
    wire.write(`${post(json, bearer(keys.user), 'Content-Length: 12\r\n')}{"name":"x"}`);
    await wire.until(/HTTP\/1.1 201[^]*\}$/);
    wire.destroy();
  });

  it('requests of disconnected clients are not counted', async () => {
    const wires: Wire[] = [];
    while (!(await isFull())) {
      wires.push(gateway.wire().write(head(`GET /api/v1/groups/${GROUP}`, bearer(keys.user))));
    }
    for (const wire of wires) wire.destroy();
    await eventually(async () => (await quick()).status === 200);
    held.reject(new AppError('group_not_found'));
  });
});

describe('a long response', () => {
  it('is not counted once it has begun', async () => {
    const wires: Wire[] = [];
    for (let n = 0; n < MOST + 5; n++) {
      const wire = gateway.wire().write(head(`GET /api/v1/subscribers?groupId=${GROUP}`, bearer(keys.user)));
      await wire.until(/^HTTP\/1.1 200/);
      wires.push(wire.pause());
    }
    expect((await quick()).status).toBe(200);
    for (const wire of wires) wire.destroy();
  });

  it('is limited per user until it ends, lists and files together', async () => {
    held.resolve(undefined);
    const own = await gateway.another({ LONG_ANSWERS_PER_USER: '2' });
    const list = `GET /api/v1/subscribers?groupId=${GROUP}`;
    const file = `GET /api/v1/groups/${GROUP}/export?format=ndjson`;
    const begin = async (path: string, key = keys.user): Promise<Wire> => {
      const wire = own.wire().write(head(path, bearer(key)));
      await wire.until(/^HTTP\/1.1 200/);
      return wire.pause();
    };
    const reading = [await begin(list), await begin(file)];
    for (const path of [list, file]) {
      const wire = own.wire().write(head(path, bearer(keys.user)));
      expect(await wire.until(/\r\n\r\n[^]*\}/)).toMatch(
        /^HTTP\/1.1 429 [^]*retry-after: 5\r\n[^]*"code":"rate_limited"/,
      );
      wire.destroy();
    }
    expect((await own.call('GET', `/subscribers?groupId=${GROUP}&limit=1`)).status).toBe(200);
    reading.push(await begin(list, keys.otherUser));
    for (const wire of reading) wire.destroy();
    // With more than two in a row, the earlier ones have ended in the meantime.
    for (let n = 0; n < 4; n++)
      await eventually(async () => (await own.call('HEAD', file.slice('GET /api/v1'.length))).status === 200);
    await own.close();
  });
});

describe('bodies', () => {
  it('are limited to few at once if they are large', async () => {
    const own = await Gateway.start({ 'group.create': () => group });
    // At 16 KiB per second, the limit for slow bodies, this is enough for half a minute.
    const large = post(json, bearer(keys.user), `Content-Length: ${MIB}\r\n`) + ' '.repeat(MIB / 2);
    const wires = Array.from({ length: 64 }, () => own.wire().write(large));
    await eventually(async () => {
      const { status } = await own.call('POST', '/groups', { body: { name: 'x' } });
      return status === 503;
    });
    expect((await own.call('GET', '/account', {}, null)).status).toBe(401);
    for (const wire of wires) wire.destroy();
    await eventually(async () => (await own.call('POST', '/groups', { body: { name: 'x' } })).status === 201);
    await own.close();
  });

  it('free their room for others if they do not arrive', async () => {
    await quick();
    const wires: Wire[] = [];
    while (!(await isFull())) {
      wires.push(gateway.wire().write(`${head('POST /u/x', 'Content-Length: 10\r\n')}a`));
    }
    await eventually(async () => (await quick()).status === 200);
    for (const wire of wires) wire.destroy();
  });

  it('of unannounced size take only as much room as has arrived', async () => {
    const own = await Gateway.start({ 'group.create': () => group });
    const begun = `${head('POST /u/x', 'Transfer-Encoding: chunked\r\n')}1\r\na\r\n`;
    const wires = Array.from({ length: 300 }, () => own.wire().write(begun));
    const trickle = setInterval(() => {
      for (const wire of wires) wire.write(`1000\r\n${'a'.repeat(0x1000)}\r\n`);
    }, 200);
    const until = performance.now() + 2_500;
    while (performance.now() < until) {
      expect((await own.call('POST', '/groups', { body: { name: 'x' } })).status).toBe(201);
    }
    clearInterval(trickle);
    for (const wire of wires) wire.destroy();
    await own.close();
  });

  it('of unannounced size are cut when too much has arrived', async () => {
    const own = await Gateway.start({ 'group.create': () => group });
    const begun = head('POST /api/v1/groups', bearer(keys.user), json, 'Transfer-Encoding: chunked\r\n');
    const much = `c0000\r\n${' '.repeat(0xc0000)}\r\n`;
    const wires = Array.from({ length: 120 }, () => own.wire().write(begun + much));
    await eventually(async () => {
      const { status } = await own.call('POST', '/groups', { body: { name: 'x' } });
      return status === 201 && wires.filter((wire) => wire.isClosed).length > 20;
    });
    expect(wires.filter((wire) => !wire.isClosed).length).toBeGreaterThan(20);
    for (const wire of wires) wire.destroy();
    await own.close();
  });

  it('keep their room after their arrival, regardless of how long their responses take', async () => {
    const waiting = await fill();
    const until = performance.now() + 1_000;
    while (performance.now() < until) expect(await isFull()).toBe(true);
    held.resolve(undefined);
    await Promise.all(waiting);
  });
});

describe('uploads', () => {
  it('are not counted if they arrive slowly', async () => {
    const files = new StoredFiles();
    const own = await Gateway.start({ ...files.answers, 'group.create': () => group });
    const chunked = ['Content-Type: text/csv\r\n', 'Transfer-Encoding: chunked\r\n'];
    const begun = `${head(`POST /api/v1/groups/${GROUP}/import`, bearer(keys.user), ...chunked)}1\r\nx\r\n`;
    const wires = Array.from({ length: 64 }, () => own.wire().write(begun));
    await eventually(() => own.payloads('import.begin').length === 64);
    expect((await own.call('POST', '/groups', { body: { name: 'x' } })).status).toBe(201);
    wires[0]?.write('0\r\n\r\n');
    await wires[0]?.until(/HTTP\/1.1 202/);
    for (const wire of wires) wire.destroy();
    await eventually(() => files.broken.length === 63);
    await own.close();
  });
});
