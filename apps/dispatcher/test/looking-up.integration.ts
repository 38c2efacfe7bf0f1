import { isDeepStrictEqual } from 'node:util';
import { Database, Logger } from '@carillon/platform';
import { Completions } from '../src/dispatches/completions';
import { Dispatches } from '../src/dispatches/dispatches';
import { OverdueBatches } from '../src/expiry/overdue-batches';
import { Batches } from '../src/ledger/batches';
import { Backlog } from '../src/release/backlog';
import { type Dispatcher, Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

/** What the database notes of a question when it is asked to: see MongoDB's database profiler. */
interface Noted {
  ns: string;
  planSummary?: string;
  keysExamined?: number;
  docsExamined?: number;
  command: Record<string, unknown>;
}

describe('what is asked all the time, of a ledger with much in it', () => {
  let stage: Stage;
  let dispatcher: Dispatcher;
  /** Connections on which nothing is asked but by these tests. */
  let own: Database;
  let campaignId: string;

  beforeAll(async () => {
    stage = await Stage.open();
    dispatcher = await stage.start();
    const { mongoUrl, name } = stage.database;
    own = await Database.connect(mongoUrl, `${name}_dispatcher`, Logger.create('test', 'silent'));
    const worker = new Worker(stage);
    await worker.sendAll(await stage.publish([members(6_000, 'done')]));
    campaignId = await stage.publish([members(6_000, 'open')]);
    await until('the plan', async () => (await stage.report(campaignId)).planning.done);
    await Promise.all([1, 2, 3].map(() => worker.takeNext(campaignId)));
  });
  afterAll(async () => {
    await own.close();
    await stage.close();
  });

  /** Every question about batches and dispatches while something is done. */
  async function noted(work: () => Promise<unknown>): Promise<Noted[]> {
    await own.db.command({ profile: 2 });
    try {
      await work();
    } finally {
      await own.db.command({ profile: 0 });
    }
    const all = await own.db.collection<Noted>('system.profile').find().toArray();
    await own.db.dropCollection('system.profile');
    return all.filter(({ ns, planSummary }) => /batches|dispatches/.test(ns) && planSummary !== undefined);
  }

  /** Only what was asked by us: the dispatcher has questions of its own meanwhile. One session follows on another in its place. */
  async function notedOf(ask: () => Promise<unknown>): Promise<Noted[]> {
    const mark = { _id: 'a mark' };
    const notes = await noted(async () => {
      await own.db.collection<{ _id: string }>('batches').findOne(mark);
      await ask();
    });
    const marked = notes.findIndex(({ command }) => isDeepStrictEqual(command.filter, mark));
    const session = JSON.stringify(notes[marked]?.command.lsid);
    return notes.slice(marked + 1).filter(({ command }) => JSON.stringify(command.lsid) === session);
  }

  const cost = ({ keysExamined = 0, docsExamined = 0 }: Noted): number => keysExamined + docsExamined;
  const backlog = (): Backlog => new Backlog(own);
  const batches = (): Batches => new Batches(own);
  const overdue = (): OverdueBatches => new OverdueBatches(own, new Dispatches(own));

  it.each<[string, () => Promise<unknown>, number]>([
    ['who has something due', () => backlog().due('EMAIL', new Date()), 10],
    ['what is in hand', () => backlog().outstanding(), 100],
    ['a campaign’s next batches', () => backlog().next(campaignId, 'EMAIL', new Date(), 4), 10],
    ['whether a campaign is at its end', () => batches().hasOpen(campaignId), 4],
    ['hands that are over', () => batches().abandoned(new Date(0), 500), 4],
    ['offers that nobody took', () => batches().untaken(new Date(0), 500), 4],
    ['what waits for too long', () => overdue().find(new Date(0), 500), 4],
  ])('%s is found by an index, with few steps', async (_, ask, steps) => {
    const [question, ...more] = await notedOf(ask);
    if (!question) throw new Error('Nothing was asked');
    for (const { planSummary } of [question, ...more]) expect(planSummary).not.toContain('COLLSCAN');
    expect(cost(question)).toBeLessThanOrEqual(steps);
  });

  it('nothing that runs by itself reads a whole collection', async () => {
    const notes = await noted(async () => {
      dispatcher.get(Completions).check(campaignId);
      await until('some rounds', async () => (await stage.stored('system.profile').countDocuments()) > 100);
    });
    expect(notes.filter(({ planSummary }) => planSummary?.includes('COLLSCAN'))).toEqual([]);
  });
});
