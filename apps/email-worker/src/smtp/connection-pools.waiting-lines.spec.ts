import { type Waiting, WaitingLines } from './connection-pools';

describe('WaitingLines', () => {
  const [big, small] = [{ name: 'big' }, { name: 'small' }];
  const waiting = (line: object, since = 0): Waiting => ({
    line,
    since,
    give: () => undefined,
    fail: () => undefined,
  });
  const served = (lines: WaitingLines): object[] => {
    const order: object[] = [];
    for (let next = lines.next(); next; next = lines.next()) order.push(next.line);
    return order;
  };

  it('serves lines in turn, so that a short line never waits for a long one', () => {
    const lines = new WaitingLines();
    for (let n = 0; n < 5; n++) lines.add(waiting(big));
    for (let n = 0; n < 2; n++) lines.add(waiting(small));
    expect(served(lines)).toEqual([big, small, big, small, big, big, big]);
    expect(lines.size).toBe(0);
  });

  it('keeps the order within a line', () => {
    const lines = new WaitingLines();
    const all = [waiting(big), waiting(big), waiting(big)];
    for (const each of all) lines.add(each);
    for (const second of all.slice(1, 2)) lines.remove(second);
    expect([lines.next(), lines.next(), lines.next()]).toEqual([all[0], all[2], undefined]);
  });

  it('removes the senders that have waited since before a time, and keeps the others in order', () => {
    const lines = new WaitingLines();
    const [first, second, third, fourth] = [
      waiting(big, 1),
      waiting(big, 4),
      waiting(small, 2),
      waiting(big, 3),
    ];
    for (const each of [first, second, third, fourth]) lines.add(each);
    expect(lines.takeBefore(3)).toEqual([first, third]);
    expect([lines.next(), lines.next(), lines.next()]).toEqual([second, fourth, undefined]);
  });

  it('clears all lines', () => {
    const lines = new WaitingLines();
    lines.add(waiting(big));
    lines.add(waiting(small));
    expect(lines.clear()).toHaveLength(2);
    expect(lines.next()).toBeUndefined();
  });
});
