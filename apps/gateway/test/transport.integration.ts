import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@carillon/testing';
import { keys } from './callers';
import { Gateway } from './gateway';
import { GROUP, account, group, subscriber } from './examples';
import { lastAnswer } from './http-client';
import { answerTo, bearer, head, json, post } from './raw-request';

const MIB = 1024 * 1024;
let gateway: Gateway;
const held = Promise.withResolvers<undefined>();
const rest = Promise.withResolvers<undefined>();
beforeAll(async () => {
  const environment = { ARRIVAL_TIMEOUT_MS: '1000' };
  gateway = await Gateway.start(
    {
      'user.get': () => account,
      'group.create': ({ id, name }) => ({ ...group, id, name }),
      'group.get': async () => {
        await held.promise;
        return group;
      },
      'subscriber.list': async ({ after }) => {
        if (after !== null) await rest.promise;
        return { items: [subscriber], next: after === null ? 'more' : null };
      },
    },
    environment,
  );
});
afterAll(() => gateway.close());

describe('the order of checks', () => {
  const big = `Content-Length: ${2 * MIB}\r\n`;
  it.each([
    [
      'the path before the key',
      head('POST /api/v1/nothing', 'Content-Type: text/plain\r\n', big),
      404,
      'route_not_found',
    ],
    [
      'the method before the key',
      head('PUT /api/v1/groups', 'Content-Type: text/plain\r\n', big),
      405,
      'method_not_allowed',
    ],
    ['the key before type and size', post('Content-Type: text/plain\r\n', big), 401, 'missing_api_key'],
    ['a wrong key before the size', post(json, bearer(keys.unknown), big), 401, 'invalid_api_key'],
    ['the scope before the size', post(json, bearer(keys.reader), big), 403, 'insufficient_scope'],
    [
      'the type before the size',
      post('Content-Type: text/plain\r\n', bearer(keys.user), big),
      415,
      'unsupported_media_type',
    ],
    ['the size before any byte has arrived', post(json, bearer(keys.user), big), 413, 'body_too_large'],
    [
      'the text before the fields',
      `${post(json, bearer(keys.user), 'Content-Length: 9\r\n')}{"name":,`,
      400,
      'malformed_json',
    ],
    [
      'the fields last',
      `${post(json, bearer(keys.user), 'Content-Length: 11\r\n')}{"name":""}`,
      422,
      'validation_failed',
    ],
  ])('checks %s', async (_, bytes, status, code) => {
    expect(await answerTo(gateway, bytes)).toEqual([status, code]);
  });
});

describe('bytes that are not a request', () => {
  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
    ['another protocol', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]), 400, 'malformed_request'],
    ['a version that does not exist', 'GET / HTTP/9.9\r\n\r\n', 400, 'malformed_request'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'malformed_request',
    ],
    ['no Host', 'GET /api/v1/account HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 400, 'malformed_request'],
    [
      'headers of 20 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_480)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['a path of 20 KiB', `GET /${'x'.repeat(20_480)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
    ['incomplete headers', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, 'request_timeout'],
    [
      'a path with invalid encoding',
      'GET /api/v1/groups/%zz HTTP/1.1\r\nHost: x\r\n\r\n',
      404,
      'route_not_found',
    ],
    [
      'a target that is not a path',
      'GET api/v1/groups HTTP/1.1\r\nHost: x\r\n\r\n',
      400,
      'malformed_request',
    ],
  ])('%s', async (_, bytes, status, code) => {
    const wire = gateway.wire().write(bytes);
    const answer = lastAnswer(await wire.until(/\r\n\r\n\{[^]*\}$/));
    wire.destroy();
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ code, status, errors: [] }),
    ]);
    expect(answer.head).toMatch(/^content-type: application\/problem\+json; charset=utf-8$/m);
    expect(answer.head).toMatch(/^x-request-id: [0-9a-f]{24}$/m);
  });

  it('and a client that disconnects leave the gateway working', async () => {
    gateway
      .wire()
      .write(`${post(json, bearer(keys.user), 'Content-Length: 100\r\n')}{"na`)
      .destroy();
    gateway.wire().destroy();
    await delay(50);
    expect((await gateway.call('GET', '/account')).status).toBe(200);
  });
});

describe('a request in absolute form', () => {
  it('has the same response as its path', async () => {
    expect(await answerTo(gateway, head('GET http://example.com/api/v1/account', bearer(keys.user)))).toEqual(
      [200, undefined],
    );
  });
});

describe('requests on one connection', () => {
  it('get their responses in order', async () => {
    const wire = gateway.wire();
    wire.write(head('GET /api/v1/account', bearer(keys.user)) + head('GET /api/v1/nothing') + head('GET /'));
    const received = await wire.until(/"Carillon"[^]*\}$/);
    expect([...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '404',
      '200',
    ]);
    wire.destroy();
  });

  it('get their responses before the connection ends because of invalid bytes after them', async () => {
    const wire = gateway.wire();
    wire.write(`${head('GET /api/v1/account', bearer(keys.user))}RUBBISH\r\n\r\n`);
    const { status, body } = lastAnswer(await wire.untilClosed());
    expect([status, body]).toEqual([200, { data: { account: expect.anything() as unknown } }]);
  });

  const brokenPost = `${post(json, bearer(keys.user), 'Transfer-Encoding: chunked\r\n')}zz\r\n`;

  it('get their responses before the connection ends because of a broken one after them', async () => {
    const wire = gateway.wire();
    wire.write(head(`GET /api/v1/groups/${GROUP}`, bearer(keys.user)) + brokenPost);
    await eventually(() => gateway.payloads('group.get').length === 1);
    held.resolve(undefined);
    const received = await wire.untilClosed();
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });

  it('are cut off if an invalid one arrives while the gateway responds to an earlier one', async () => {
    const wire = gateway.wire();
    wire.write(head(`GET /api/v1/subscribers?groupId=${GROUP}`, bearer(keys.user)));
    await wire.until(/"data":/);
    wire.write(brokenPost);
    const received = await wire.untilClosed();
    rest.resolve(undefined);
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});
