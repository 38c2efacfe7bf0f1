import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { TwilioServer, eventually } from '@carillon/testing';
import { Connections, RequestFault } from './connections';

const path = `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json?a=1`;
const post = {
  method: 'POST',
  path,
  headers: {},
  body: 'To=%2B15005550006&From=%2B15005550009&Body=Hi',
};

describe('connections with an HTTP server', () => {
  let server: TwilioServer;
  let connections: Connections;
  beforeEach(async () => {
    server = await TwilioServer.start();
    connections = new Connections(new URL(server.url), 10);
  });
  afterEach(async () => {
    connections.close();
    await server.stop();
  });
  const faultOf = async (asking: Promise<unknown>): Promise<unknown> => {
    const error = await asking.catch((error: unknown) => error);
    return error instanceof RequestFault ? [error.moment, error.reason] : 'no fault';
  };

  it('are used again, one after the other', async () => {
    for (let n = 0; n < 20; n++) await connections.request(post, 5_000);
    expect(server.connections).toBe(1);
    expect(server.requests).toHaveLength(20);
  });

  it('are no more than they may be, and nobody is left out', async () => {
    await Promise.all(Array.from({ length: 100 }, () => connections.request(post, 5_000)));
    expect(server.connections).toBe(10);
    expect(server.requests).toHaveLength(100);
  });

  it('are closed when nobody has used them for some time, and not while one waits', async () => {
    connections = new Connections(new URL(server.url), 10, { open: 5_000, idle: 150 });
    server.always('takes slowly');
    expect(await connections.request(post, 5_000)).toMatchObject({ status: 201 });
    await eventually(() => server.open === 0);
    await connections.request(post, 5_000);
    expect(server.connections).toBe(2);
  });

  it('go to a server that is not at the root', async () => {
    connections = new Connections(new URL(`${server.url}/twilio/`), 10);
    await connections.request(post, 5_000);
    expect(server.requests[0]?.path).toBe(`/twilio${path}`);
  });

  it.each([
    ['resets early', ['after', 'ECONNRESET']],
    ['resets', ['after', 'ECONNRESET']],
    ['hangs up', ['after', 'ECONNRESET']],
    ['keeps silent', ['after', 'ETIMEDOUT']],
    ['stops in the head', ['after', 'ETIMEDOUT']],
    ['speaks another protocol', ['after', 'HPE_INVALID_CONSTANT']],
  ] as const)('tell that a message may have arrived when the server %s', async (behaviour, fault) => {
    server.always(behaviour);
    expect(await faultOf(connections.request(post, 300))).toEqual(fault);
  });

  it('know the status of an answer that breaks off', async () => {
    server.always('resets in the answer');
    expect(await connections.request(post, 5_000)).toEqual({
      status: 201,
      retryAfterMs: null,
      body: undefined,
    });
  });

  it.each([
    ['30', 30_000],
    ['0', 0],
    ['Fri, 31 Dec 1999 23:59:59 GMT', 0],
    ['soon', null],
  ])('say how long a server asks to wait: %s', async (header, retryAfterMs) => {
    server.always({ status: 429, code: 20429, headers: { 'Retry-After': header } });
    expect(await connections.request(post, 5_000)).toMatchObject({ status: 429, retryAfterMs });
  });

  it('give up waiting for one of them without having sent anything', async () => {
    connections = new Connections(new URL(server.url), 1);
    server.always('keeps silent');
    const first = faultOf(connections.request(post, 1_000));
    expect(await faultOf(connections.request(post, 100))).toEqual(['before', 'NO_FREE_CONNECTION']);
    expect(await first).toEqual(['after', 'ETIMEDOUT']);
    expect(server.requests).toHaveLength(1);
  });

  it('break off, each knowing whether its message had left', async () => {
    connections = new Connections(new URL(server.url), 1);
    server.always('keeps silent');
    const asking = [connections.request(post, 5_000), connections.request(post, 5_000)].map(faultOf);
    await eventually(() => server.requests.length === 1);
    connections.close();
    expect(await Promise.all(asking)).toEqual([
      ['after', 'CLOSED'],
      ['before', 'CLOSED'],
    ]);
  });

  it('do not read an answer without an end', async () => {
    server.always({ status: 200, text: 'x'.repeat(10_000_000) });
    expect(await connections.request(post, 5_000)).toMatchObject({ status: 200, body: undefined });
  });
});

describe('a connection that never stands', () => {
  let listener: Server;
  let port: number;
  let connections: Connections;
  beforeEach(async () => {
    listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    port = (listener.address() as AddressInfo).port;
  });
  afterEach(() => {
    connections.close();
    listener.close();
  });
  const fault = async (url: string, timeoutMs = 5_000): Promise<unknown> => {
    connections = new Connections(new URL(url), 10, { open: 200, idle: 4_000 });
    const error: unknown = await connections.request(post, timeoutMs).catch((error: unknown) => error);
    if (!(error instanceof RequestFault)) throw error;
    return [error.moment, error.reason];
  };

  it('says that nothing was sent when nobody listens', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const closed = (nobody.address() as AddressInfo).port;
    await new Promise((resolve) => nobody.close(resolve));
    expect(await fault(`http://127.0.0.1:${closed}`)).toEqual(['before', 'ECONNREFUSED']);
  });

  it('says so when there is no such name', async () => {
    expect(await fault('http://nobody.invalid')).toEqual([
      'before',
      expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    ]);
  });

  it('says so when TLS is never spoken', async () => {
    listener.on('connection', (socket) => socket.on('error', () => undefined));
    expect(await fault(`https://127.0.0.1:${port}`)).toEqual(['before', 'ETIMEDOUT']);
  });

  it('says so when TLS is broken off', async () => {
    listener.on('connection', (socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await fault(`https://127.0.0.1:${port}`)).toEqual(['before', 'ECONNRESET']);
  });

  it('says so when something else is spoken', async () => {
    listener.on('connection', (socket) =>
      socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'),
    );
    expect(await fault(`https://127.0.0.1:${port}`)).toEqual([
      'before',
      expect.stringMatching(/^(EPROTO|ERR_SSL_.*)$/),
    ]);
  });
});
