import { isDeepStrictEqual } from 'node:util';
import { connectionTo } from '@carillon/mongo';
import { type Db, ObjectId } from 'mongodb';
import type { Connection } from 'mongoose';
import { Completions } from '../src/dispatch/completions';
import { type DispatchDocument, DispatchRecord, DispatchSchema } from '../src/dispatch/dispatch';
import { DispatchOutbox } from '../src/dispatch/dispatch-outbox';
import { Dispatches } from '../src/dispatch/dispatches';
import { type BatchDocument, BatchRecord, BatchSchema } from '../src/ledger/batch';
import { BatchQueue } from '../src/ledger/batch-queue';
import { type Dispatcher, Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

/** The user has no webhooks. */
const nobodyAsks = { of: () => Promise.resolve(new Set<never>()) };

/** The record of a profiled query (MongoDB's database profiler). */
/** How long sending 6,000 messages may take on a busy machine (milliseconds). It measures nothing. */
const SENT_MS = 240_000;

interface ProfiledQuery {
  ns: string;
  planSummary?: string;
  keysExamined?: number;
  docsExamined?: number;
  command: Record<string, unknown>;
}

describe('frequent queries on a large ledger', () => {
  let fixture: Fixture;
  let dispatcher: Dispatcher;
  /** Connections that are used only by these tests. */
  let own: Connection;
  let db: Db;
  let queue: BatchQueue;
  let dispatches: Dispatches;
  let outbox: DispatchOutbox;
  let campaignId: string;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start();
    const { mongoUrl, name } = fixture.database;
    const address = { url: mongoUrl, name: `${name}_dispatcher` };
    own = await connectionTo(address).asPromise();
    db = own.getClient().db(address.name);
    queue = new BatchQueue(own.model<BatchDocument>(BatchRecord.name, BatchSchema));
    const dispatchModel = own.model<DispatchDocument>(DispatchRecord.name, DispatchSchema);
    dispatches = new Dispatches(dispatchModel, nobodyAsks);
    outbox = new DispatchOutbox(dispatchModel);
    const worker = new Worker(fixture);
    await worker.sendAll(await fixture.publish([members(6_000, 'done')]));
    campaignId = await fixture.publish([members(6_000, 'open')]);
    await until('the plan', async () => (await fixture.report(campaignId)).planning.done);
    await Promise.all([1, 2, 3].map(() => worker.takeNext(campaignId)));
  }, SENT_MS);
  afterAll(async () => {
    await own.close();
    await fixture.close();
  });

  /** All queries of batches and dispatches during some work. */
  async function profiledQueries(work: () => Promise<unknown>): Promise<ProfiledQuery[]> {
    await db.command({ profile: 2 });
    try {
      await work();
    } finally {
      await db.command({ profile: 0 });
    }
    const all = await db.collection<ProfiledQuery>('system.profile').find().toArray();
    await db.dropCollection('system.profile');
    return all.filter(({ ns, planSummary }) => /batches|dispatches/.test(ns) && planSummary !== undefined);
  }

  /**
   * Selects only the queries of the test, because the dispatcher makes its own queries in the meantime. Sessions are
   * reused.
   */
  async function profiledQueriesOf(run: () => Promise<unknown>): Promise<ProfiledQuery[]> {
    const mark = { _id: 'a mark' };
    const queries = await profiledQueries(async () => {
      await db.collection<{ _id: string }>('batches').findOne(mark);
      await run();
    });
    const marked = queries.findIndex(({ command }) => isDeepStrictEqual(command.filter, mark));
    const session = JSON.stringify(queries[marked]?.command.lsid);
    return queries.slice(marked + 1).filter(({ command }) => JSON.stringify(command.lsid) === session);
  }

  const cost = ({ keysExamined = 0, docsExamined = 0 }: ProfiledQuery): number => keysExamined + docsExamined;
  const longAgo = new Date(0);

  it.each<[string, () => Promise<unknown>, number]>([
    ['campaigns with due batches', () => queue.due('EMAIL', new Date()), 10],
    ['campaigns with new batches', () => queue.dueSince('EMAIL', new Date(), new Date()), 4],
    ['the batches in flight', () => queue.outstanding(), 100],
    ['a campaign’s next batches', () => queue.next(campaignId, 'EMAIL', new Date(), { limit: 4 }), 10],
    ['whether a campaign has open batches', () => queue.hasOpen(campaignId), 4],
    ['expired leases', () => queue.expiredLeases(longAgo, 500), 4],
    ['expired offers', () => queue.expiredOffers(longAgo, 500), 4],
    ['the waiting batches', () => queue.sumDue([campaignId], 'EMAIL', new Date(), { read: 3, most: 5 }), 10],
    ['the oldest event', () => outbox.oldestPending(), 4],
    ['overdue batches', async () => queue.overdue(longAgo, await dispatches.notOverdue(longAgo), 500), 4],
  ])('find %s with an index in few steps', async (_, run, steps) => {
    const [query, ...more] = await profiledQueriesOf(run);
    if (!query) throw new Error('No query was profiled');
    for (const { planSummary } of [query, ...more]) expect(planSummary).not.toContain('COLLSCAN');
    expect(cost(query)).toBeLessThanOrEqual(steps);
  });

  it('find the oldest unpublished event', async () => {
    expect(await outbox.oldestPending()).toBeNull();
    const { mongoUrl, name } = fixture.database;
    // Uses a collection from which no dispatcher publishes.
    const apart = await connectionTo({ url: mongoUrl, name: `${name}_apart` }).asPromise();
    const model = apart.model<DispatchDocument>(DispatchRecord.name, DispatchSchema);
    const ids = [2_000, 1_000, 3_000].map((seconds) => ObjectId.createFromTime(seconds).toHexString());
    await model.collection.insertMany(ids.map((id) => ({ _id: new ObjectId(), pending: [{ id }] }) as never));
    expect(await new DispatchOutbox(model).oldestPending()).toEqual(new Date(1_000_000));
    await apart.dropDatabase();
    await apart.close();
  });

  it('never read a whole collection periodically', async () => {
    const queries = await profiledQueries(async () => {
      dispatcher.get(Completions).check(campaignId);
      await until('some rounds', async () => (await fixture.stored('system.profile').countDocuments()) > 100);
    });
    expect(queries.filter(({ planSummary }) => planSummary?.includes('COLLSCAN'))).toEqual([]);
  });
});
