import { SharedWork } from './shared-work';

describe('work that is shared', () => {
  const begin = () => {
    const work = new SharedWork<number>(2);
    let done = 0;
    const ends: (() => void)[] = [];
    const count = () => new Promise<number>((resolve) => ends.push(() => resolve(++done)));
    return { work, count, end: () => ends.splice(0).forEach((each) => each()), begun: () => ends.length };
  };

  it('is done once for all who ask for the same at the same time', async () => {
    const { work, count, end } = begin();
    const answers = [work.join('ann', 'a', count), work.join('ann', 'a', count)];
    end();
    expect(await Promise.all(answers)).toEqual([1, 1]);
    const later = work.join('ann', 'a', count);
    end();
    expect(await later).toBe(2);
  });

  it('is not shared between users, and refused to one who asks for too much', async () => {
    const { work, count, end, begun } = begin();
    const answers = [
      work.join('ann', 'a', count),
      work.join('ann', 'b', count),
      work.join('bob', 'a', count),
    ];
    expect(begun()).toBe(3);
    await expect(work.join('ann', 'c', count)).rejects.toMatchObject({ code: 'limit_reached' });
    end();
    await Promise.all(answers);
    const later = work.join('ann', 'c', count);
    end();
    expect(await later).toBe(4);
  });

  it('that fails leaves room for more', async () => {
    const { work, count, end } = begin();
    const failing = () => Promise.reject(new Error('gone'));
    for (const question of ['a', 'b', 'c'])
      await expect(work.join('ann', question, failing)).rejects.toThrow('gone');
    const later = work.join('ann', 'a', count);
    end();
    expect(await later).toBe(1);
  });
});
