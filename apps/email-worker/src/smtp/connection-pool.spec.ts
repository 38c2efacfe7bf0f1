import { ConnectionLimit } from './connection-limit';
import { ConnectionPool, type MailEnd } from './connection-pools';
import type { MailConnection } from './mail-connection';

const WAIT_MS = 1_000;

describe('a pool of counted connections', () => {
  const opened: { isUsable: boolean }[] = [];
  const open = (): Promise<MailConnection> => {
    const connection = {
      isUsable: !isBornDead,
      get depth() {
        return depth;
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
    Promise.all(Array.from({ length: count }, () => pool.acquire(WAIT_MS, {})));

  let depth: number;
  let isBornDead: boolean;
  beforeEach(() => {
    opened.length = 0;
    depth = 1;
    isBornDead = false;
    pool = new ConnectionPool(open, null);
  });
  afterEach(() => pool.close());

  it('has as many connections as are claimed, and closes those of a lease that ends', async () => {
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

  it('ends a lease at once when others claim its open connections', async () => {
    const end = pool.claim(1);
    pool.claim(1);
    await acquire(2);
    const ending = end();
    pool.claim(1);
    await ending;
    expect(usable()).toBe(2);
  });

  it('gives a second mail to a connection that takes two, and a third one when the first has ended', async () => {
    void pool.claim(1);
    const [first] = await acquire(1);
    const given: (MailConnection | undefined)[] = [];
    for (let n = 0; n < 3; n++) void pool.acquire(WAIT_MS, {}).then((connection) => given.push(connection));
    depth = 2;
    if (first) pool.release(first, 'accepted');
    await new Promise(setImmediate);
    expect(given).toEqual([first, first]);
    if (first) pool.release(first, 'accepted');
    await new Promise(setImmediate);
    expect(given).toEqual([first, first, first]);
    expect(opened).toHaveLength(1);
  });

  it('neither gives nor keeps a connection that is over before it is given', async () => {
    isBornDead = true;
    void pool.claim(1);
    await expect(acquire(1)).rejects.toMatchObject({ fault: { kind: 'connection', moment: 'opening' } });
    expect(opened).toHaveLength(1);
    isBornDead = false;
    expect(await acquire(1)).toEqual(opened.slice(1));
  });

  it('leaves those who wait to the other connections when a new one is over before it is given', async () => {
    void pool.claim(2);
    const [first] = await acquire(1);
    isBornDead = true;
    const next = acquire(1);
    await new Promise(setImmediate);
    if (first) pool.release(first, 'accepted');
    expect(await next).toEqual([first]);
    expect(opened).toHaveLength(2);
  });

  it('keeps a connection that is over from everybody else while a mail is in flight on it', async () => {
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

describe('a pool that adapts to its server', () => {
  const MAIL_MS = 50;
  let mailMs: number;
  let isBusy: boolean;
  const MOST = 20;
  let allowed: number;
  let opened: number;
  let refused: number;
  let sent: number;
  let mostAtOnce: number;
  let isDone: boolean;
  /** How the next mails end that are not accepted. */
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
      const connection = await pool.acquire(60_000, {}).catch(() => null);
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
    pool = new ConnectionPool(open, new ConnectionLimit(MOST, performance.now()), () => isBusy);
  });
  afterEach(() => {
    pool.close();
    jest.useRealTimers();
  });

  it('opens two connections at first, and more as they are of use, up to its limit', async () => {
    senders(40);
    await pass(150);
    expect(mostAtOnce).toBe(2);
    await pass(10_000);
    expect([mostAtOnce, pool.limit]).toEqual([MOST, MOST]);
  });

  it.each([
    ['does not grow', 5, true, 2],
    ['grows with a slow server', MAIL_MS, true, MOST],
    ['grows if it has time', 5, false, MOST],
  ])('%s: a process with mails of %d ms, busy: %s', async (_, takes, busy, expected) => {
    [mailMs, isBusy] = [takes, busy];
    senders(40);
    await pass(10_000);
    expect(mostAtOnce).toBe(expected);
  });

  it('opens no more connections than there are mails at once', async () => {
    senders(4);
    await pass(20_000);
    expect(mostAtOnce).toBe(4);
  });

  it('stays within what its server allows, tries one more later, and no sender notices', async () => {
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

  it('closes what is beyond a smaller limit after its mail', async () => {
    senders(40);
    await pass(10_000);
    expect(opened).toBe(MOST);
    ends = ['told-less'];
    await pass(MAIL_MS);
    expect([pool.limit, opened]).toEqual([10, 10]);
  });

  it('gives up no connection for one that is being opened, which may be refused', async () => {
    let refuse = (): void => undefined;
    const opening = (): Promise<MailConnection> =>
      opened === 0 ? open() : new Promise((_, reject) => (refuse = () => reject(new Error('421 Enough'))));
    const slow = new ConnectionPool(opening, new ConnectionLimit(MOST, performance.now()));
    const first = await slow.acquire(1_000, {});
    const second = slow.acquire(1_000, {});
    slow.release(first, 'told-less');
    expect(slow.limit).toBe(1);
    expect(await second).toBe(first);
    refuse();
    const third = slow.acquire(1_000, {});
    await pass(0);
    slow.release(first, 'accepted');
    expect(await third).toBe(first);
    slow.close();
  });

  it('closes what is idle beyond a smaller limit at once', async () => {
    senders(40);
    await pass(10_000);
    isDone = true;
    await pass(1_000);
    expect(opened).toBe(MOST);
    pool.release(await pool.acquire(1_000, {}), 'told-less');
    await pass(0);
    expect([pool.limit, opened]).toEqual([10, 10]);
  });

  it('tells everybody that its server does not answer, though one connection is always being opened', async () => {
    const silence = 'The server does not answer';
    const silent = new ConnectionPool(
      () => new Promise((_, reject) => setTimeout(() => reject(new Error(silence)), 10_000)),
      new ConnectionLimit(MOST, performance.now()),
    );
    const told: string[] = [];
    for (let n = 0; n < 200; n++) {
      void silent.acquire(45_000, {}).catch((error: unknown) => told.push((error as Error).message));
      await pass(300);
    }
    await pass(45_000);
    expect(told).toEqual(Array(200).fill(silence));
    silent.close();
  });

  it('gives nobody up while a connection is being opened beside the one that is refused', async () => {
    const outcomes: ((refuse: boolean) => void)[] = [];
    const opening = (): Promise<MailConnection> =>
      new Promise<boolean>((resolve) => outcomes.push(resolve)).then((isRefused) =>
        isRefused ? Promise.reject(new Error('421 Enough')) : open(),
      );
    const slow = new ConnectionPool(opening, new ConnectionLimit(MOST, performance.now()));
    const first = slow.acquire(60_000, {});
    await pass(10);
    const second = slow.acquire(60_000, {});
    outcomes[0]?.(true);
    await pass(100);
    outcomes[1]?.(false);
    const connection = await first;
    slow.release(connection, 'accepted');
    expect(await second).toBe(connection);
    slow.close();
  });
});
