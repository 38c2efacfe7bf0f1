import { Metrics } from '@carillon/platform';
import { LeaderLease, type LeaderState } from './leader-lease';

describe('LeaderLease', () => {
  /** Whether the database grants the lease. */
  const extend = jest.fn<Promise<boolean>, []>();
  let lease: LeaderLease;

  beforeEach(() => {
    jest.useFakeTimers();
    extend.mockReset().mockResolvedValue(true);
    const state = { extend, begin: jest.fn(), giveBack: jest.fn() };
    lease = new LeaderLease(state as unknown as LeaderState, 'me', new Metrics('dispatcher'));
  });
  afterEach(() => jest.useRealTimers());

  const passes = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

  it('requests the lease once for many callers, and not again for a third of its duration', async () => {
    await Promise.all([lease.leadership(), lease.leadership(), lease.leadership()]);
    await passes(1_900);
    expect(await lease.leadership()).not.toBeNull();
    expect(extend).toHaveBeenCalledTimes(1);
    await passes(200);
    await lease.leadership();
    expect(extend).toHaveBeenCalledTimes(2);
  });

  it('continues the same leadership while the lease is renewed in time', async () => {
    const leadership = await lease.leadership();
    for (let second = 0; second < 30; second++) {
      await passes(1_000);
      expect(await lease.leadership()).toBe(leadership);
    }
    expect(leadership?.isOver()).toBe(false);
  });

  it('ends the leadership at two thirds of the lease, even during a task', async () => {
    const leadership = await lease.leadership();
    await passes(3_999);
    expect(leadership?.isOver()).toBe(false);
    await passes(1);
    expect(leadership?.isOver()).toBe(true);
  });

  it('begins a new leadership after a gap', async () => {
    const first = await lease.leadership();
    await passes(5_000);
    const second = await lease.leadership();
    expect(second).not.toBe(first);
    expect(second?.since).toBeGreaterThanOrEqual((first?.since ?? 0) + 5_000);
    expect(first?.isOver()).toBe(true);
  });

  it('measures the lease from the request, not from a late response', async () => {
    extend.mockImplementationOnce(async () => {
      await passes(4_500);
      return true;
    });
    expect(await lease.leadership()).toBeNull();
  });

  it('ends the leadership immediately when another process has the lease', async () => {
    const leadership = await lease.leadership();
    await passes(2_100);
    extend.mockResolvedValue(false);
    expect(await lease.leadership()).toBeNull();
    expect(leadership?.isOver()).toBe(true);
  });

  it('rarely requests a lease that another process has', async () => {
    extend.mockResolvedValue(false);
    await lease.leadership();
    extend.mockClear();
    for (let tick = 0; tick < 20; tick++) {
      await passes(100);
      await lease.leadership();
    }
    expect(extend.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('ends the leadership when it returns the lease, and does not acquire it again', async () => {
    const leadership = await lease.leadership();
    await lease.beforeApplicationShutdown();
    expect(leadership?.isOver()).toBe(true);
    expect(await lease.leadership()).toBeNull();
  });
});
