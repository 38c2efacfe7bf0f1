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
});

/** Of a replica set the driver would find the way around the link. */
function addressBy(link: ServerLink): string {
  const url = new URL(link.url);
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return url.href;
}
