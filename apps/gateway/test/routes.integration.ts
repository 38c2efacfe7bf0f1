import { Gateway } from './gateway';
import { lastAnswer } from './http-client';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start({ 'campaign.list': () => ({ items: [], next: null }) });
});
afterAll(() => gateway.close());

describe('a path that does not exist', () => {
  it.each([
    '/api/v1/nothing',
    '/api/v1/campaigns/',
    '/api/v1/Campaigns',
    '/API/v1/campaigns',
    '/api/v1//campaigns',
    '//api/v1/campaigns',
    '/api/v1',
    '/api/v1/campaigns/create/report',
    '/api/v1/groups/%',
    '/api/v1/groups/%FF',
    '/favicon.ico',
  ])('%s is 404, with or without a key', async (path) => {
    const answer = await gateway.plain('GET', path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'route_not_found', status: 404, errors: [] });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['x-request-id']).toBe((answer.body as { requestId: string }).requestId);
  });

  it('is 404 before its body is checked', async () => {
    expect((await gateway.plain('POST', '/api/v1/nothing', { body: '{' })).status).toBe(404);
  });
});

describe('a target that is not a path', () => {
  it.each(['*', 'ftp://x/api/v1/groups'])('%s is 404', async (target) => {
    const wire = gateway.wire().write(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const { status, body } = lastAnswer(await wire.until(/\r\n\r\n\{[^]*\}$/));
    wire.destroy();
    expect([status, body]).toEqual([404, expect.objectContaining({ code: 'route_not_found' })]);
  });
});

describe('a method that a path does not accept', () => {
  it.each([
    ['GET', '/campaigns/create', 'POST'],
    ['DELETE', '/campaigns/create', 'POST'],
    ['PATCH', '/campaigns/create', 'POST'],
    ['GET', '/campaigns/publish', 'POST'],
    ['POST', '/campaigns', 'GET, HEAD, DELETE'],
    ['PUT', '/subscribers', 'GET, HEAD, POST, DELETE'],
    ['DELETE', '/account', 'GET, HEAD'],
    ['POST', '/groups/5f000000000000000000000a', 'GET, HEAD, PATCH, DELETE'],
    ['PROPFIND', '/campaigns', 'GET, HEAD, DELETE'],
    ['QUERY', '/campaigns', 'GET, HEAD, DELETE'],
    ['TRACE', '/campaigns', 'GET, HEAD, DELETE'],
  ])('%s %s is 405 with Allow: %s', async (method, path, allow) => {
    const answer = await gateway.call(method, path, {}, null);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.body).toMatchObject({ code: 'method_not_allowed' });
  });

  it('is 405 even if no parser knows it', async () => {
    const received = await gateway
      .wire()
      .write('BREW /api/v1/campaigns/create HTTP/1.1\r\nHost: x\r\n\r\n')
      .untilClosed();
    const { status, head, body } = lastAnswer(received);
    expect(status).toBe(405);
    expect(head).toMatch(/^allow: POST$/m);
    expect(head).toContain('application/problem+json');
    expect(body).toMatchObject({ code: 'method_not_allowed' });
    const nowhere = await gateway.wire().write('BREW /coffee HTTP/1.1\r\nHost: x\r\n\r\n').untilClosed();
    expect(lastAnswer(nowhere).status).toBe(404);
  });

  it('is 405 for CONNECT', async () => {
    const received = await gateway
      .wire()
      .write('CONNECT /api/v1/account HTTP/1.1\r\nHost: x\r\n\r\n')
      .untilClosed();
    expect(lastAnswer(received).status).toBe(405);
  });

  it('survives clients that reset the connection behind a CONNECT', async () => {
    const wires = Array.from({ length: 50 }, () => gateway.wire());
    for (const wire of wires) wire.writeAndReset('CONNECT / HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all(wires.map((wire) => wire.untilClosed()));
    expect((await gateway.call('GET', '/campaigns')).status).toBe(200);
  });
});

describe('OPTIONS', () => {
  it('needs no key and responds with 204 with the path’s methods', async () => {
    const answer = await gateway.call('OPTIONS', '/campaigns', {}, null);
    expect([answer.status, answer.text, answer.headers.allow]).toEqual([204, '', 'GET, HEAD, DELETE']);
    expect((await gateway.call('OPTIONS', '/campaigns/create', {}, null)).headers.allow).toBe('POST');
  });

  it('is 404 at an unknown path', async () => {
    expect((await gateway.call('OPTIONS', '/nothing', {}, null)).status).toBe(404);
  });
});

describe('HEAD', () => {
  it('responds as GET does, without the body', async () => {
    const head = await gateway.call('HEAD', '/campaigns');
    const get = await gateway.call('GET', '/campaigns');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await gateway.call('HEAD', '/campaigns', {}, null)).status).toBe(401);
  });

  it('accepts a body where GET does', async () => {
    expect((await gateway.call('HEAD', '/campaigns', { body: {} })).status).toBe(200);
    expect((await gateway.call('HEAD', '/campaigns', { body: { x: 1 } })).status).toBe(422);
  });
});

describe('the root', () => {
  it('names the service', async () => {
    const answer = await gateway.plain('GET', '/');
    expect([answer.status, answer.body]).toEqual([
      200,
      { name: 'Carillon', api: '/api/v1', docs: '/api/docs' },
    ]);
  });
});
