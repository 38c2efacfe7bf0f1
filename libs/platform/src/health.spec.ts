import { Health } from './health';

describe('the health of a service', () => {
  it('is ready when it has started and all its dependencies are available', async () => {
    const health = new Health();
    let broker = false;
    health.add('broker', () => broker);
    health.add('database', () => Promise.resolve(true));
    expect(await health.report()).toMatchObject({ ready: false, state: 'starting' });
    health.started();
    expect(await health.report()).toMatchObject({ ready: false, checks: { broker: false, database: true } });
    broker = true;
    expect(await health.report()).toMatchObject({ ready: true });
    health.stopping();
    expect(await health.report()).toMatchObject({ ready: false, state: 'stopping' });
  });

  it('is degraded, but ready, without an optional dependency', async () => {
    const health = new Health();
    health.add('broker', () => true);
    health.addSpared('database', () => false);
    expect(await health.report()).toMatchObject({ ready: false, state: 'starting' });
    health.started();
    const checks = { broker: true, database: false };
    expect(await health.report()).toEqual({ ready: true, state: 'degraded', checks });
    health.add('broker', () => false);
    expect(await health.report()).toMatchObject({ ready: false, state: 'started' });
  });

  it('is reported in time when a dependency does not respond', async () => {
    jest.useFakeTimers();
    const health = new Health();
    health.add('database', () => new Promise<boolean>(() => undefined));
    health.started();
    const report = health.report();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await report).toMatchObject({ ready: false, checks: { database: false } });
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  it('treats a check that throws as an unavailable dependency', async () => {
    const health = new Health();
    health.add('database', () => Promise.reject(new Error('away')));
    expect(await health.report()).toMatchObject({ checks: { database: false } });
  });
});
