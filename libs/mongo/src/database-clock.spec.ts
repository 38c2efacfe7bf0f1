import type { Database } from './database';
import { DatabaseClock } from './database-clock';

describe('the database’s clock', () => {
  const start = Date.parse('2026-03-01T12:00:00.000Z');
  let delays: number[];
  let asked: number;

  /**
   * A database whose clock is five minutes ahead. It responds after the next of the delays and reads its clock
   * immediately.
   */
  const database = {
    now: async () => {
      const now = new Date(Date.now() + 300_000);
      asked += 1;
      await jest.advanceTimersByTimeAsync(delays.shift() ?? 1);
      return now;
    },
  } as unknown as Database;

  beforeEach(() => {
    jest.useFakeTimers({ now: start });
    delays = [];
    asked = 0;
  });

  afterEach(() => jest.useRealTimers());

  const error = async (clock: DatabaseClock): Promise<number> =>
    Math.abs((await clock.now()).getTime() - (Date.now() + 300_000));

  it('follows the database regardless of this machine’s clock', async () => {
    expect(await error(new DatabaseClock(database))).toBeLessThan(5);
    expect(asked).toBe(1);
  });

  it('runs by itself between requests', async () => {
    const clock = new DatabaseClock(database);
    await clock.now();
    await jest.advanceTimersByTimeAsync(9_000);
    expect(await error(clock)).toBeLessThan(5);
    expect(asked).toBe(1);
    await jest.advanceTimersByTimeAsync(2_000);
    await clock.now();
    expect(asked).toBe(2);
  });

  it('discards a response that this process was too slow to read', async () => {
    delays = [120_000];
    expect(await error(new DatabaseClock(database))).toBeLessThan(5);
  });

  it('uses the best response of a slow database', async () => {
    delays = [4_000, 900, 2_000, 3_000];
    expect(await error(new DatabaseClock(database))).toBeLessThanOrEqual(450);
    expect(asked).toBe(4);
  });
});
