import { mongo } from 'mongoose';
import { eventually, ownBroker, ownDatabase } from '@carillon/testing';
import { ManagementApi } from './management-api';

describe('a separate server of a spec file', () => {
  it('is a database at the same address with its data after a stop', async () => {
    const database = await ownDatabase();
    try {
      const client = new mongo.MongoClient(database.running.mongoUrl);
      const things = client.db('test').collection('things');
      await things.insertOne({ a: 1 }, { writeConcern: { w: 'majority', journal: true } });

      await database.stop();
      await database.start();

      expect(await things.countDocuments()).toBe(1);
      await client.close();
    } finally {
      await database.remove();
    }
  });

  it('is a database that does not respond while it is frozen, and can be stopped more than once', async () => {
    const database = await ownDatabase();
    const client = new mongo.MongoClient(database.running.mongoUrl, { serverSelectionTimeoutMS: 500 });
    const answers = () =>
      client
        .db('admin')
        .command({ ping: 1 }, { timeoutMS: 1_000 })
        .then(
          () => true,
          () => false,
        );
    const isSilent = async () => !(await answers());
    try {
      await eventually(answers);
      await database.freeze();
      await eventually(isSilent);
      await database.thaw();
      await eventually(answers);

      for (let round = 0; round < 2; round++) {
        await database.stop();
        expect(await answers()).toBe(false);
        await database.start();
        await eventually(answers);
      }
    } finally {
      await client.close();
      await database.remove();
    }
  }, 180_000);

  it('is a broker at the same address with its queues after a kill', async () => {
    const broker = await ownBroker();
    try {
      const { amqpUrl, managementUrl = '' } = broker.running;
      const api = new ManagementApi(managementUrl);
      await api.put(['queues', '/', 'kept'], { durable: true, arguments: { 'x-queue-type': 'quorum' } });

      await broker.kill();
      await broker.start();

      expect(broker.running.amqpUrl).toBe(amqpUrl);
      expect(await api.get('queues', '/', 'kept')).toMatchObject({ name: 'kept', type: 'quorum' });
    } finally {
      await broker.remove();
    }
  });
});
