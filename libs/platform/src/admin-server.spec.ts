import { AdminPages, AdminServer, SharedAdminPages } from './admin-server';
import { Health } from './health';
import { Metrics } from './metrics';

describe('the admin port of a process with several services', () => {
  const names = ['campaign', 'dispatcher'] as const;
  let healths: Health[];
  let shared: SharedAdminPages;
  let server: AdminServer;

  beforeEach(async () => {
    shared = new SharedAdminPages(names, new Metrics('one-process'));
    server = await AdminServer.listen({ ADMIN_PORT: 0, ADMIN_HOST: '127.0.0.1' }, shared);
    healths = names.map((name) => {
      const [health, metrics] = [new Health(), new Metrics(name, { sharesProcess: true })];
      metrics.counter('carillon_things_total', 'Things').inc(name.length);
      shared.add(name, new AdminPages(health, metrics));
      return health;
    });
  });
  afterEach(() => server.onApplicationShutdown());

  const get = async (path: string): Promise<[status: number, text: string]> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [answer.status, await answer.text()];
  };
  const series = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('carillon_'));

  it('is ready when every service is, and shows which one is not', async () => {
    healths[0]?.started();
    expect(await get('/campaign/health/ready')).toMatchObject([200, expect.any(String)]);
    expect(await get('/dispatcher/health/ready')).toMatchObject([503, expect.any(String)]);
    const [status, text] = await get('/health/ready');
    expect([status, JSON.parse(text)]).toMatchObject([
      503,
      { ready: false, services: { campaign: { ready: true }, dispatcher: { ready: false } } },
    ]);
    healths[1]?.started();
    expect(await get('/health/ready')).toMatchObject([200, expect.any(String)]);
  });

  it('is not ready before every service has added its pages', async () => {
    const early = new SharedAdminPages(['campaign', 'gateway'], new Metrics('one-process'));
    const health = new Health();
    health.started();
    early.add('campaign', new AdminPages(health, new Metrics('campaign', { sharesProcess: true })));
    const other = await AdminServer.listen({ ADMIN_PORT: 0, ADMIN_HOST: '127.0.0.1' }, early);
    const answer = await fetch(`http://127.0.0.1:${other.port}/health/ready`);
    other.onApplicationShutdown();
    expect(answer.status).toBe(503);
  });

  it('has the metrics of each service for itself, and of all together with those of Node once', async () => {
    const [, own] = await get('/campaign/metrics');
    expect(series(own)).toEqual(['carillon_things_total{service="campaign"} 8']);
    expect(own).not.toContain('process_');
    const [, all] = await get('/metrics');
    expect(series(all)).toEqual([
      'carillon_things_total{service="campaign"} 8',
      'carillon_things_total{service="dispatcher"} 10',
    ]);
    const lines = all.split('\n');
    expect(lines.filter((line) => line.startsWith('# TYPE carillon_things_total'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('process_resident_memory_bytes'))).toEqual([
      expect.stringContaining('service="one-process"'),
    ]);
  });

  it('answers 404 for other services', async () => {
    expect(await get('/gateway/metrics')).toMatchObject([404, expect.any(String)]);
  });
});
