import { UserTurns } from './user-limits';

describe('turns of work per user', () => {
  const settled = () => new Promise(setImmediate);

  it('run one after another for one user, also after a failure', async () => {
    const turns = new UserTurns();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await settled();
      order.push(`${name} ends`);
      if (name === 'first') throw new Error('refused');
      return name;
    };
    const results = await Promise.allSettled(
      ['first', 'second', 'third'].map((n) => turns.take('u', work(n))),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(order).toEqual(['first', 'second', 'third'].flatMap((n) => [`${n} begins`, `${n} ends`]));
  });

  it('do not wait for the turns of another user', async () => {
    const turns = new UserTurns();
    void turns.take('slow', () => new Promise(() => undefined));
    await expect(turns.take('quick', () => Promise.resolve('done'))).resolves.toBe('done');
  });
});
