import { UserTurns } from './user-limits';

describe('turns of work per user', () => {
  const settled = () => new Promise(setImmediate);

  it('run one after another for one user, also after a failure', async () => {
    const turns = new UserTurns(3);
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

  it('are refused while the allowed number runs and waits, until one has ended', async () => {
    const turns = new UserTurns(2);
    const first = Promise.withResolvers<string>();
    const running = turns.take('u', () => first.promise);
    const waiting = turns.take('u', () => Promise.resolve('second'));
    await expect(turns.take('u', () => Promise.resolve('third'))).rejects.toMatchObject({
      code: 'rate_limited',
      extra: { retryAfter: '5' },
    });
    await expect(turns.take('another', () => Promise.resolve('done'))).resolves.toBe('done');
    first.resolve('first');
    expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
    await expect(turns.take('u', () => Promise.resolve('fourth'))).resolves.toBe('fourth');
  });

  it('do not wait for the turns of another user', async () => {
    const turns = new UserTurns(3);
    void turns.take('slow', () => new Promise(() => undefined));
    await expect(turns.take('quick', () => Promise.resolve('done'))).resolves.toBe('done');
  });
});
