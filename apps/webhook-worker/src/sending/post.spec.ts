import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NameServer, publicLookup } from '@carillon/address';
import { unfitUrl } from '@carillon/http-client';
import { Connections, type HostRules } from './post';

describe('a request to an endpoint', () => {
  let server: Server;
  let asked = 0;
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
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
    asked = 0;
    answer = (_, response) => void response.end('ok');
  });

  const port = (): number => (server.address() as AddressInfo).port;
  const post = async (host: string, rules: Partial<HostRules>) => {
    const connections = new Connections(`http://${host}:${port()}/`, {
      lookUp: publicLookup(),
      postMs: 15_000,
      ...rules,
    });
    try {
      return await connections.post('{}', {});
    } finally {
      connections.close();
    }
  };
  /** As if a name had these addresses. */
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
  ])('is not made to %s', async (host) => {
    expect(await post(host, {})).toEqual({
      status: null,
      error: 'HOST_NOT_ALLOWED',
      retryAfter: undefined,
    });
    expect(asked).toBe(0);
    expect(unfitUrl(`https://${host}/`, false)).toBe('This address is not on the internet');
  });

  it.each([['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.1'], ['fd00::1']])(
    'is not made to a name that resolves to %s',
    async (address) => {
      const rules = { lookUp: publicLookup(resolvingTo(address)) };
      expect(await post('hooks.example.com', rules)).toMatchObject({
        status: null,
        error: 'HOST_NOT_ALLOWED',
      });
      expect(asked).toBe(0);
    },
  );

  it('asks for the name once, and uses the address that was checked', async () => {
    const answers = [['203.0.113.7'], ['127.0.0.1']];
    let looks = 0;
    const names = {
      resolve4: () => Promise.resolve(answers[looks++] ?? ['127.0.0.1']),
      resolve6: () => Promise.resolve([]),
    } as unknown as NameServer;
    await post('rebinding.example.com', { lookUp: publicLookup(names), postMs: 300 });
    expect(looks).toBe(1);
    expect(asked).toBe(0);
  });

  it('goes to this machine where that is allowed, for development', async () => {
    expect(await post('localhost', { lookUp: null })).toMatchObject({ status: 200, error: null });
  });

  it('does not follow a redirect', async () => {
    answer = (_, response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${port()}/other` }).end();
    expect(await post('127.0.0.1', { lookUp: null })).toMatchObject({ status: 307, error: 'REDIRECT' });
    expect(asked).toBe(1);
  });

  it('reads a bounded part of an answer', async () => {
    answer = (_, response) => {
      response.writeHead(200);
      const more = (): boolean => response.destroyed || !response.write(Buffer.alloc(16_384)) || more();
      response.on('drain', more);
      more();
    };
    expect(await post('127.0.0.1', { lookUp: null })).toMatchObject({ status: 200 });
  });

  it('ends in its own time, also when its connections are closed to make room for others', async () => {
    const begun = Promise.withResolvers<() => void>();
    answer = (_, response) => begun.resolve(() => response.end('ok'));
    const connections = new Connections(`http://127.0.0.1:${port()}/`, {
      lookUp: null,
      postMs: 15_000,
    });
    const posted = connections.post('{}', {});
    const goOn = await begun.promise;
    connections.close();
    goOn();
    expect(await posted).toMatchObject({ status: 200, error: null });
  });

  it('ends when the endpoint switches to another protocol', async () => {
    answer = (request) =>
      void request.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      );
    expect(await post('127.0.0.1', { lookUp: null })).toMatchObject({
      status: null,
      error: 'CONNECTION',
    });
  });

  it('ends after its time, before an answer and within one', async () => {
    answer = () => undefined;
    expect(await post('127.0.0.1', { lookUp: null, postMs: 50 })).toMatchObject({
      status: null,
      error: 'TIMEOUT',
    });
    answer = (_, response) => void response.writeHead(200).write('never the rest');
    const late = await post('127.0.0.1', { lookUp: null, postMs: 50 });
    expect(['TIMEOUT', null]).toContain(late.error);
  });
});
