import { RateLimiter } from './send-gate';

describe('the rate of a lease', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const never = new AbortController().signal;
  async function starts(limiter: RateLimiter, count: number, runMs: number): Promise<number[]> {
    const from = performance.now();
    const times: number[] = [];
    const sender = async () => {
      while (times.length < count) if (await limiter.acquire(never)) times.push(performance.now() - from);
    };
    void sender();
    void sender();
    await jest.advanceTimersByTimeAsync(runMs);
    return times;
  }

  it('spreads starts evenly over each second', async () => {
    expect(await starts(new RateLimiter(10), 5, 1_000)).toEqual([0, 100, 200, 300, 400, 500]);
  });

  it('may be slower than one per second', async () => {
    expect(await starts(new RateLimiter(1 / 60), 2, 120_000)).toEqual([0, 60_000, 120_000]);
  });

  it('does not make up for lost time', async () => {
    const limiter = new RateLimiter(10);
    await limiter.acquire(never);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await starts(limiter, 2, 200)).toEqual([0, 100, 200]);
  });

  it('is unlimited without a configured rate', async () => {
    expect(await starts(new RateLimiter(null), 3, 0)).toEqual([0, 0, 0, 0]);
  });

  it('does not delay a stop', async () => {
    const limiter = new RateLimiter(0.01);
    const stop = new AbortController();
    expect(await limiter.acquire(stop.signal)).toBe(true);
    const waiting = limiter.acquire(stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
    expect(await new RateLimiter(null).acquire(stop.signal)).toBe(false);
  });
});
