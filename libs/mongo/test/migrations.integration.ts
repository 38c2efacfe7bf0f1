import { type Migration, collection, connectionTo, dropIndex, migrate } from '@carillon/mongo';
import { Logger } from '@carillon/platform';
import { type TestDatabase, eventually, testDatabase } from '@carillon/testing';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Connection, Schema as MongooseSchema } from 'mongoose';
import { checkSchema } from '../src/migrations';

@Schema(collection('letters'))
class LetterRecord {
  @Prop({ type: String }) readonly _id!: string;
  @Prop({ type: String }) to!: string;
  @Prop({ type: Date }) expiresAt!: Date;
}

type Line = Record<string, unknown> & { level: string; msg: string };

describe('the migrations of a service', () => {
  let server: TestDatabase;
  let lines: Line[];
  let log: Logger;
  const connections: Connection[] = [];

  beforeEach(async () => {
    server = await testDatabase();
    lines = [];
    log = Logger.create('test', 'info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  });
  afterEach(async () => {
    for (const connection of connections.splice(0)) await connection.close();
    await server.drop();
  });

  async function connected(schema: MongooseSchema = plain()): Promise<Connection> {
    const connection = connectionTo({ url: server.mongoUrl, name: server.name });
    connections.push(connection);
    connection.model(LetterRecord.name, schema);
    await connection.asPromise();
    return connection;
  }
  const plain = (): MongooseSchema => SchemaFactory.createForClass(LetterRecord);
  const ran: string[] = [];
  beforeEach(() => void (ran.length = 0));
  const step = (number: number, more: Partial<Migration> = {}): Migration => ({
    number,
    name: `step-${number}`,
    run: () => Promise.resolve(void ran.push(`step-${number}`)),
    ...more,
  });
  const errors = (): string[] => lines.filter(({ level }) => level === 'error').map(({ msg }) => msg);

  it('are applied in their order, each once', async () => {
    const connection = await connected();
    expect(await migrate(connection, [step(2), step(1)], { log })).toEqual({
      applied: ['step-1', 'step-2'],
      replacedIndexes: 0,
    });
    expect((await migrate(connection, [step(3), step(1), step(2)], { log })).applied).toEqual(['step-3']);
    expect(ran).toEqual(['step-1', 'step-2', 'step-3']);
  });

  it('are applied by one process at a time, while another waits and then finds nothing to do', async () => {
    let finish = (): void => undefined;
    const begun = new Promise<void>((begin) => {
      const slow = step(1, {
        run: () =>
          new Promise((done) => {
            finish = done;
            begin();
          }),
      });
      void connected().then((connection) => migrate(connection, [slow], { log, lockMs: 3_000 }));
    });
    await begun;
    const connection = await connected();
    const until = async (): Promise<number> =>
      Number((await connection.collection('migrationLock').findOne({}))?.until);
    const atFirst = await until();
    const second = migrate(connection, [step(1)], { log, lockMs: 3_000 });
    // The first process renews its lock for longer than the lock would have lasted.
    await eventually(async () => (await until()) > atFirst + 3_000);
    expect(lines.map(({ msg }) => msg)).toContain('waiting for another process that migrates this database');
    finish();
    expect(await second).toEqual({ applied: [], replacedIndexes: 0 });
    expect(ran).toEqual([]);
  });

  it('continue after a process that died, when its lock has expired', async () => {
    const dead = await connected();
    await dead.collection('migrationLock').insertOne({
      _id: 'lock' as never,
      holder: 'dead',
      until: new Date(Date.now() + 1_000),
    });
    expect((await migrate(await connected(), [step(1)], { log })).applied).toEqual(['step-1']);
  });

  it('stop at a failed migration, which is applied again next time', async () => {
    const connection = await connected();
    const fails = step(2, { run: () => Promise.reject(new Error('No space')) });
    await expect(migrate(connection, [step(1), fails, step(3)], { log })).rejects.toThrow('No space');
    expect((await migrate(connection, [step(1), step(2), step(3)], { log })).applied).toEqual([
      'step-2',
      'step-3',
    ]);
    expect(ran).toEqual(['step-1', 'step-2', 'step-3']);
  });

  it('may drop an unused index, even if it no longer exists', async () => {
    const connection = await connected(plain().index({ to: 1 }, { name: 'old' }));
    await checkSchema(connection, [], log);
    for (let times = 0; times < 2; times++) await dropIndex(connection, 'letters', 'old');
    const names = (await connection.collection('letters').indexes()).map(({ name }) => name);
    expect(names).toEqual(['_id_']);
    await dropIndex(connection, 'nothing', 'old');
  });

  describe('at the start of the service', () => {
    it('are complete in an empty database', async () => {
      const connection = await connected();
      await checkSchema(connection, [step(1)], log);
      expect(errors()).toEqual([]);
      expect((await migrate(connection, [step(1)], { log })).applied).toEqual([]);
    });

    it('are reported as missing if data is stored, together with the command to run', async () => {
      const connection = await connected();
      await connection.collection('letters').insertOne({ to: 'Ada' });
      await checkSchema(connection, [step(1)], log);
      expect(errors()).toEqual(['the database lacks migrations: npm run migrate applies them']);
      expect(lines.at(-1)).toMatchObject({ missing: ['1 step-1'] });
    });

    it('of a later release are ignored, so that a release can be rolled back', async () => {
      await migrate(await connected(), [step(1), step(2)], { log });
      await checkSchema(await connected(), [step(1)], log);
      expect(errors()).toEqual([]);
    });

    it('of a later release prevent the start of an earlier one if they are incompatible', async () => {
      await migrate(await connected(), [step(1), step(2, { breaking: true })], { log });
      await expect(checkSchema(await connected(), [step(1)], log)).rejects.toThrow(
        /The database has migration 2 \(step-2\) of release .*, after which this release cannot use it/,
      );
    });
  });

  describe('an index that has changed', () => {
    const lettersOf = (connection: Connection) => connection.collection('letters');
    const shapeOf = async (connection: Connection, name: string) =>
      (await lettersOf(connection).indexes()).find((index) => index.name === name);

    it.each<[string, MongooseSchema, MongooseSchema, object]>([
      [
        'in its options',
        plain().index({ to: 1 }, { name: 'by address' }),
        plain().index({ to: 1 }, { name: 'by address', unique: true }),
        { unique: true },
      ],
      [
        'in its keys',
        plain().index({ to: 1 }, { name: 'by address' }),
        plain().index({ to: 1, _id: 1 }, { name: 'by address' }),
        { key: { to: 1, _id: 1 } },
      ],
      [
        'in its name',
        plain().index({ to: 1 }, { name: 'before' }),
        plain().index({ to: 1 }, { name: 'by address' }),
        { key: { to: 1 } },
      ],
      [
        'in the time after which documents expire',
        plain().index({ expiresAt: 1 }, { name: 'by address', expireAfterSeconds: 60 }),
        plain().index({ expiresAt: 1 }, { name: 'by address', expireAfterSeconds: 90 }),
        { expireAfterSeconds: 90 },
      ],
    ])(
      '%s does not prevent the service from starting, and is replaced by the command',
      async (_, a, b, wanted) => {
        await checkSchema(await connected(a), [], log);
        const connection = await connected(b);
        await checkSchema(connection, [], log);
        expect(errors()).toEqual(['an index differs from its definition: npm run migrate replaces it']);
        expect(lines.at(-1)).toMatchObject({ collection: 'letters', index: 'by address' });
        expect((await migrate(connection, [], { log })).replacedIndexes).toBe(1);
        expect(await shapeOf(connection, 'by address')).toMatchObject(wanted);
        expect((await migrate(connection, [], { log })).replacedIndexes).toBe(0);
      },
    );

    it('stays unchanged when the new index cannot be built', async () => {
      const before = await connected(plain().index({ to: 1 }, { name: 'by address' }));
      await checkSchema(before, [], log);
      await lettersOf(before).insertMany([{ to: 'Ada' }, { to: 'Ada' }]);
      const after = await connected(plain().index({ to: 1 }, { name: 'by address', unique: true }));
      await expect(migrate(after, [], { log })).rejects.toThrow(/duplicate key/);
      expect(await shapeOf(after, 'by address')).toMatchObject({ key: { to: 1 } });
    });
  });
});
