import { Database, Logger, isOutage } from '@carillon/platform';
import { ServerLink, type TestDatabase, eventually, testDatabase } from '@carillon/testing';

describe('the database of a service', () => {
  let server: TestDatabase;
  let link: ServerLink;
  let lines: { level: string; msg: string }[];
  let log: Logger;

  beforeAll(async () => {
    server = await testDatabase();
  });
  beforeEach(async () => {
    link = await ServerLink.to(server.mongoUrl);
    lines = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    log = Logger.create('test', 'info', { write });
  });
  afterEach(() => link.close());
  afterAll(() => server.drop());

  it('is waited for at boot, which is said once, as is its arrival', async () => {
    link.cut();
    const connecting = Database.connect(addressBy(link), server.name, log);
    await eventually(() => link.refused > 3);
    link.mend();
    const database = await connecting;
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'waiting for the database'],
      ['info', 'the database is available now'],
    ]);
    expect(await database.isReady()).toBe(true);
    await database.onApplicationShutdown();
  });

  it('is there without being waited for where it can be spared, and gets its indexes when it comes', async () => {
    link.cut();
    const database = Database.open(addressBy(link), server.name, log);
    const things = database.collection('spared', [{ key: { expiresAt: 1 }, name: 'expiry' }]);
    await database.onModuleInit();
    await eventually(() => link.refused > 1);
    expect(await database.isReady()).toBe(false);
    link.mend();
    await eventually(async () => (await things.indexes().catch(() => [])).length === 2);
    await eventually(() => lines.at(-1)?.msg === 'the database is available now');
    expect(lines).toHaveLength(2);
    await database.onApplicationShutdown();
  });

  it('is known to be away in time when it freezes, so that nothing waits for it for long', async () => {
    const database = await Database.connect(addressBy(link), server.name, log);
    link.freeze();
    const begin = performance.now();
    const error: unknown = await database.db
      .collection('things')
      .findOne({})
      .catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    expect(performance.now() - begin).toBeLessThan(25_000);
    await database.onApplicationShutdown();
  }, 60_000);

  describe('in a transaction', () => {
    let database: Database;
    beforeAll(async () => {
      database = await Database.connect(
        server.mongoUrl,
        `${server.name}_transactions`,
        Logger.create('test', 'silent'),
      );
    });
    afterAll(async () => {
      await database.db.dropDatabase();
      await database.onApplicationShutdown();
    });
    const counters = () => database.collection<{ _id: string; count: number }>('counters');

    it('stores all of it or nothing', async () => {
      const error = new Error('no');
      const half = database.transaction(async (session) => {
        await counters().insertOne({ _id: 'half', count: 1 }, { session });
        throw error;
      });
      await expect(half).rejects.toBe(error);
      expect(await counters().countDocuments()).toBe(0);
      const whole = await database.transaction(async (session) => {
        await counters().insertMany(
          [
            { _id: 'a', count: 0 },
            { _id: 'b', count: 0 },
          ],
          { session },
        );
        return 'done';
      });
      expect(whole).toBe('done');
      expect(await counters().countDocuments()).toBe(2);
    });

    it('lets those who are in each other’s way go one after the other', async () => {
      await counters().insertOne({ _id: 'busy', count: 0 });
      const raise = () =>
        database.transaction(async (session) => {
          const found = await counters().findOne({ _id: 'busy' }, { session });
          await counters().updateOne(
            { _id: 'busy' },
            { $set: { count: (found?.count ?? 0) + 1 } },
            { session },
          );
        });
      await Promise.all(Array.from({ length: 20 }, raise));
      expect(await counters().findOne({ _id: 'busy' })).toMatchObject({ count: 20 });
    });

    it('tells an outage at once, and does not try for longer than the driver does', async () => {
      const away = await Database.connect(addressBy(link), server.name, log);
      link.cut();
      const begin = performance.now();
      const error: unknown = await away
        .transaction((session) => away.db.collection('things').insertOne({}, { session }))
        .catch((thrown: unknown) => thrown);
      expect(isOutage(error)).toBe(true);
      expect(performance.now() - begin).toBeLessThan(10_000);
      await away.onApplicationShutdown();
    });
  });
});

/** Of a replica set the driver would find the way around the link. */
function addressBy(link: ServerLink): string {
  const url = new URL(link.url);
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return url.href;
}
