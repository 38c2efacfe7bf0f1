import { ConnectionLimit } from './connection-limit';
import { ConnectionPool, type MailEnd } from './connection-pool';
import type { MailConnection } from './mail-connection';

const WAIT_MS = 1_000;

/** A line of its own. */
const anyPlace = () => ({ line: {}, leasedAt: 0 });

describe('ConnectionPool with a connection limit of the server', () => {
  const opened: { isUsable: boolean }[] = [];
  const open = (): Promise<MailConnection> => {
    const connection = {
      isUsable: !isDeadOnArrival,
      get depth() {
        return depth;
      },
      get useful() {
        return isFar ? depth : 1;
      },
      close: () => {
        connection.isUsable = false;
        return Promise.resolve();
      },
    };
    opened.push(connection);
    return Promise.resolve(connection as unknown as MailConnection);
  };
  const usable = (): number => opened.filter(({ isUsable }) => isUsable).length;
  let pool: ConnectionPool;
  const acquire = (count: number): Promise<MailConnection[]> =>
    Promise.all(Array.from({ length: count }, () => pool.acquire(WAIT_MS, anyPlace())));

  let depth: number;
  let isFar: boolean;
  let isDeadOnArrival: boolean;
  beforeEach(() => {
    opened.length = 0;
    depth = 1;
    isFar = false;
    isDeadOnArrival = false;
    pool = new ConnectionPool(open, null);
  });
  afterEach(() => pool.close());

  it('opens as many connections as are claimed, and closes the connections of a lease that ends', async () => {
    const end = pool.claim(2);
    pool.claim(1);
    for (const connection of await acquire(3)) pool.release(connection, 'accepted');
    expect(usable()).toBe(3);
    await end();
    expect(usable()).toBe(1);
  });

  it('ends a lease only when its connections are closed', async () => {
    const end = pool.claim(1);
    pool.claim(1);
    const [one] = await acquire(2);
    let ended = false;
    const ending = end().then(() => (ended = true));
    await Promise.resolve();
    expect(ended).toBe(false);
    if (one) pool.release(one, 'accepted');
    await ending;
    expect(usable()).toBe(1);
  });

  it('ends a lease immediately when other leases claim its open connections', async () => {
    const end = pool.claim(1);
    pool.claim(1);
    await acquire(2);
    const ending = end();
    pool.claim(1);
    await ending;
    expect(usable()).toBe(2);
  });

  it('gives a connection of depth two a second email, and a third email when the first one has ended', async () => {
    void pool.claim(1);
    const [first] = await acquire(1);
    const given: (MailConnection | undefined)[] = [];
    for (let n = 0; n < 3; n++)
      void pool.acquire(WAIT_MS, anyPlace()).then((connection) => given.push(connection));
    depth = 2;
    if (first) pool.release(first, 'accepted');
    await new Promise(setImmediate);
    expect(given).toEqual([first, first]);
    if (first) pool.release(first, 'accepted');
    await new Promise(setImmediate);
    expect(given).toEqual([first, first, first]);
    expect(opened).toHaveLength(1);
  });

  it('gives an email after an accepted one a connection that should have more in transit', async () => {
    void pool.claim(2);
    [depth, isFar] = [2, true];
    const all = [...(await acquire(1)), ...(await acquire(1))];
    const [first, second] = all;
    expect(await acquire(2)).toEqual(all);
    const waiting = pool.acquire(WAIT_MS, anyPlace());
    if (second) pool.release(second, 'accepted');
    expect(await waiting).toBe(second);
    if (first) pool.release(first, 'accepted');
    expect(await pool.acquire(WAIT_MS, anyPlace())).toBe(first);
    expect(opened).toHaveLength(2);
  });

  it('opens another connection before one gets a second email', async () => {
    void pool.claim(2);
    [depth, isFar] = [2, true];
    const [first] = await acquire(1);
    const [second] = await acquire(1);
    expect(second).not.toBe(first);
    expect(opened).toHaveLength(2);
  });

  it('lets an email to a near server wait for the first connection that is free', async () => {
    void pool.claim(2);
    depth = 2;
    await acquire(1);
    const [second] = await acquire(1);
    const waiting = pool.acquire(WAIT_MS, anyPlace());
    if (second) pool.release(second, 'accepted');
    expect(await waiting).toBe(second);
  });

  it('discards a connection that ended before a sender got it', async () => {
    isDeadOnArrival = true;
    void pool.claim(1);
    await expect(acquire(1)).rejects.toMatchObject({ fault: { kind: 'connection', moment: 'opening' } });
    expect(opened).toHaveLength(1);
    isDeadOnArrival = false;
    expect(await acquire(1)).toEqual(opened.slice(1));
  });

  it('lets senders wait for other connections when a new one ended before a sender got it', async () => {
    void pool.claim(2);
    const [first] = await acquire(1);
    isDeadOnArrival = true;
    const next = acquire(1);
    await new Promise(setImmediate);
    if (first) pool.release(first, 'accepted');
    expect(await next).toEqual([first]);
    expect(opened).toHaveLength(2);
  });

  it('gives no other sender an ended connection while an email is in flight on it', async () => {
    void pool.claim(1);
    depth = 2;
    const [first] = await acquire(1);
    const both = acquire(2);
    if (first) pool.release(first, 'accepted');
    await both;
    if (opened[0]) opened[0].isUsable = false;
    const next = acquire(1);
    if (first) pool.release(first, 'accepted');
    await new Promise(setImmediate);
    expect(opened).toHaveLength(1);
    if (first) pool.release(first, 'accepted');
    expect(await next).not.toContain(first);
    expect(opened).toHaveLength(2);
  });
});

describe('ConnectionPool with an adaptive limit', () => {
  const MAIL_MS = 50;
  let mailMs: number;
  let isBusy: boolean;
  const MAX = 20;
  let allowed: number;
  let opened: number;
  let refused: number;
  let sent: number;
  let mostAtOnce: number;
  let isDone: boolean;
  /** The results of the next emails. Later emails are accepted. */
  let ends: MailEnd[];
  let pool: ConnectionPool;

  const open = (): Promise<MailConnection> => {
    if (opened >= allowed) {
      refused += 1;
      return Promise.reject(new Error('421 Too many connections'));
    }
    opened += 1;
    mostAtOnce = Math.max(mostAtOnce, opened);
    const connection = {
      isUsable: true,
      depth: 1,
      close: () => {
        if (connection.isUsable) opened -= 1;
        connection.isUsable = false;
        return Promise.resolve();
      },
    };
    return Promise.resolve(connection as unknown as MailConnection);
  };
  /** Sends emails one after another, until there are no more or the pool is closed. */
  const send = async (): Promise<void> => {
    while (!isDone) {
      const connection = await pool.acquire(60_000, anyPlace()).catch(() => null);
      if (!connection) return;
      await new Promise((resolve) => setTimeout(resolve, mailMs));
      sent += 1;
      pool.release(connection, ends.pop() ?? 'accepted');
    }
  };
  const senders = (count: number): void => {
    for (let n = 0; n < count; n++) void send();
  };
  const pass = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

  beforeEach(() => {
    jest.useFakeTimers();
    [allowed, opened, refused, sent, mostAtOnce] = [Infinity, 0, 0, 0, 0];
    [isDone, ends, mailMs, isBusy] = [false, [], MAIL_MS, false];
    pool = new ConnectionPool(open, new ConnectionLimit(MAX, performance.now()), () => isBusy);
  });
  afterEach(() => {
    pool.close();
    jest.useRealTimers();
  });

  it('opens two connections at first, and more up to its limit while they are useful', async () => {
    senders(40);
    await pass(150);
    expect(mostAtOnce).toBe(2);
    await pass(10_000);
    expect([mostAtOnce, pool.limit]).toEqual([MAX, MAX]);
  });

  it.each([
    ['does not grow', 5, true, 2],
    ['grows with a slow server', MAIL_MS, true, MAX],
    ['grows if it has time', 5, false, MAX],
  ])('%s: mails of %d ms, busy process: %s', async (_, takes, busy, expected) => {
    [mailMs, isBusy] = [takes, busy];
    senders(40);
    await pass(10_000);
    expect(mostAtOnce).toBe(expected);
  });

  it('opens no more connections than the number of waiting senders', async () => {
    senders(4);
    await pass(20_000);
    expect(mostAtOnce).toBe(4);
  });

  it('stays within the limit of its server, tries one more connection later, and fails no sender', async () => {
    allowed = 5;
    senders(40);
    await pass(10_000);
    expect([pool.limit, refused]).toEqual([5, 1]);
    await pass(10_000);
    expect([pool.limit, refused]).toEqual([5, 2]);
    allowed = 6;
    await pass(60_000);
    expect(pool.limit).toBe(6);
    const mails = sent;
    await pass(1_000);
    expect(sent - mails).toBe((6 * 1_000) / MAIL_MS);
  });

  it('closes busy connections beyond a smaller limit after their emails', async () => {
    senders(40);
    await pass(10_000);
    expect(opened).toBe(MAX);
    ends = ['throttled'];
    await pass(MAIL_MS);
    expect([pool.limit, opened]).toEqual([10, 10]);
  });

  it('does not close an open connection in favor of a new connection that the server may refuse', async () => {
    let refuse = (): void => undefined;
    const opening = (): Promise<MailConnection> =>
      opened === 0 ? open() : new Promise((_, reject) => (refuse = () => reject(new Error('421 Enough'))));
    const slow = new ConnectionPool(opening, new ConnectionLimit(MAX, performance.now()));
    const first = await slow.acquire(1_000, anyPlace());
    const second = slow.acquire(1_000, anyPlace());
    slow.release(first, 'throttled');
    expect(slow.limit).toBe(1);
    expect(await second).toBe(first);
    refuse();
    const third = slow.acquire(1_000, anyPlace());
    await pass(0);
    slow.release(first, 'accepted');
    expect(await third).toBe(first);
    slow.close();
  });

  it('closes idle connections beyond a smaller limit immediately', async () => {
    senders(40);
    await pass(10_000);
    isDone = true;
    await pass(1_000);
    expect(opened).toBe(MAX);
    pool.release(await pool.acquire(1_000, anyPlace()), 'throttled');
    await pass(0);
    expect([pool.limit, opened]).toEqual([10, 10]);
  });

  it('fails all senders if its server does not respond, although a connection is always being opened', async () => {
    const silence = 'The server does not respond';
    const silent = new ConnectionPool(
      () => new Promise((_, reject) => setTimeout(() => reject(new Error(silence)), 10_000)),
      new ConnectionLimit(MAX, performance.now()),
    );
    const errors: string[] = [];
    for (let n = 0; n < 200; n++) {
      void silent
        .acquire(45_000, anyPlace())
        .catch((error: unknown) => errors.push((error as Error).message));
      await pass(300);
    }
    await pass(45_000);
    expect(errors).toEqual(Array(200).fill(silence));
    silent.close();
  });

  it('fails no sender when an attempt is refused while another attempt is pending', async () => {
    const outcomes: ((refuse: boolean) => void)[] = [];
    const opening = (): Promise<MailConnection> =>
      new Promise<boolean>((resolve) => outcomes.push(resolve)).then((isRefused) =>
        isRefused ? Promise.reject(new Error('421 Enough')) : open(),
      );
    const slow = new ConnectionPool(opening, new ConnectionLimit(MAX, performance.now()));
    const first = slow.acquire(60_000, anyPlace());
    await pass(10);
    const second = slow.acquire(60_000, anyPlace());
    outcomes[0]?.(true);
    await pass(100);
    outcomes[1]?.(false);
    const connection = await first;
    slow.release(connection, 'accepted');
    expect(await second).toBe(connection);
    slow.close();
  });
});
