import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NameServer, publicLookup } from '@carillon/address';
import { type Reach, unfitUrl } from '@carillon/http-client';
import { EndpointConnections } from './post';

describe('EndpointConnections', () => {
  let server: Server;
  let requests = 0;
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1;
      answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    requests = 0;
    answer = (_, response) => void response.end('ok');
  });

  const port = (): number => (server.address() as AddressInfo).port;
  const post = async (host: string, reach: Reach, timeoutMs = 15_000) => {
    const connections = new EndpointConnections(`http://${host}:${port()}/`, reach, timeoutMs);
    try {
      return await connections.post('{}', {});
    } finally {
      connections.close();
    }
  };
  /** A name server that resolves every name to these addresses. */
  const resolvingTo = (...addresses: string[]): NameServer => {
    const of = (isSix: boolean) => () =>
      Promise.resolve(addresses.filter((address) => address.includes(':') === isSix));
    return { resolve4: of(false), resolve6: of(true) } as unknown as NameServer;
  };

  it.each([
    ['127.0.0.1'],
    ['2130706433'],
    ['0x7f.1'],
    ['017700000001'],
    ['127.1'],
    ['[::1]'],
    ['[::ffff:127.0.0.1]'],
    ['[::ffff:a9fe:a9fe]'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['[fd00:ec2::254]'],
    ['[fe80::1]'],
    ['0.0.0.0'],
  ])('sends no request to %s', async (host) => {
    expect(await post(host, 'internet')).toEqual({
      status: null,
      error: 'HOST_NOT_ALLOWED',
      retryAfterMs: null,
    });
    expect(requests).toBe(0);
    expect(unfitUrl(`https://${host}/`, false)).toBe('This address is not on the internet');
  });

  it.each([['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.1'], ['fd00::1']])(
    'sends no request to a name that resolves to %s',
    async (address) => {
      expect(await post('hooks.example.com', publicLookup(resolvingTo(address)))).toMatchObject({
        status: null,
        error: 'HOST_NOT_ALLOWED',
      });
      expect(requests).toBe(0);
    },
  );

  it('resolves the name once, and connects to the checked address', async () => {
    const answers = [['203.0.113.7'], ['127.0.0.1']];
    let lookUps = 0;
    const names = {
      resolve4: () => Promise.resolve(answers[lookUps++] ?? ['127.0.0.1']),
      resolve6: () => Promise.resolve([]),
    } as unknown as NameServer;
    await post('rebinding.example.com', publicLookup(names), 300);
    expect(lookUps).toBe(1);
    expect(requests).toBe(0);
  });

  it('sends a request to a local host if private hosts are allowed', async () => {
    expect(await post('localhost', 'anywhere')).toMatchObject({ status: 200, error: null });
  });

  it('does not follow a redirect', async () => {
    answer = (_, response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${port()}/other` }).end();
    expect(await post('127.0.0.1', 'anywhere')).toMatchObject({ status: 307, error: 'REDIRECT' });
    expect(requests).toBe(1);
  });

  it('stops reading an endless response', async () => {
    answer = (_, response) => {
      response.writeHead(200);
      const more = (): boolean => response.destroyed || !response.write(Buffer.alloc(16_384)) || more();
      response.on('drain', more);
      more();
    };
    expect(await post('127.0.0.1', 'anywhere')).toMatchObject({ status: 200 });
  });

  it('completes a pending request after the connections are closed', async () => {
    const begun = Promise.withResolvers<() => void>();
    answer = (_, response) => begun.resolve(() => response.end('ok'));
    const connections = new EndpointConnections(`http://127.0.0.1:${port()}/`, 'anywhere', 15_000);
    const posted = connections.post('{}', {});
    const respond = await begun.promise;
    connections.close();
    respond();
    expect(await posted).toMatchObject({ status: 200, error: null });
  });

  it('fails when the endpoint switches to another protocol', async () => {
    answer = (request) =>
      void request.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      );
    expect(await post('127.0.0.1', 'anywhere')).toMatchObject({
      status: null,
      error: 'CONNECTION',
    });
  });

  it('times out before and during a response', async () => {
    answer = () => undefined;
    expect(await post('127.0.0.1', 'anywhere', 50)).toMatchObject({
      status: null,
      error: 'TIMEOUT',
    });
    answer = (_, response) => void response.writeHead(200).write('never the rest');
    const late = await post('127.0.0.1', 'anywhere', 50);
    expect(['TIMEOUT', null]).toContain(late.error);
  });
});
