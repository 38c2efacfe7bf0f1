import type { ApiRequest, FakeApi } from './fake-api';
import { FakeApiServer } from './fake-api-server';

describe('a server with APIs of providers', () => {
  let requests: ApiRequest[];
  let server: FakeApiServer;
  beforeEach(async () => {
    requests = [];
    const api: FakeApi = {
      answer: (request) => {
        requests.push(request);
        if (request.path === '/broken') throw new Error('broken');
        return request.path === '/resets'
          ? 'resets'
          : { status: 202, headers: { 'x-id': '7' }, body: { a: 1 } };
      },
    };
    server = await new FakeApiServer({ bell: api }).start();
  });
  afterEach(() => server.stop());

  it('gives an API the requests below its name', async () => {
    const answer = await fetch(`${server.url}/bell/v1/send?x=1`, { method: 'POST', body: 'ä' });
    expect([answer.status, answer.headers.get('x-id'), await answer.json()]).toEqual([202, '7', { a: 1 }]);
    expect(requests).toMatchObject([{ method: 'POST', path: '/v1/send', body: Buffer.from('ä') }]);
    expect(requests[0]?.query.get('x')).toBe('1');
    expect((await fetch(`${server.url}/other/v1/send`)).status).toBe(404);
  });

  it('resets connections, and responds with 500 to a request that fails', async () => {
    await expect(fetch(`${server.url}/bell/resets`)).rejects.toThrow();
    expect((await fetch(`${server.url}/bell/broken`)).status).toBe(500);
  });
});
