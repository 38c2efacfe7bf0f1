import { LeaderLease, type LeaderState } from './leader-lease';

describe('the leader’s lease', () => {
  /** Who the database gives the lease to. */
  const extend = jest.fn<Promise<boolean>, []>();
  let lease: LeaderLease;

  beforeEach(() => {
    jest.useFakeTimers();
    extend.mockReset().mockResolvedValue(true);
    const state = { extend, begin: jest.fn(), giveBack: jest.fn() };
    lease = new LeaderLease(state as unknown as LeaderState, 'me');
  });
  afterEach(() => jest.useRealTimers());

  const passes = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

  it('is asked for once by many, and costs nothing for a third of its time', async () => {
    await Promise.all([lease.leadership(), lease.leadership(), lease.leadership()]);
    await passes(1_900);
    expect(await lease.leadership()).not.toBeNull();
    expect(extend).toHaveBeenCalledTimes(1);
    await passes(200);
    await lease.leadership();
    expect(extend).toHaveBeenCalledTimes(2);
  });

  it('goes on as one leadership while it is renewed in time', async () => {
    const leadership = await lease.leadership();
    for (let second = 0; second < 30; second++) {
      await passes(1_000);
      expect(await lease.leadership()).toBe(leadership);
    }
    expect(leadership?.isOver()).toBe(false);
  });

  it('is over at two thirds of it, in the middle of whatever is being done', async () => {
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

  it('counts from the question, not from a late answer', async () => {
    extend.mockImplementationOnce(async () => {
      await passes(4_500);
      return true;
    });
    expect(await lease.leadership()).toBeNull();
  });

  it('is lost at once when somebody else has it', async () => {
    const leadership = await lease.leadership();
    await passes(2_100);
    extend.mockResolvedValue(false);
    expect(await lease.leadership()).toBeNull();
    expect(leadership?.isOver()).toBe(true);
  });

  it('is not asked for all the time by one who does not have it', async () => {
    extend.mockResolvedValue(false);
    await lease.leadership();
    extend.mockClear();
    for (let tick = 0; tick < 20; tick++) {
      await passes(100);
      await lease.leadership();
    }
    expect(extend.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('ends when it is given back, and is not taken again', async () => {
    const leadership = await lease.leadership();
    await lease.beforeApplicationShutdown();
    expect(leadership?.isOver()).toBe(true);
    expect(await lease.leadership()).toBeNull();
  });
});
