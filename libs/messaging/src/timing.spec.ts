import { Backoff } from './timing';

describe('pauses between attempts', () => {
  it('double from the first to the longest, vary by up to a fifth, and start over after a success', () => {
    const backoff = new Backoff(100, 500);
    for (const expected of [100, 200, 400, 500, 500]) {
      const pause = backoff.next();
      expect(pause).toBeGreaterThanOrEqual(expected * 0.8);
      expect(pause).toBeLessThanOrEqual(expected * 1.2);
    }
    backoff.reset();
    expect(backoff.next()).toBeLessThanOrEqual(120);
  });
});
