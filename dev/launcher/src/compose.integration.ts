import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MessagingConnection } from '@carillon/messaging';
import { type LocalServerOptions, docker, startBroker, startDatabase } from '@carillon/local-services';
import { testDatabase } from '@carillon/testing';
import { withoutServers } from '@carillon/testing/servers';
import { Compose } from './compose';

const environment = withoutServers();

/**
 * Whether this machine can run the broker and the database of docker-compose.yml. If it can, the launcher must use
 * them.
 */
async function hasDocker(): Promise<boolean> {
  const asked = [
    ['compose', 'version'],
    ['image', 'inspect', 'rabbitmq:4', 'mongo:8'],
  ];
  return Promise.all(asked.map((words) => docker(words, { environment }))).then(
    () => true,
    () => false,
  );
}

describe('the broker and the database of a stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-'));
  const compose = new Compose(folder);
  const started = new Set<string>();
  const options = (name: string): LocalServerOptions => ({
    directory: join(folder, name),
    programs: resolve('.carillon', 'programs'),
    environment,
    note: () => undefined,
    witness: {
      started: (orphan) => void started.add(JSON.stringify(orphan)),
      ended: (orphan) => void started.delete(JSON.stringify(orphan)),
    },
  });
  const bringUp = () =>
    Promise.all([
      startBroker(options('broker'), (image) => compose.broker(image, options('broker'))),
      startDatabase(options('database'), (image) => compose.database(image, options('database'))),
    ]);

  const removeData = async (): Promise<void> => {
    if (await hasDocker()) await compose.removeData(environment);
  };
  const volumes = (): Promise<string> => docker(['volume', 'ls', '-q'], { environment }).catch(() => '');

  afterAll(async () => {
    await removeData();
    await rm(folder, { recursive: true, force: true });
  });

  it('run in Docker Compose if possible, keep their data, and leave no containers running', async () => {
    const [broker, database] = await bringUp();
    const docked = await hasDocker();
    expect(broker.origin).toMatch(docked ? /^Docker \(rabbitmq:4\)$/ : /rabbitmq-server$/);
    expect(database.origin).toMatch(docked ? /^Docker \(mongo:8\)$/ : /mongod$/);
    const connection = new MessagingConnection({
      url: broker.amqpUrl,
      service: 'gateway',
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await connection.connect();
    await connection.close();
    const stored = await testDatabase(database.mongoUrl);
    const things = stored.db.collection('things');
    await things.insertOne({}, { writeConcern: { w: 'majority', journal: true } });

    await Promise.all([broker.stop(), database.stop()]);
    await Promise.all([broker.exited, database.exited]);
    expect(started).toEqual(new Set());
    const again = await bringUp();

    expect(again[0].amqpUrl).toBe(broker.amqpUrl);
    expect(again[1].mongoUrl).toBe(database.mongoUrl);
    expect(await things.countDocuments()).toBe(1);
    await stored.drop();
    await Promise.all(again.map((server) => server.kill()));
    expect((await volumes()).includes(compose.project)).toBe(docked);
    expect(started).toEqual(new Set());
  }, 180_000);

  it('are empty after their data was removed', async () => {
    await removeData();
    expect(await volumes()).not.toContain(compose.project);
  });
});
