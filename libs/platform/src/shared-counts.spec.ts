import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { SharedCounts } from './shared-counts';

const begin = () => {
  const counts = new SharedCounts<number>('counts');
  let done = 0;
  const ends: (() => void)[] = [];
  const count = () => new Promise<number>((resolve) => ends.push(() => resolve(++done)));
  /**
   * Waits until this many counts have begun, and then briefly for more. Resolves with the number of counts that have
   * begun.
   */
  const begun = async (least: number): Promise<number> => {
    await eventually(() => ends.length >= least);
    await delay(20);
    return ends.length;
  };
  const end = async (): Promise<void> => {
    await begun(1);
    ends.splice(0).forEach((each) => each());
  };
  return { counts, count, begun, end };
};

describe('shared counts', () => {
  it('run once for concurrent callers with the same question', async () => {
    const { counts, count, end } = begin();
    const answers = [counts.join('ann', 'a', count), counts.join('ann', 'a', count)];
    await end();
    expect(await Promise.all(answers)).toEqual([1, 1]);
    const later = counts.join('ann', 'a', count);
    await end();
    expect(await later).toBe(2);
  });

  it('are restarted for waiting callers when the caller that started them has stopped waiting', async () => {
    const { counts, count, end } = begin();
    const left = counts.join('ann', 'a', () => Promise.reject(new AppError('timeout')));
    const stays = counts.join('ann', 'a', count);
    await expect(left).rejects.toMatchObject({ code: 'timeout' });
    await end();
    expect(await stays).toBe(1);
  });

  it('fail for all callers if the caller that started them is still waiting', async () => {
    const { counts, count } = begin();
    const first = counts.join('ann', 'a', () => Promise.reject(new Error('broken')));
    const second = counts.join('ann', 'a', count);
    await expect(first).rejects.toThrow('broken');
    await expect(second).rejects.toThrow('broken');
  });

  it('run one at a time for each user, and are not shared between users', async () => {
    const { counts, count, begun, end } = begin();
    const answers = [
      counts.join('ann', 'a', count),
      counts.join('ann', 'b', count),
      counts.join('bob', 'a', count),
    ];
    expect(await begun(2)).toBe(2);
    await end();
    expect(await begun(1)).toBe(1);
    await end();
    expect((await Promise.all(answers)).sort()).toEqual([1, 2, 3]);
  });

  it('are refused to a user with too many waiting counts', async () => {
    const { counts, count, end } = begin();
    const answers = ['a', 'b', 'c', 'd'].map((question) => counts.join('ann', question, count));
    await expect(counts.join('ann', 'e', count)).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { retryAfter: '5' },
    });
    for (const answer of answers) {
      await end();
      await answer;
    }
    const later = counts.join('ann', 'e', count);
    await end();
    expect(await later).toBe(5);
  });

  it('make room for more when they fail', async () => {
    const { counts, count, end } = begin();
    const failing = () => Promise.reject(new Error('gone'));
    for (const question of ['a', 'b', 'c', 'd', 'e'])
      await expect(counts.join('ann', question, failing)).rejects.toThrow('gone');
    const later = counts.join('ann', 'a', count);
    await end();
    expect(await later).toBe(1);
  });
});
