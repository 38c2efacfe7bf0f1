import { LoopTurns } from './loop-turns';

describe('LoopTurns', () => {
  const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('begins the given number of steps in each turn, in order', async () => {
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

  it('begins a step immediately after a turn without steps', async () => {
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
