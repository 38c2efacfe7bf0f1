import { mongo } from 'mongoose';
import { type TestBroker, type TestDatabase, testBroker, testDatabase } from '@carillon/testing';
import { ManagementApi } from './servers/management-api';

describe('the broker of a spec file', () => {
  let broker: TestBroker;
  beforeAll(async () => {
    broker = await testBroker();
  });
  afterAll(() => broker.remove());

  it('starts without queues', async () => {
    expect(await broker.queues()).toEqual([]);
  });

  it('lists a queue with its declared arguments, and deletes it', async () => {
    const api = new ManagementApi(process.env.AMQP_MANAGEMENT_URL ?? '');
    const declared = { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 3 } };
    await api.put(['queues', broker.vhost, 'a.queue'], declared);

    expect(await broker.queue('a.queue')).toMatchObject({ type: 'quorum', ...declared });

    await broker.deleteQueue('a.queue');
    expect(await broker.queue('a.queue')).toBeUndefined();
  });
});

describe('the database of a spec file', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });

  it('is empty, writable with a majority, and removed by drop', async () => {
    expect(await database.db.collections()).toEqual([]);
    await database.db
      .collection('things')
      .insertOne({ a: 1 }, { writeConcern: { w: 'majority', journal: true } });
    await database.drop();
    const client = await new mongo.MongoClient(database.mongoUrl).connect();
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    await client.close();
    expect(databases.map(({ name }) => name)).not.toContain(database.name);
  });
});
