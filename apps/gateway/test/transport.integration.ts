import { setTimeout as delay } from 'node:timers/promises';
import { Gateway, keys } from './gateway';
import { account, group } from './examples';
import { lastAnswer } from './http-client';

const MIB = 1024 * 1024;
let gateway: Gateway;
beforeAll(async () => {
  const environment = { ARRIVAL_TIMEOUT_MS: '1000' };
  gateway = await Gateway.start(
    { 'user.get': () => account, 'group.create': ({ id, name }) => ({ ...group, id, name }) },
    environment,
  );
});
afterAll(() => gateway.close());

const bearer = (key: string): string => `Authorization: Bearer ${key}\r\n`;
/** The lines of a request up to its body. */
const head = (line: string, ...headers: string[]): string =>
  `${line} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`;
const json = 'Content-Type: application/json\r\n';
const post = (...headers: string[]): string => head('POST /api/v1/groups', ...headers);

/** The status and code that come back when these bytes are sent. The connection need not end. */
async function answerTo(bytes: string | Buffer): Promise<[number, unknown]> {
  const wire = gateway.wire().write(bytes);
  const { status, body } = lastAnswer(await wire.until(/\r\n\r\n\{[^]*\}$/));
  wire.destroy();
  return [status, (body as { code?: string }).code];
}

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
    ['the size before a byte of it came', post(json, bearer(keys.user), big), 413, 'body_too_large'],
    [
      'the text before the fields',
      `${post(json, bearer(keys.user), 'Content-Length: 9\r\n')}{"name":,`,
      400,
      'malformed_json',
    ],
    [
      'the fields at last',
      `${post(json, bearer(keys.user), 'Content-Length: 11\r\n')}{"name":""}`,
      422,
      'validation_failed',
    ],
  ])('looks at %s', async (_, bytes, status, code) => {
    expect(await answerTo(bytes)).toEqual([status, code]);
  });
});

describe('the type of a body', () => {
  const body = '{"name":"x"}';
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/json;charset=Utf-8',
  ])('%s is read', async (type) => {
    expect((await gateway.call('POST', '/groups', { body, headers: { 'content-type': type } })).status).toBe(
      201,
    );
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/merge-patch+json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'json',
    '*/*',
    '',
  ])('%j is 415', async (type) => {
    const answer = await gateway.call('POST', '/groups', { body, headers: { 'content-type': type } });
    expect([answer.status, answer.body]).toEqual([
      415,
      expect.objectContaining({ code: 'unsupported_media_type' }),
    ]);
  });

  it('is 415 for a body without a type, and for one that is compressed', async () => {
    expect(await answerTo(`${post(bearer(keys.user), 'Content-Length: 2\r\n')}{}`)).toEqual([
      415,
      'unsupported_media_type',
    ]);
    const headers = { 'content-encoding': 'gzip' };
    expect((await gateway.call('POST', '/groups', { body, headers })).status).toBe(415);
  });
});

describe('a body', () => {
  it('that is not JSON is 400', async () => {
    for (const body of [
      '{',
      'name=x',
      '{"name":"x","name":"y"}',
      '{"__proto__":{}}',
      '\ufeff{}',
      Buffer.from([0xff]),
    ]) {
      const answer = await gateway.call('POST', '/groups', { body });
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({ code: 'malformed_json', errors: [] }),
      ]);
    }
  });

  it('that is empty but announced as JSON is 400; that is not there at all, 422', async () => {
    const empty = await gateway.call('POST', '/groups', { headers: { 'content-type': 'application/json' } });
    expect([empty.status, empty.body]).toEqual([400, expect.objectContaining({ code: 'malformed_json' })]);
    const none = await gateway.call('POST', '/groups');
    expect([none.status, none.body]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'name' })] }),
    ]);
  });

  it('may have a mebibyte and not a byte more, announced or in chunks', async () => {
    const exact = `{"name":"x"${' '.repeat(MIB - 12)}}`;
    expect(exact).toHaveLength(MIB);
    expect((await gateway.call('POST', '/groups', { body: exact })).status).toBe(201);
    const over = await gateway.call('POST', '/groups', { body: `${exact} ` });
    expect([over.status, over.body]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`.repeat(17);
    expect(
      await answerTo(`${post(json, bearer(keys.user), 'Transfer-Encoding: chunked\r\n')}${chunk}`),
    ).toEqual([413, 'body_too_large']);
  });

  it('that is refused leaves the client the time to read why, and then is cut', async () => {
    const wire = gateway.wire().write(post(json, bearer(keys.unknown), `Content-Length: ${100 * MIB}\r\n`));
    wire.write(' '.repeat(MIB));
    expect(lastAnswer(await wire.until(/\}$/)).status).toBe(401);
    wire.write(' '.repeat(MIB));
    const start = performance.now();
    await wire.untilClosed();
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  it('that was refused and came whole leaves the connection usable', async () => {
    const wire = gateway.wire().write(`${post(json, bearer(keys.unknown), 'Content-Length: 2\r\n')}{}`);
    await wire.until(/HTTP\/1.1 401[^]*\}$/);
    wire.write(head('GET /', ''));
    expect(lastAnswer(await wire.until(/HTTP\/1.1 200[^]*\}$/)).status).toBe(200);
    wire.destroy();
  });

  it('is not asked for by 100 Continue until the key is known to be good', async () => {
    const expects = `Content-Length: 12\r\nExpect: 100-continue\r\n`;
    const refused = gateway.wire().write(post(json, bearer(keys.unknown), expects));
    expect(await refused.until(/\}$/)).toMatch(/^HTTP\/1.1 401 /);
    refused.destroy();
    const welcome = gateway.wire().write(post(json, bearer(keys.user), expects));
    await welcome.until(/^HTTP\/1.1 100 Continue\r\n\r\n/);
    welcome.write('{"name":"x"}');
    expect(lastAnswer(await welcome.until(/\}\}$/)).status).toBe(201);
    welcome.destroy();
  });

  it('that stops arriving is 408', async () => {
    expect(await answerTo(`${post(json, bearer(keys.user), 'Content-Length: 100\r\n')}{"name"`)).toEqual([
      408,
      'request_timeout',
    ]);
  });

  it('in broken chunks is 400', async () => {
    const chunked = post(json, bearer(keys.user), 'Transfer-Encoding: chunked\r\n');
    expect(await answerTo(`${chunked}zz\r\n`)).toEqual([400, 'malformed_request']);
  });
});

describe('bytes that are no request', () => {
  it.each([
    ['not HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
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
    [
      'headers of 20 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_480)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['a path of 20 KiB', `GET /${'x'.repeat(20_480)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
    ['headers that stop arriving', 'GET / HTTP/1.1\r\nHost: x\r\n', 408, 'request_timeout'],
    ['a path in no encoding', 'GET /api/v1/groups/%zz HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'route_not_found'],
    ['a target that is no path', 'GET api/v1/groups HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
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

  it('and a client that hangs up leave the gateway serving', async () => {
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
  it('is served as by its path', async () => {
    expect(await answerTo(head('GET http://example.com/api/v1/account', bearer(keys.user)))).toEqual([
      200,
      undefined,
    ]);
  });
});

describe('requests on one connection', () => {
  it('are answered in order', async () => {
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
});
