import { AppError } from '@carillon/contracts';
import { hasCallerLeft, withDeadline } from '@carillon/messaging';
import { Logger } from './logger';
import { LongCounts } from './long-counts';
import type { Pace } from './shared-counts';

interface Reply {
  n: number;
}

const WAIT_MS = 1_000;

describe('a long count', () => {
  const lines: string[] = [];
  let begun: { reply: Reply; pace: Pace; end: (error?: Error) => void }[];
  let counts: LongCounts<Reply>;
  const start = (keptMs = 0): void => {
    const log = Logger.create('test', 'warn', { write: (line) => lines.push(line) });
    counts = new LongCounts({ what: 'counts', waitMs: WAIT_MS, keptMs, most: 2 }, log);
  };
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    [begun, lines.length] = [[], 0];
    start();
  });
  afterEach(() => jest.useRealTimers());

  const ask = (question = 'a', user = 'ann'): Promise<Reply> =>
    counts.join(user, question, {
      empty: () => ({ n: 0 }),
      count: (reply, pace) =>
        new Promise((resolve, reject) => {
          begun.push({ reply, pace, end: (error) => (error ? reject(error) : resolve()) });
        }),
    });
  const countUpTo = (n: number): void => {
    for (const { reply } of begun) reply.n = n;
  };

  it('replies when it is complete, and counts again for the next question', async () => {
    const first = ask();
    countUpTo(7);
    begun[0]?.end();
    expect(await first).toEqual({ n: 7 });
    const second = ask();
    begun[1]?.end();
    expect(await second).toEqual({ n: 0 });
  });

  it('replies with its progress after a time, continues, and keeps its result until it is read', async () => {
    const first = ask();
    countUpTo(3);
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    const reply = await first;
    countUpTo(9);
    expect(reply).toEqual({ n: 3 });
    begun[0]?.end();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await ask()).toEqual({ n: 9 });
    expect(begun).toHaveLength(1);
    void ask();
    expect(begun).toHaveLength(2);
  });

  it('is used again for as long as it is kept', async () => {
    start(5_000);
    const first = ask();
    countUpTo(7);
    begun[0]?.end();
    await first;
    await jest.advanceTimersByTimeAsync(4_000);
    expect(await ask()).toEqual({ n: 7 });
    await jest.advanceTimersByTimeAsync(2_000);
    void ask();
    expect(begun).toHaveLength(2);
  });

  it('is shared by callers, but not by accounts', () => {
    void ask();
    void ask();
    void ask('a', 'bob');
    expect(begun).toHaveLength(2);
  });

  it('runs one at a time for each account, and refuses too many', async () => {
    const first = ask('a');
    void ask('b');
    expect(begun).toHaveLength(1);
    await expect(ask('c')).rejects.toMatchObject({ code: 'rate_limited' });
    begun[0]?.end();
    await first;
    expect(begun).toHaveLength(2);
  });

  it('continues after the caller that started it has left, and ends when nobody asks for it', async () => {
    const left: boolean[] = [];
    let pace: Pace | undefined;
    const asked = withDeadline(WAIT_MS, () =>
      counts.join('ann', 'a', {
        empty: () => ({ n: 0 }),
        count: async (_, own) => {
          pace = own;
          await new Promise((resolve) => setTimeout(resolve, 10 * WAIT_MS));
          left.push(hasCallerLeft());
        },
      }),
    );
    await jest.advanceTimersByTimeAsync(10 * WAIT_MS);
    await asked;
    expect(left).toEqual([false]);
    await expect(pace?.rest()).resolves.toBeUndefined();
    await jest.advanceTimersByTimeAsync(60_000);
    await expect(pace?.rest()).rejects.toMatchObject({ code: 'timeout' });
  });

  it.each([
    [new AppError('service_unavailable'), 0],
    [new Error('broken'), 1],
  ])('fails for its callers with %s, and is logged if that is unexpected', async (error, logged) => {
    const answers = [ask(), ask()];
    begun[0]?.end(error);
    expect(await Promise.allSettled(answers)).toMatchObject([{ reason: error }, { reason: error }]);
    expect(lines).toHaveLength(logged);
    void ask();
    expect(begun).toHaveLength(2);
  });
});
