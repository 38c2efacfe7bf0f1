import { createServer } from 'node:net';
import { mongo } from 'mongoose';
import { freshContext, ownDatabase, withoutServers } from '../../../testing/src/servers';

/** This test needs a local program, because a container keeps its port. */
const withoutDocker = { ...withoutServers(), DOCKER_HOST: 'unix:///nonexistent' };

describe('a database whose port was taken in the meantime', () => {
  it('starts on another port, with its data and writable', async () => {
    const database = await ownDatabase(freshContext(withoutDocker));
    try {
      const before = new URL(database.running.mongoUrl);
      const insert = async (): Promise<number> => {
        const client = new mongo.MongoClient(database.running.mongoUrl);
        const things = client.db('test').collection('things');
        await things.insertOne({}, { writeConcern: { w: 'majority', journal: true } });
        const count = await things.countDocuments();
        await client.close();
        return count;
      };
      expect(await insert()).toBe(1);
      await database.stop();
      const squatter = createServer().listen(Number(before.port), '127.0.0.1');

      await database.start();

      expect(new URL(database.running.mongoUrl).port).not.toBe(before.port);
      expect(await insert()).toBe(2);
      squatter.close();
    } finally {
      await database.remove();
    }
  });
});
