import { Turn } from './turn';

describe('a turn', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** The time at which a turn ends, asked every 100 ms. */
  async function endOf(turn: Turn): Promise<number> {
    const begun = performance.now();
    while (!(await turn.isOver())) jest.advanceTimersByTime(100);
    return performance.now() - begun;
  }

  it('ends soon when another file is ready', async () => {
    expect(await endOf(new Turn(() => Promise.resolve(true)))).toBe(500);
  });

  it('ends soon after another file becomes ready', async () => {
    let asked = 0;
    expect(await endOf(new Turn(() => Promise.resolve(++asked === 3)))).toBe(1_500);
    expect(asked).toBe(3);
  });

  it('ends in time for a shutdown even if no other file is ready', async () => {
    expect(await endOf(new Turn(() => Promise.resolve(false)))).toBe(5_000);
  });
});
