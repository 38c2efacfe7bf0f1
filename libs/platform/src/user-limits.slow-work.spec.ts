import { SlowWork } from './user-limits';

describe('slow work', () => {
  let ends: (() => void)[];
  beforeEach(() => (ends = []));
  const waits = (): Promise<string> => new Promise((resolve) => ends.push(() => resolve('done')));

  it('is limited per user, and accepted again after some of it has ended', async () => {
    const slow = new SlowWork({ all: 10, each: 2 });
    const first = slow.run('ann', waits);
    void slow.run('ann', waits);
    await expect(slow.run('ann', waits)).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { retryAfter: '5' },
    });
    const others = slow.run('ben', waits);
    ends[0]?.();
    expect(await first).toBe('done');
    const next = slow.run('ann', waits);
    for (const end of ends) end();
    expect(await Promise.all([next, others])).toEqual(['done', 'done']);
  });

  it('is limited in total, regardless of the number of users', async () => {
    const slow = new SlowWork({ all: 2, each: 2 });
    void slow.run('ann', waits);
    void slow.run('ben', waits);
    await expect(slow.run('cem', waits)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(ends).toHaveLength(2);
  });

  it('counts as ended when it failed', async () => {
    const slow = new SlowWork({ all: 1, each: 1 });
    await expect(slow.run('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slow.run('ann', () => Promise.resolve('done'))).toBe('done');
  });
});
