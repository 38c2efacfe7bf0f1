import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitConnections } from './http-server';

describe('an idle connection of the gateway', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer((_, response) => response.end());
    limitConnections(server, 10_000);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('stays open longer than most proxies keep theirs, and much longer than advertised to clients', async () => {
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [, advertised] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
    expect(Number(advertised)).toBeGreaterThan(60);
    const keptMs = server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
    expect(keptMs).toBeGreaterThanOrEqual(Number(advertised) * 1_000 + 30_000);
  });
});
