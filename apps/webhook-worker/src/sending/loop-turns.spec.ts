import { LoopTurns } from './loop-turns';

describe('turns of the event loop', () => {
  const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('begin so many steps each, in order', async () => {
    const turns = new LoopTurns(2);
    const begun: number[] = [];
    const all = Promise.all([0, 1, 2, 3, 4].map((n) => turns.take().then(() => begun.push(n))));
    await Promise.resolve();
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    await turnOfLoop();
    expect(begun).toEqual([0, 1, 2, 3]);
    await all;
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('begin a step at once after a quiet one', async () => {
    const turns = new LoopTurns(1);
    await turns.take();
    await turnOfLoop();
    await turnOfLoop();
    let isBegun = false;
    void turns.take().then(() => (isBegun = true));
    await Promise.resolve();
    await Promise.resolve();
    expect(isBegun).toBe(true);
  });
});
