import { type Socket, createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import { type NameServer, publicLookup } from './public-lookup';

function found(host: string, names?: NameServer): Promise<LookupAddress[] | string> {
  return new Promise((resolve) => {
    publicLookup(names)(host, { all: true }, (error, addresses) => resolve(error?.code ?? addresses));
  });
}

function failing(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}

function knowing(v4: string[] | string, v6: string[] | string): NameServer {
  const answer = (known: string[] | string) => () =>
    Array.isArray(known) ? Promise.resolve(known) : failing(known);
  return { resolve4: answer(v4), resolve6: answer(v6) } as unknown as NameServer;
}

describe('the addresses of a host named by a user', () => {
  it.each([
    [['203.0.114.7'], 'ENODATA', [{ address: '203.0.114.7', family: 4 }]],
    ['ETIMEOUT', ['2606:4700::1'], [{ address: '2606:4700::1', family: 6 }]],
    [
      ['203.0.114.7', '10.0.0.1'],
      ['fd00::1', '2606:4700::1'],
      [
        { address: '203.0.114.7', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    ],
    [['10.0.0.1', '127.0.0.1'], ['::1'], 'HOST_NOT_ALLOWED'],
    ['ENOTFOUND', 'ENOTFOUND', 'ENOTFOUND'],
    ['ENODATA', 'ENOTFOUND', 'ENOTFOUND'],
    ['ENODATA', 'ETIMEOUT', 'EAI_AGAIN'],
    ['ESERVFAIL', 'ESERVFAIL', 'EAI_AGAIN'],
    ['ECONNREFUSED', 'ECONNREFUSED', 'EAI_AGAIN'],
  ])('are the public ones of %j and %j', async (v4, v6, expected) => {
    expect(await found('mail.example.com', knowing(v4, v6))).toEqual(expected);
  });

  it('contain one address when one is requested', async () => {
    const names = knowing(['10.0.0.1', '203.0.114.7'], 'ENODATA');
    const result = await new Promise((resolve) => {
      publicLookup(names)('mail.example.com', {}, (...args) => resolve(args));
    });
    expect(result).toEqual([null, '203.0.114.7', 4]);
  });

  it.each(['localhost', 'LOCALHOST.', 'mail.localhost', '2130706433', '0x7f.1', '127.1'])(
    'are empty for %s',
    async (host) => {
      expect(await found(host)).toBe('HOST_NOT_ALLOWED');
    },
  );

  describe('the addresses from a name server that resolves only one name', () => {
    let server: Socket;
    const names = new Resolver({ timeout: 60_000, tries: 1 });

    beforeAll(async () => {
      server = createSocket('udp4');
      server.on('message', (query, { port, address }) => {
        if (!query.includes('good')) return;
        // Returns the query as the response, without records: the name exists, but has no records of this type.
        const answer = Buffer.from(query);
        answer[2] = 0x81;
        answer[3] = 0x80;
        answer.writeUInt16BE(0, 10);
        server.send(
          answer.subarray(0, 12 + 'good'.length + 'example'.length + 'com'.length + 4 + 4),
          port,
          address,
        );
      });
      server.bind(0, '127.0.0.1');
      await once(server, 'listening');
      names.setServers([`127.0.0.1:${server.address().port}`]);
    });
    afterAll(() => {
      names.cancel();
      server.close();
    });

    it('are found while many other lookups get no response', async () => {
      const silent = Array.from({ length: 50 }, (_, at) => found(`silent${at}.example.com`, names));
      expect(await found('good.example.com', names)).toBe('ENOTFOUND');
      names.cancel();
      expect(await Promise.all(silent)).toEqual(silent.map(() => 'EAI_AGAIN'));
    });
  });
});
