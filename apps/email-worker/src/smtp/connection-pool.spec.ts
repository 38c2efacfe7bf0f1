import { ConnectionPool } from './connection-pools';
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
    pool = new ConnectionPool(open, 0);
  });
  afterEach(() => pool.close());

  it('has as many connections as are claimed, and closes those of a lease that ends', async () => {
    const end = pool.claim(2);
    pool.claim(1);
    for (const connection of await acquire(3)) pool.release(connection);
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
    if (one) pool.release(one);
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
    if (first) pool.release(first);
    await new Promise(setImmediate);
    expect(given).toEqual([first, first]);
    if (first) pool.release(first);
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
    if (first) pool.release(first);
    expect(await next).toEqual([first]);
    expect(opened).toHaveLength(2);
  });

  it('keeps a connection that is over from everybody else while a mail is in flight on it', async () => {
    void pool.claim(1);
    depth = 2;
    const [first] = await acquire(1);
    const both = acquire(2);
    if (first) pool.release(first);
    await both;
    if (opened[0]) opened[0].isUsable = false;
    const next = acquire(1);
    if (first) pool.release(first);
    await new Promise(setImmediate);
    expect(opened).toHaveLength(1);
    if (first) pool.release(first);
    expect(await next).not.toContain(first);
    expect(opened).toHaveLength(2);
  });
});
