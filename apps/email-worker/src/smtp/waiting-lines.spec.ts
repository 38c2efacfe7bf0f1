import type { MailConnection } from './mail-connection';
import { NoFreeConnection, WaitingLines } from './waiting-lines';

describe('WaitingLines', () => {
  const TIMEOUT_MS = 1_000;
  const [big, small] = [{ name: 'big' }, { name: 'small' }];
  let lines: WaitingLines;
  const wait = (line: object, since = 0, timeoutMs = TIMEOUT_MS, leasedAt = 0) =>
    lines.wait({ line, leasedAt }, since, timeoutMs).catch((error: unknown) => error as Error);
  /** Takes all senders, in the order in which they are served. */
  const served = (): { line: object; since: number }[] => {
    const order: { line: object; since: number }[] = [];
    for (let next = lines.next(); next; next = lines.next()) order.push(next);
    return order;
  };
  const lineOf = ({ line }: { line: object }): object => line;
  const sinceOf = ({ since }: { since: number }): number => since;

  beforeEach(() => {
    jest.useFakeTimers();
    lines = new WaitingLines();
  });
  afterEach(() => jest.useRealTimers());

  it('serves lines in turn, so that a short line never waits for a long one', () => {
    for (let n = 0; n < 5; n++) void wait(big);
    for (let n = 0; n < 2; n++) void wait(small);
    expect(served().map(lineOf)).toEqual([big, small, big, small, big, big, big]);
    expect(lines.size).toBe(0);
  });

  it('serves the senders of older leases first, those of a lease in their order, and lines still in turn', () => {
    for (const [leasedAt, since] of [
      [20, 1],
      [10, 2],
      [30, 3],
      [10, 4],
      [20, 5],
    ] as const)
      void wait(big, since, TIMEOUT_MS, leasedAt);
    void wait(small, 6, TIMEOUT_MS, 40);
    expect(served().map(sinceOf)).toEqual([2, 6, 4, 1, 5, 3]);
  });

  it('keeps the order within a line when a sender has waited too long', async () => {
    void wait(big, 1);
    const second = wait(big, 2, TIMEOUT_MS / 2);
    void wait(big, 3);
    jest.advanceTimersByTime(TIMEOUT_MS / 2);
    expect(await second).toBeInstanceOf(NoFreeConnection);
    expect(served().map(sinceOf)).toEqual([1, 3]);
  });

  it('gives a sender its connection, and forgets the timeout', async () => {
    const connection = { isUsable: true } as unknown as MailConnection;
    const given = wait(big);
    lines.next()?.give(connection);
    expect(await given).toBe(connection);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails a sender with the error of the connection, and forgets the timeout', async () => {
    const given = wait(big);
    lines.next()?.fail('421');
    expect(await given).toEqual(new Error('421'));
    expect(jest.getTimerCount()).toBe(0);
  });

  it('removes the senders that have waited since before a time, and keeps the others in order', () => {
    void wait(big, 1);
    void wait(big, 4);
    void wait(small, 2);
    void wait(big, 3);
    expect(lines.takeBefore(3).map(sinceOf)).toEqual([1, 2]);
    expect(served().map(sinceOf)).toEqual([4, 3]);
  });

  it('clears all lines', () => {
    void wait(big);
    void wait(small);
    expect(lines.clear()).toHaveLength(2);
    expect(lines.next()).toBeUndefined();
  });
});
