import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@carillon/contracts';
import { type TestDatabase, testDatabase } from '@carillon/testing';
import type { Document, MongoClient } from 'mongodb';
import { mongo } from 'mongoose';
import { version } from '../../../package.json';
import { connect, reasonOf } from './database';
import { holdCampaigns } from './hold-campaigns';
import { makeBackup } from './make-backup';
import type { Manifest } from './manifest';
import { checkBackup, restoreBackup } from './restore-backup';

describe('a backup', () => {
  let database: TestDatabase;
  let client: MongoClient;
  let place: string;
  let folder: string;

  beforeEach(async () => {
    database = await testDatabase();
    ({ client } = database.db);
    place = mkdtempSync(join(tmpdir(), 'backup-'));
    folder = join(place, 'first');
  });
  afterEach(async () => {
    rmSync(place, { recursive: true });
    await database.drop();
  });

  const prefix = (name: string): string => `${database.name}_${name}_`;
  const stored = (stage: string, service: string, name: string) =>
    client.db(`${prefix(stage)}${service}`).collection<Document & { _id: unknown }>(name);

  it('restores every document and index with their types', async () => {
    const original = stored('a', 'campaign', 'things');
    const types = {
      _id: new mongo.ObjectId(),
      long: mongo.Long.fromNumber(5),
      int: new mongo.Int32(5),
      double: new mongo.Double(5),
      at: new Date(),
      bytes: new mongo.Binary(Buffer.from('abc')),
      nested: { list: [1, 'two', null] },
    };
    await original.insertOne(types);
    await original.insertMany(Array.from({ length: 2_500 }, (_, n) => ({ _id: n, text: 'x'.repeat(n * 3) })));
    await original.createIndexes([
      { key: { text: 1 }, name: 'byText', partialFilterExpression: { long: { $exists: true } } },
    ]);
    await stored('a', 'account', 'users').insertOne({ _id: 'u' });
    expect(await makeBackup(client, prefix('a'), folder)).toMatchObject({ format: 1 });
    await restoreBackup(client, prefix('b'), folder);
    const copy = stored('b', 'campaign', 'things');
    const raw = { raw: true, sort: { _id: 1 } } as const;
    const bytesOf = async (collection: typeof copy): Promise<string[]> =>
      ((await collection.find({}, raw).toArray()) as unknown as Uint8Array[]).map((bytes) =>
        Buffer.from(bytes).toString('base64'),
      );
    expect(await bytesOf(copy)).toEqual(await bytesOf(original));
    expect(await copy.indexes()).toEqual(await original.indexes());
    expect(await stored('b', 'account', 'users').countDocuments()).toBe(1);
  });

  it('is a snapshot of one moment despite concurrent writes', async () => {
    const [first, second] = [stored('a', 'campaign', 'ones'), stored('a', 'dispatcher', 'twos')];
    const pairs = Array.from({ length: 2_000 }, (_, n) => ({ _id: n, text: 'x'.repeat(2_000) }));
    await first.insertMany(pairs);
    await second.insertMany(pairs);
    const done = new AbortController();
    const writing = (async () => {
      for (let n = 2_000; !done.signal.aborted; n++) {
        await second.insertOne({ _id: n });
        await first.insertOne({ _id: n });
      }
    })();
    await makeBackup(client, prefix('a'), folder);
    done.abort();
    await writing;
    await restoreBackup(client, prefix('b'), folder);
    const [ones, twos] = await Promise.all([
      stored('b', 'campaign', 'ones').countDocuments(),
      stored('b', 'dispatcher', 'twos').countDocuments(),
    ]);
    expect([twos, twos - 1]).toContain(ones);
    expect(await first.countDocuments()).toBeGreaterThan(ones);
  });

  it('is refused as a whole if a file is damaged, truncated, or missing', async () => {
    await stored('a', 'account', 'users').insertMany([{ _id: 'ann' }, { _id: 'bob' }]);
    const { collections } = await makeBackup(client, prefix('a'), folder);
    const file = join(folder, collections[0]?.file ?? '');
    const whole = readFileSync(file);
    const broken = Buffer.from(whole);
    broken[whole.length - 6] = (whole[whole.length - 6] ?? 0) ^ 0xff;
    for (const content of [broken, whole.subarray(0, -12), Buffer.alloc(0)]) {
      writeFileSync(file, content);
      await expect(restoreBackup(client, prefix('b'), folder)).rejects.toThrow();
    }
    rmSync(file);
    await expect(checkBackup(folder)).rejects.toThrow('ENOENT');
    await expect(checkBackup(place)).rejects.toThrow('There is no backup');
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    expect(databases.filter(({ name }) => name.startsWith(prefix('b')))).toEqual([]);
  });

  it('names a truncated file, or reports a truncated list', async () => {
    await stored('a', 'account', 'users').insertMany([{ _id: 'ann' }, { _id: 'bob' }]);
    await makeBackup(client, prefix('a'), folder);
    const cut = (name: string): void => {
      const whole = readFileSync(join(folder, name));
      writeFileSync(join(folder, name), whole.subarray(0, whole.length - 12));
    };
    cut('account/users.bson.gz');
    await expect(checkBackup(folder)).rejects.toThrow(/users\.bson\.gz is damaged or cut off$/);
    cut('backup.json');
    await expect(checkBackup(folder)).rejects.toThrow('backup.json is damaged');
  });

  it('leaves nothing behind after a failure, so that it can be repeated', async () => {
    await stored('a', 'account', 'no/file').insertOne({ _id: 'ann' });
    await expect(makeBackup(client, prefix('a'), folder)).rejects.toThrow('ENOENT');
    expect(existsSync(folder)).toBe(false);
    await stored('a', 'account', 'no/file').drop();
    await stored('a', 'account', 'users').insertOne({ _id: 'ann' });
    await expect(makeBackup(client, prefix('a'), folder)).resolves.toMatchObject({ release: version });
  });

  describe('with a changed list', () => {
    const rewrite = (change: (manifest: Manifest) => void): void => {
      const file = join(folder, 'backup.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      change(manifest);
      writeFileSync(file, JSON.stringify(manifest));
    };
    beforeEach(async () => {
      await stored('a', 'account', 'users').insertOne({ _id: 'ann' });
      await makeBackup(client, prefix('a'), folder);
    });

    it('is restored only by its own release or a later one', async () => {
      rewrite((manifest) => (manifest.release = '10.0.0'));
      await expect(restoreBackup(client, prefix('b'), folder)).rejects.toThrow(
        'from release 10.0.0, but this is',
      );
      expect(await stored('b', 'account', 'users').countDocuments()).toBe(0);
      for (const [stage, release] of [
        ['c', '0.2.9'],
        ['d', undefined],
      ] as const) {
        rewrite((manifest) => Object.assign(manifest, { release }));
        await restoreBackup(client, prefix(stage), folder);
        expect(await stored(stage, 'account', 'users').countDocuments()).toBe(1);
      }
    });

    it('states what to drop when it is interrupted', async () => {
      rewrite(({ collections }) =>
        collections.forEach((each) => (each.indexes = [{ key: { name: 'no' }, name: 'x' }])),
      );
      const restoring = restoreBackup(client, prefix('b'), folder);
      await expect(restoring).rejects.toThrow(`Interrupted. Drop ${prefix('b')}account, and restore again`);
    });
  });

  it('states why a database is unavailable, without its password', async () => {
    const refused = await connect('mongodb://ann:hunter2@127.0.0.1:1/?authSource=admin', 100).catch(reasonOf);
    expect(refused).toBe('The database in MONGO_URL is unavailable: connect ECONNREFUSED 127.0.0.1:1');
    expect(refused).not.toContain('hunter2');
  });

  it('never overwrites data', async () => {
    await stored('a', 'account', 'users').insertOne({ _id: 'ann' });
    await makeBackup(client, prefix('a'), folder);
    await expect(makeBackup(client, prefix('a'), folder)).rejects.toThrow('EEXIST');
    await expect(restoreBackup(client, prefix('a'), folder)).rejects.toThrow(
      `${prefix('a')}account already exist`,
    );
  });

  describe('that was restored', () => {
    const campaign = (more: Document) => ({
      ...{
        _id: new mongo.ObjectId(newId()),
        rev: 3,
        run: 1,
        pending: [],
        scheduledAt: null,
        relayHeldUntil: null,
      },
      ...more,
    });
    const held = async (campaigns: ReturnType<typeof campaign>[], dispatches: Document[] = []) => {
      await stored('a', 'campaign', 'campaigns').insertMany(campaigns);
      if (dispatches.length > 0)
        await stored('a', 'dispatcher', 'dispatches').insertMany(dispatches as never[]);
      return holdCampaigns(client, prefix('a'));
    };
    const now = async ({ _id }: { _id: unknown }) =>
      stored('a', 'campaign', 'campaigns').findOne({ _id: _id as never });
    const types = (document: Document | null): string[] =>
      (document?.pending as { type: string }[]).map(({ type }) => type);

    it('pauses running campaigns, and sends nothing until an operator decides', async () => {
      const sending = campaign({ status: 'SENDING' });
      const done = campaign({ status: 'SENT' });
      const draft = campaign({ status: 'DRAFT' });
      const open = { _id: sending._id, run: 1, state: 'OPEN', wanted: 'OPEN' };
      expect(await held([sending, done, draft], [open])).toEqual({ paused: 1, unscheduled: 0, ended: 0 });
      expect(await now(sending)).toMatchObject({ status: 'PAUSED', rev: 4 });
      expect(types(await now(sending))).toEqual(['campaign.paused']);
      expect([await now(done), await now(draft)]).toEqual([done, draft]);
      expect(await stored('a', 'dispatcher', 'dispatches').findOne({})).toMatchObject({ state: 'PAUSED' });
    });

    it('repeats an order that was in the broker, also for a paused campaign', async () => {
      const [sending, paused] = [campaign({ status: 'SENDING' }), campaign({ status: 'PAUSED' })];
      await held([sending, paused]);
      for (const each of [sending, paused]) {
        expect(await now(each)).toMatchObject({ status: 'PAUSED', rev: 4 });
        expect(types(await now(each))).toEqual(['campaign.published', 'campaign.paused']);
      }
    });

    it('does not repeat an order that is still in the outbox', async () => {
      const sending = campaign({ status: 'SENDING', pending: [{ type: 'campaign.published', rev: 3 }] });
      await held([sending]);
      expect(types(await now(sending))).toEqual(['campaign.published', 'campaign.paused']);
    });

    it('ends a further run whose order is lost, so that it can be started again', async () => {
      const sending = campaign({ status: 'SENDING', run: 2 });
      const finished = { _id: sending._id, run: 1, state: 'DONE', wanted: 'OPEN' };
      expect(await held([sending], [finished])).toEqual({ paused: 0, unscheduled: 0, ended: 1 });
      expect(await now(sending)).toMatchObject({ status: 'SENT', run: 1, pending: [] });
    });

    it('ends campaigns that the dispatcher has completed', async () => {
      const sending = campaign({ status: 'SENDING' });
      const finishedAt = new Date(1_000);
      await held([sending], [{ _id: sending._id, run: 1, state: 'DONE', wanted: 'OPEN', finishedAt }]);
      expect(await now(sending)).toMatchObject({ status: 'SENT', finishedAt, pending: [] });
    });

    it('turns scheduled campaigns into drafts, because they may have been sent or canceled since', async () => {
      const due = campaign({ status: 'SCHEDULED', scheduledAt: new Date(Date.now() - 1_000) });
      const later = campaign({ status: 'SCHEDULED', scheduledAt: new Date(Date.now() + 60_000) });
      expect(await held([due, later])).toMatchObject({ unscheduled: 2 });
      for (const each of [due, later])
        expect(await now(each)).toMatchObject({ status: 'DRAFT', scheduledAt: null, rev: 4 });
    });

    it('ends dispatches of canceled, deleted, and missing campaigns', async () => {
      const cancelled = campaign({ status: 'CANCELLED' });
      const deleted = campaign({ status: 'SENDING_DELETED', deletedAt: new Date() });
      const gone = campaign({});
      const open = [cancelled, deleted, gone].map(({ _id }) => ({
        _id,
        run: 1,
        state: 'OPEN',
        wanted: 'OPEN',
      }));
      await held([cancelled, deleted], open);
      expect(types(await now(cancelled))).toEqual(['campaign.cancelled']);
      expect(types(await now(deleted))).toEqual(['campaign.deleted']);
      const left = await stored('a', 'dispatcher', 'dispatches').findOne({ _id: gone._id as never });
      expect(left).toMatchObject({ state: 'CANCELLED', ledger: 'DELETING' });
    });

    it('changes nothing when campaigns are paused again', async () => {
      const sending = campaign({ status: 'SENDING' });
      await held([sending]);
      const once = await now(sending);
      await holdCampaigns(client, prefix('a'));
      expect({ ...(await now(sending)), pausedAt: null }).toEqual({ ...once, pausedAt: null });
    });
  });
});
