import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManagementApi } from './management-api';

async function apiOf(server: Server): Promise<ManagementApi> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new ManagementApi(`http://guest:guest@127.0.0.1:${(server.address() as AddressInfo).port}`);
}

describe('the management interface', () => {
  it('uses a new connection each time: the broker may have closed the last one', async () => {
    const ports = new Set<number | undefined>();
    const server = createServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('[]');
    });
    const api = await apiOf(server);

    await api.get('queues');
    await api.get('queues');

    expect(ports.size).toBe(2);
    server.close();
  });

  it('repeats a request if the broker closes the connection without a response, unless a repeat has a further effect', async () => {
    const requests: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      requests.push(request.method);
      const isFirst = requests.filter((method) => method === request.method).length === 1;
      if (isFirst || request.method === 'POST') request.socket.destroy();
      else response.end('["there"]');
    });
    const api = await apiOf(server);

    expect(await api.get('queues')).toEqual(['there']);
    await api.put(['vhosts', 'one']);
    await api.delete('vhosts', 'one');
    await expect(api.post(['queues'])).rejects.toThrow('fetch failed');
    expect(requests).toEqual(['GET', 'GET', 'PUT', 'PUT', 'DELETE', 'DELETE', 'POST']);
    server.close();
  });
});
