import { withDeadline } from '@carillon/messaging';
import { UserLine } from './user-line';

describe('the queue of users', () => {
  it('runs one job at a time, taking turns between users', async () => {
    const line = new UserLine();
    const done: string[] = [];
    const work = (user: string, name: string) =>
      line.take(user, async () => {
        done.push(`${name} begins`);
        await Promise.resolve();
        done.push(`${name} ends`);
      });
    await Promise.all([
      work('ann', 'a1'),
      work('ann', 'a2'),
      work('ann', 'a3'),
      work('ben', 'b1'),
      work('cem', 'c1'),
    ]);
    expect(done).toEqual(
      ['a1', 'a2', 'b1', 'c1', 'a3'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('continues after a failure, and returns results', async () => {
    const line = new UserLine();
    const failed = line.take('ann', () => Promise.reject(new Error('no')));
    const next = line.take('ann', () => Promise.resolve(7));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe(7);
  });

  it('skips a caller that has left', async () => {
    const work = jest.fn(() => Promise.resolve());
    await expect(withDeadline(0, () => new UserLine().take('ann', work))).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(work).not.toHaveBeenCalled();
  });
});
