import { once } from 'node:events';
import { type Server as HttpServer, createServer as createHttpServer } from 'node:http';
import { type AddressInfo, type LookupFunction, type Server, createServer } from 'node:net';
import { type NameServer, publicLookup } from '@carillon/address';
import { eventually } from '@carillon/testing';
import { TwilioServer } from '@carillon/testing/providers';
import { Connections, type Reach, RequestFault } from './connections';

const path = `/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json?a=1`;
const post = {
  method: 'POST',
  headers: {},
  body: 'To=%2B15005550006&From=%2B15005550009&Body=Hi',
};

describe('connections with an HTTP server', () => {
  let server: TwilioServer;
  let connections: Connections;
  beforeEach(async () => {
    server = await TwilioServer.start();
    connections = new Connections(10);
  });
  afterEach(async () => {
    connections.close();
    await server.stop();
  });
  const ask = (timeoutMs = 60_000) =>
    connections.request({ ...post, url: new URL(path, server.url) }, timeoutMs);
  const faultOf = async (asking: Promise<unknown>): Promise<unknown> => {
    const error = await asking.catch((error: unknown) => error);
    return error instanceof RequestFault ? [error.moment, error.reason] : 'no fault';
  };

  it('are reused, one request after the other', async () => {
    for (let n = 0; n < 20; n++) await ask();
    expect(server.connections).toBe(1);
    expect(server.requests).toHaveLength(20);
  });

  it('never exceed their limit, and serve every request', async () => {
    await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(server.connections).toBe(10);
    expect(server.requests).toHaveLength(100);
  });

  it('are closed when idle for some time, and not while a request waits', async () => {
    connections = new Connections(10, 'anywhere', { open: 60_000, idle: 150 });
    server.always('takes slowly');
    expect(await ask()).toMatchObject({ status: 201 });
    await eventually(() => server.open === 0);
    await ask();
    expect(server.connections).toBe(2);
  });

  it.each([
    ['resets early', ['after', 'ECONNRESET'], 60_000],
    ['resets', ['after', 'ECONNRESET'], 60_000],
    ['hangs up', ['after', 'ECONNRESET'], 60_000],
    ['keeps silent', ['after', 'ETIMEDOUT'], 3_000],
    ['stops in the head', ['after', 'ETIMEDOUT'], 3_000],
    ['speaks another protocol', ['after', 'HPE_INVALID_CONSTANT'], 60_000],
  ] as const)(
    'report that a message may have arrived when the server %s',
    async (behaviour, fault, timeoutMs) => {
      server.always(behaviour);
      expect(await faultOf(ask(timeoutMs))).toEqual(fault);
    },
  );

  it('return the status of an incomplete response', async () => {
    server.always('resets in the answer');
    expect(await ask()).toEqual({
      status: 201,
      retryAfterMs: null,
      headers: expect.objectContaining({ 'content-type': 'application/json;charset=utf-8' }) as unknown,
      body: undefined,
    });
  });

  it.each([
    ['30', 30_000],
    ['0', 0],
    ['Fri, 31 Dec 1999 23:59:59 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1e9', null],
  ])('return the wait time that a server requests: %s', async (header, retryAfterMs) => {
    server.always({ status: 429, code: 20429, headers: { 'Retry-After': header } });
    expect(await ask()).toMatchObject({ status: 429, retryAfterMs });
  });

  it('fail in time, without sending anything, when all are busy', async () => {
    connections = new Connections(1);
    server.always('keeps silent');
    const first = faultOf(ask());
    await eventually(() => server.requests.length === 1);
    expect(await faultOf(ask(100))).toEqual(['before', 'NO_FREE_CONNECTION']);
    connections.close();
    expect(await first).toEqual(['after', 'CLOSED']);
    expect(server.requests).toHaveLength(1);
  });

  it('abort on close, and report whether each message had left', async () => {
    connections = new Connections(1);
    server.always('keeps silent');
    const asking = [ask(), ask()].map(faultOf);
    await eventually(() => server.requests.length === 1);
    connections.close();
    expect(await Promise.all(asking)).toEqual([
      ['after', 'CLOSED'],
      ['before', 'CLOSED'],
    ]);
  });

  it('do not read an endless response', async () => {
    server.always({ status: 200, text: 'x'.repeat(10_000_000) });
    expect(await ask()).toMatchObject({ status: 200, body: undefined });
  });
});

describe('a connection that cannot be established', () => {
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
  const fault = async (url: string, open = 60_000): Promise<unknown> => {
    connections = new Connections(10, 'anywhere', { open, idle: 4_000 });
    const request = { ...post, url: new URL(url) };
    const error: unknown = await connections.request(request, 60_000).catch((error: unknown) => error);
    if (!(error instanceof RequestFault)) throw error;
    return [error.moment, error.reason];
  };

  it('is reported as unsent when nothing listens on the port', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const closed = (nobody.address() as AddressInfo).port;
    await new Promise((resolve) => nobody.close(resolve));
    expect(await fault(`http://127.0.0.1:${closed}`)).toEqual(['before', 'ECONNREFUSED']);
  });

  it('is reported when the name does not resolve', async () => {
    expect(await fault('http://nobody.invalid')).toEqual([
      'before',
      expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    ]);
  });

  it('is reported when the server does not support TLS', async () => {
    listener.on('connection', (socket) => socket.on('error', () => undefined));
    expect(await fault(`https://127.0.0.1:${port}`, 200)).toEqual(['before', 'ETIMEDOUT']);
  });

  it('is reported when the TLS handshake is aborted', async () => {
    listener.on('connection', (socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await fault(`https://127.0.0.1:${port}`)).toEqual(['before', 'ECONNRESET']);
  });

  it('is reported when the server uses another protocol', async () => {
    listener.on('connection', (socket) =>
      socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'),
    );
    expect(await fault(`https://127.0.0.1:${port}`)).toEqual([
      'before',
      expect.stringMatching(/^(EPROTO|ERR_SSL_.*)$/),
    ]);
  });
});

describe('a server named by a user', () => {
  let asked: number;
  let server: HttpServer;
  beforeEach(async () => {
    asked = 0;
    server = createHttpServer((_, response) => {
      asked += 1;
      response.end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => void server.close());
  /** Resolves each name to this address. */
  const resolvingTo = (address: string): LookupFunction => {
    const addresses = (family: 4 | 6) => () =>
      Promise.resolve((family === 6) === address.includes(':') ? [address] : []);
    return publicLookup({ resolve4: addresses(4), resolve6: addresses(6) } as unknown as NameServer);
  };
  const fault = async (host: string, reach: Reach = 'internet'): Promise<unknown> => {
    const connections = new Connections(1, reach);
    const { port } = server.address() as AddressInfo;
    const url = new URL(`http://${host}:${port}/`);
    const error: unknown = await connections.request({ ...post, url }, 2_000).catch((each: unknown) => each);
    connections.close();
    return error instanceof RequestFault ? [error.moment, error.reason] : error;
  };

  it.each([
    ['127.0.0.1'],
    ['2130706433'],
    ['0x7f.1'],
    ['127.1'],
    ['[::1]'],
    ['[::ffff:127.0.0.1]'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['[fd00:ec2::254]'],
  ])('gets no request at %s', async (host) => {
    expect(await fault(host)).toEqual(['before', 'HOST_NOT_ALLOWED']);
    expect(asked).toBe(0);
  });

  it.each([['127.0.0.1'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.1']])(
    'gets no request through a name that resolves to %s',
    async (address) => {
      expect(await fault('hooks.example.com', resolvingTo(address))).toEqual(['before', 'HOST_NOT_ALLOWED']);
      expect(asked).toBe(0);
    },
  );

  it('may be anywhere if the operator allows it', async () => {
    expect(await fault('127.0.0.1', 'anywhere')).toMatchObject({ status: 200 });
  });
});
