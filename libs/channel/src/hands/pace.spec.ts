import { Pace } from './turns';

describe('the pace of a hand', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const never = new AbortController().signal;
  async function starts(pace: Pace, count: number, runMs: number): Promise<number[]> {
    const from = performance.now();
    const times: number[] = [];
    const lane = async () => {
      while (times.length < count) if (await pace.turn(never)) times.push(performance.now() - from);
    };
    void lane();
    void lane();
    await jest.advanceTimersByTimeAsync(runMs);
    return times;
  }

  it('spreads starts evenly over each second', async () => {
    expect(await starts(new Pace(10), 5, 1_000)).toEqual([0, 100, 200, 300, 400, 500]);
  });

  it('may be slower than one a second', async () => {
    expect(await starts(new Pace(1 / 60), 2, 120_000)).toEqual([0, 60_000, 120_000]);
  });

  it('does not make up for lost time', async () => {
    const pace = new Pace(10);
    await pace.turn(never);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await starts(pace, 2, 200)).toEqual([0, 100, 200]);
  });

  it('is none where there is none', async () => {
    expect(await starts(new Pace(null), 3, 0)).toEqual([0, 0, 0, 0]);
  });

  it('keeps nobody waiting who is to stop', async () => {
    const pace = new Pace(0.01);
    const stop = new AbortController();
    expect(await pace.turn(stop.signal)).toBe(true);
    const waiting = pace.turn(stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
    expect(await new Pace(null).turn(stop.signal)).toBe(false);
  });
});
