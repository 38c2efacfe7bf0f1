import { SessionLimit } from './session-limit';

describe('SessionLimit', () => {
  const MINUTE_MS = 60_000;

  it('is unknown until two sessions are full after the same number of emails', () => {
    const limit = new SessionLimit();
    limit.full(20, 0);
    expect(limit.left(20, 0)).toBe(Infinity);
    limit.full(19, 0);
    expect(limit.left(19, 0)).toBe(Infinity);
    limit.full(19, 0);
    expect([limit.left(0, 0), limit.left(18, 0), limit.left(25, 0)]).toEqual([19, 1, 0]);
  });

  it('learns nothing from a session before a server that accepts no emails at all', () => {
    const limit = new SessionLimit();
    limit.full(20, 0);
    limit.throttled();
    limit.full(20, 0);
    expect(limit.left(20, 0)).toBe(Infinity);
  });

  it('is forgotten after ten minutes', () => {
    const limit = new SessionLimit();
    limit.full(20, 0);
    limit.full(20, MINUTE_MS);
    expect(limit.left(20, 11 * MINUTE_MS)).toBe(0);
    expect(limit.left(20, 11 * MINUTE_MS + 1)).toBe(Infinity);
  });
});
