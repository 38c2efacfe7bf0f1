import { setTimeout as pause } from 'node:timers/promises';
import { keys } from './callers';
import { Gateway } from './gateway';
import { account, group } from './examples';
import { lastAnswer } from './http-client';
import { answerTo, bearer, head, json, post } from './raw-request';

const MIB = 1024 * 1024;
let gateway: Gateway;
/** On a busy machine, data that is sent in small parts can take more than a second. */
let patient: Gateway;
beforeAll(async () => {
  const environment = { ARRIVAL_TIMEOUT_MS: '1000' };
  gateway = await Gateway.start(
    { 'user.get': () => account, 'group.create': ({ id, name }) => ({ ...group, id, name }) },
    environment,
  );
  patient = await gateway.another({ ARRIVAL_TIMEOUT_MS: '20000' });
});
afterAll(async () => {
  await patient.close();
  await gateway.close();
});

describe('the type of a body', () => {
  const body = '{"name":"x"}';
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/json;charset=Utf-8',
  ])('%s is accepted', async (type) => {
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

  it('is 415 if it is missing, and for a compressed body', async () => {
    expect(await answerTo(gateway, `${post(bearer(keys.user), 'Content-Length: 2\r\n')}{}`)).toEqual([
      415,
      'unsupported_media_type',
    ]);
    const headers = { 'content-encoding': 'gzip' };
    expect((await gateway.call('POST', '/groups', { body, headers })).status).toBe(415);
  });
});

describe('a body', () => {
  it('is 400 if it is not JSON', async () => {
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

  it('is 400 if it is empty but announced as JSON, and 422 if it is missing', async () => {
    const empty = await gateway.call('POST', '/groups', { headers: { 'content-type': 'application/json' } });
    expect([empty.status, empty.body]).toEqual([400, expect.objectContaining({ code: 'malformed_json' })]);
    const none = await gateway.call('POST', '/groups');
    expect([none.status, none.body]).toEqual([
      422,
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'name' })] }),
    ]);
  });

  it('can have at most one MiB, announced or in chunks', async () => {
    const exact = `{"name":"x"${' '.repeat(MIB - 12)}}`;
    expect(exact).toHaveLength(MIB);
    expect((await patient.call('POST', '/groups', { body: exact })).status).toBe(201);
    const over = await patient.call('POST', '/groups', { body: `${exact} ` });
    expect([over.status, over.body]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`.repeat(17);
    expect(
      await answerTo(patient, `${post(json, bearer(keys.user), 'Transfer-Encoding: chunked\r\n')}${chunk}`),
    ).toEqual([413, 'body_too_large']);
  });

  it('stays readable while the client continues to send after a rejection, and then is cut', async () => {
    const wire = gateway.wire().write(post(json, bearer(keys.unknown), `Content-Length: ${100 * MIB}\r\n`));
    wire.write(' '.repeat(MIB));
    expect(lastAnswer(await wire.until(/\}$/)).status).toBe(401);
    for (let sent = 0; sent < 14; sent++) {
      wire.write(' '.repeat(MIB));
      await pause(500);
    }
    expect(wire.isClosed).toBe(false);
    const start = performance.now();
    await wire.untilClosed();
    // The client was silent. A client that continues to send has more time.
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('is read for at most half a minute after a rejection', async () => {
    const wire = gateway.wire().write(post(json, bearer(keys.unknown), `Content-Length: ${100 * MIB}\r\n`));
    expect(lastAnswer(await wire.until(/\}$/)).status).toBe(401);
    const start = performance.now();
    while (!wire.isClosed) {
      wire.write(' ');
      await pause(500);
    }
    const seconds = (performance.now() - start) / 1_000;
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThan(60);
  });

  it('leaves the connection usable if it is rejected after its arrival', async () => {
    const wire = gateway.wire().write(`${post(json, bearer(keys.unknown), 'Content-Length: 2\r\n')}{}`);
    await wire.until(/HTTP\/1.1 401[^]*\}$/);
    wire.write(head('GET /', ''));
    expect(lastAnswer(await wire.until(/HTTP\/1.1 200[^]*\}$/)).status).toBe(200);
    wire.destroy();
  });

  it('is requested by 100 Continue only after the key is valid', async () => {
    const expects = `Content-Length: 12\r\nExpect: 100-continue\r\n`;
    const refused = gateway.wire().write(post(json, bearer(keys.unknown), expects));
    expect(await refused.until(/\}$/)).toMatch(/^HTTP\/1.1 401 /);
    refused.destroy();
    const welcome = patient.wire().write(post(json, bearer(keys.user), expects));
    await welcome.until(/^HTTP\/1.1 100 Continue\r\n\r\n/);
    welcome.write('{"name":"x"}');
    expect(lastAnswer(await welcome.until(/\}\}$/)).status).toBe(201);
    welcome.destroy();
  });

  it('is 408 if it stops arriving', async () => {
    expect(
      await answerTo(gateway, `${post(json, bearer(keys.user), 'Content-Length: 100\r\n')}{"name"`),
    ).toEqual([408, 'request_timeout']);
  });

  it('in broken chunks is 400', async () => {
    const chunked = post(json, bearer(keys.user), 'Transfer-Encoding: chunked\r\n');
    expect(await answerTo(gateway, `${chunked}zz\r\n`)).toEqual([400, 'malformed_request']);
  });
});

describe('the type of a response', () => {
  it('is 406 for a client that does not accept JSON, and JSON for one that accepts any type', async () => {
    const refused = await gateway.call('GET', '/account', { headers: { accept: 'text/html' } });
    expect([refused.status, refused.body]).toEqual([
      406,
      expect.objectContaining({ code: 'not_acceptable' }),
    ]);
    const answered = await gateway.call('GET', '/account', { headers: { accept: 'text/html, */*;q=0.1' } });
    expect(answered.status).toBe(200);
  });
});
