import { ConnectionPool } from './connection-pools';
import type { MailConnection } from './mail-connection';

const WAIT_MS = 1_000;

describe('a pool of counted connections', () => {
  const opened: { isUsable: boolean }[] = [];
  const open = (): Promise<MailConnection> => {
    const connection = {
      isUsable: true,
      recover: () => Promise.resolve(true),
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

  beforeEach(() => {
    opened.length = 0;
    pool = new ConnectionPool(open, 0);
  });
  afterEach(() => pool.close());

  it('has as many connections as are claimed, and closes those of a lease that ends', async () => {
    const end = pool.claim(2);
    pool.claim(1);
    for (const connection of await acquire(3)) await pool.release(connection);
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
    if (one) await pool.release(one);
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
});
