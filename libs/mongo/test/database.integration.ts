import { withDeadline } from '@carillon/messaging';
import {
  Database,
  type Plain,
  collection,
  classify,
  connectionTo,
  isDuplicateKey,
  isOutage,
  readLimitMs,
} from '@carillon/mongo';
import { Logger } from '@carillon/platform';
import { ServerLink, type TestDatabase, eventually, testDatabase } from '@carillon/testing';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Connection, type Model, MongooseError } from 'mongoose';

@Schema(collection('counters'))
class CounterRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: Number }) count!: number;
  @Prop({ type: Object }) facts?: object;
  @Prop({ type: Date }) expiresAt?: Date;
}

type Counter = Plain<CounterRecord>;

const CounterSchema = SchemaFactory.createForClass(CounterRecord).index({ expiresAt: 1 }, { name: 'expiry' });

describe('the database of a service', () => {
  let server: TestDatabase;
  let link: ServerLink;
  let lines: { level: string; msg: string }[];
  let log: Logger;
  let connections: Connection[];

  beforeAll(async () => {
    server = await testDatabase();
  });
  beforeEach(async () => {
    link = await ServerLink.to(server.mongoUrl);
    lines = [];
    connections = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    log = Logger.create('test', 'info', { write });
  });
  afterEach(async () => {
    link.restore();
    for (const connection of connections) await connection.close();
    await link.close();
  });
  afterAll(() => server.drop());

  /** The database through the link, unless a URL is given, with the collection of counters. */
  function open(url = addressBy(link), isSpared = false): { database: Database; counters: Model<Counter> } {
    const address = { url, name: server.name };
    const connection = connectionTo(address);
    connections.push(connection);
    const counters = connection.model<Counter>(CounterRecord.name, CounterSchema);
    return { database: new Database(connection, address, log, isSpared), counters };
  }

  it('delays the start until it is available, and logs the wait and its end once each', async () => {
    link.cut();
    const { database } = open();
    const connecting = database.whenConnected();
    await eventually(() => link.refused > 3);
    link.restore();
    await connecting;
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'waiting for the database'],
      ['info', 'the database is available'],
    ]);
    expect(await database.isReady()).toBe(true);
  });

  it('ends reads whose caller has stopped waiting', async () => {
    const { database, counters } = open(server.mongoUrl);
    await database.whenConnected();
    await counters.insertMany(Array.from({ length: 3_000 }, (_, n) => ({ _id: `slow ${n}`, count: n })));
    // Each document takes several milliseconds, because the server ends a read between two documents.
    const input = { $range: [0, 20_000] };
    const sum = { $reduce: { input, initialValue: '$count', in: { $add: ['$$value', '$$this'] } } };
    const slow = { $expr: { $lt: [sum, 0] } };
    const reads = [
      () => counters.find(slow).lean(),
      () => counters.findOne(slow).lean(),
      () => counters.countDocuments(slow),
      () => counters.distinct('count', slow),
      () => counters.aggregate([{ $match: slow }]),
      () => counters.collection.find(slow).maxTimeMS(readLimitMs()).toArray(),
    ];
    for (const read of reads) {
      // Long enough for a busy machine to start in time. Work that starts later has no caller whose time limit could
      // apply.
      const failure = await withDeadline(1_000, async () => read()).catch((error: unknown) => error);
      expect(classify(failure)).toMatchObject({
        code: 'service_unavailable',
        detail: 'The database takes too long',
      });
    }
    const current = await database.connection.db?.admin().command({ currentOp: 1, ns: /counters$/ });
    expect(current?.inprog).toEqual([]);
  });

  it('does not delay the start if its address is invalid', async () => {
    await expect(open('mongodb://').database.whenConnected()).rejects.toThrow('uri');
  });

  it('does not delay the start if it is optional, and gets its indexes when it is available', async () => {
    link.cut();
    const { database, counters } = open(addressBy(link), true);
    await database.onModuleInit();
    await eventually(() => lines.length === 1);
    expect(await database.isReady()).toBe(false);
    const early: unknown = await counters
      .findOne()
      .lean()
      .catch((thrown: unknown) => thrown);
    expect(isOutage(early)).toBe(true);
    link.restore();
    await eventually(async () => (await counters.listIndexes().catch(() => [])).length === 2);
    await eventually(() => lines.at(-1)?.msg === 'the database is available');
    expect(lines).toHaveLength(2);
  });

  it('is not considered unavailable after a misuse of the driver', () => {
    expect(isOutage(new MongooseError('Query was already executed: Counter.findOne({})'))).toBe(false);
  });

  it('does not delay the stop of a service', async () => {
    link.cut();
    const { database } = open(addressBy(link), true);
    await eventually(() => link.refused > 1);
    database.beforeApplicationShutdown();
    await expect(database.whenConnected()).rejects.toThrow();
    const { refused } = link;
    await expect(database.now()).rejects.toThrow();
    expect(link.refused).toBe(refused);
  });

  it('is soon considered unavailable when it freezes', async () => {
    const { database, counters } = open();
    await database.whenConnected();
    link.freeze();
    const begin = performance.now();
    const error: unknown = await counters
      .findOne()
      .lean()
      .catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
    expect(performance.now() - begin).toBeLessThan(25_000);
  });

  it('is considered unavailable when all inserts of a bulk fail', async () => {
    const { database, counters } = open();
    await database.whenConnected();
    link.cut();
    const error: unknown = await counters
      .insertMany([{ _id: 'a', count: 1 }], { lean: true })
      .catch((thrown: unknown) => thrown);
    expect(isOutage(error)).toBe(true);
  });

  describe('through Mongoose', () => {
    let counters: Model<Counter>;
    beforeEach(async () => {
      const opened = open(server.mongoUrl);
      counters = opened.counters;
      await opened.database.whenConnected();
      await counters.deleteMany({});
    });

    it('refuses a filter by a path that the schema does not know, instead of matching all documents', async () => {
      await counters.insertOne({ _id: 'a', count: 1 });
      await expect(counters.deleteMany({ owner: 'b' })).rejects.toThrow('owner');
      await expect(counters.findOne({ owner: 'b' }).lean()).rejects.toThrow('owner');
      expect(await counters.countDocuments()).toBe(1);
    });

    it('refuses an update of a field that the schema does not know', async () => {
      await counters.insertOne({ _id: 'a', count: 1 });
      await expect(counters.updateOne({ _id: 'a' }, { $set: { color: 'red' } })).rejects.toThrow('color');
    });

    it('stores documents unchanged, including empty objects', async () => {
      await counters.insertOne({ _id: 'a', count: 1, facts: {} });
      await counters.updateOne({ _id: 'b' }, { $set: { count: 2 } }, { upsert: true });
      expect(await counters.find().sort({ _id: 1 }).lean()).toEqual([
        { _id: 'a', count: 1, facts: {} },
        { _id: 'b', count: 2 },
      ]);
    });

    it('waits for a majority and its journal with every write', async () => {
      const db = counters.db.useDb(server.name).db;
      await db?.command({ profile: 2 });
      await counters.insertOne({ _id: 'a', count: 1 });
      await counters.insertMany([{ _id: 'b', count: 1 }], { lean: true });
      await counters.findOneAndUpdate({ _id: 'a' }, { $inc: { count: 1 } }).lean();
      await db?.command({ profile: 0 });
      const seen = await db
        ?.collection<{ command: { writeConcern: object } }>('system.profile')
        .find({ ns: `${server.name}.counters` })
        .toArray();
      expect(seen?.map(({ command }) => command.writeConcern)).toEqual(
        Array.from({ length: 3 }, () => ({ w: 'majority', j: true })),
      );
    });

    it('reads only majority-committed data from the primary, regardless of the URL', async () => {
      const loose = 'w=1&journal=false&readConcernLevel=local&readPreference=nearest&retryWrites=false';
      const opened = open(`${server.mongoUrl}&${loose}`);
      await opened.database.whenConnected();
      const { db } = opened.database.connection;
      await db?.command({ profile: 2 });
      await opened.counters.insertOne({ _id: 'c', count: 1 });
      await opened.counters.find().lean();
      await opened.counters.findOne({ _id: 'c' }).lean();
      await opened.counters.aggregate([{ $match: { count: 1 } }]);
      await db?.command({ profile: 0 });
      const seen = await db
        ?.collection<{ command: { readConcern?: object; writeConcern?: object } }>('system.profile')
        .find({ ns: `${server.name}.counters` })
        .sort({ $natural: -1 })
        .limit(4)
        .toArray();
      const asked = seen?.map(({ command: { readConcern, writeConcern } }) => readConcern ?? writeConcern);
      const read = { level: 'majority' };
      expect(asked).toEqual([read, read, read, { w: 'majority', j: true }]);
      expect(db?.readPreference.mode).toBe('primary');
    });

    it('reads plain objects only', async () => {
      await counters.insertOne({ _id: 'a', count: 1 });
      await expect(counters.findOne({ _id: 'a' })).rejects.toThrow('lean()');
      await expect(counters.find()).rejects.toThrow('lean()');
    });

    it('names the index that already contains the value', async () => {
      await counters.insertOne({ _id: 'a', count: 1 });
      const error: unknown = await counters
        .insertOne({ _id: 'a', count: 2 })
        .catch((thrown: unknown) => thrown);
      expect([isDuplicateKey(error), isDuplicateKey(error, '_id_'), isDuplicateKey(error, 'other')]).toEqual([
        true,
        true,
        false,
      ]);
    });
  });

  describe('in a transaction', () => {
    let database: Database;
    let counters: Model<Counter>;
    beforeEach(async () => {
      ({ database, counters } = open(server.mongoUrl));
      await database.whenConnected();
      await counters.deleteMany({});
    });

    it('stores all writes or none', async () => {
      const error = new Error('no');
      const half = database.transaction(async (session) => {
        await counters.insertOne({ _id: 'half', count: 1 }, { session });
        throw error;
      });
      await expect(half).rejects.toBe(error);
      expect(await counters.countDocuments()).toBe(0);
      const whole = await database.transaction(async (session) => {
        await counters.insertOne({ _id: 'a', count: 0 }, { session });
        await counters.insertOne({ _id: 'b', count: 0 }, { session });
        return 'done';
      });
      expect(whole).toBe('done');
      expect(await counters.countDocuments()).toBe(2);
    });

    it('runs conflicting transactions one after the other', async () => {
      await counters.insertOne({ _id: 'busy', count: 0 });
      const raise = () =>
        database.transaction(async (session) => {
          const found = await counters.findById('busy', null, { session }).lean();
          const set = { count: (found?.count ?? 0) + 1 };
          await counters.updateOne({ _id: 'busy' }, { $set: set }, { session });
        });
      await Promise.all(Array.from({ length: 20 }, raise));
      expect(await counters.findById('busy').lean()).toMatchObject({ count: 20 });
    });

    it('reports an outage at once, and does not retry for longer than the driver', async () => {
      const away = open();
      await away.database.whenConnected();
      link.cut();
      const begin = performance.now();
      const error: unknown = await away.database
        .transaction((session) => away.counters.updateOne({ _id: 'x' }, { count: 1 }, { session }))
        .catch((thrown: unknown) => thrown);
      expect(isOutage(error)).toBe(true);
      expect(performance.now() - begin).toBeLessThan(10_000);
    });
  });
});

/** Connects directly, because in a replica set the driver would bypass the link. */
function addressBy(link: ServerLink): string {
  const url = new URL(link.url);
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return url.href;
}
