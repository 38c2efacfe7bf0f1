import { Completions } from '../src/dispatches/completions';
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
  let campaignId: string;

  beforeAll(async () => {
    stage = await Stage.open();
    dispatcher = await stage.start();
    const worker = new Worker(stage);
    await worker.sendAll(await stage.publish([members(6_000, 'done')]));
    campaignId = await stage.publish([members(6_000, 'open')]);
    await until('the plan', async () => (await stage.report(campaignId)).planning.done);
    await Promise.all([1, 2, 3].map(() => worker.takeNext(campaignId)));
  });
  afterAll(() => stage.close());

  /** Every question about batches and dispatches while something is done. */
  async function noted(work: () => Promise<unknown>): Promise<Noted[]> {
    const { db } = stage.database;
    const own = db.client.db(`${stage.database.name}_dispatcher`);
    await own.command({ profile: 2 });
    try {
      await work();
    } finally {
      await own.command({ profile: 0 });
    }
    const all = await own.collection<Noted>('system.profile').find().toArray();
    await own.dropCollection('system.profile');
    return all.filter(({ ns, planSummary }) => /batches|dispatches/.test(ns) && planSummary !== undefined);
  }

  const cost = (notes: Noted[]): number =>
    notes.reduce((sum, { keysExamined = 0, docsExamined = 0 }) => sum + keysExamined + docsExamined, 0);

  const backlog = (): Backlog => dispatcher.get(Backlog);

  it.each<[string, () => Promise<unknown>, number]>([
    ['who has something due', () => backlog().due('EMAIL', new Date()), 10],
    ['what is in hand', () => backlog().outstanding(), 100],
    ['a campaign’s next batches', () => backlog().next(campaignId, 'EMAIL', new Date(), 4), 10],
    ['whether a campaign is at its end', () => dispatcher.get(Batches).hasOpen(campaignId), 4],
    ['hands that are over', () => dispatcher.get(Batches).abandoned(new Date(0), 500), 4],
    ['offers that nobody took', () => dispatcher.get(Batches).untaken(new Date(0), 500), 4],
    ['what waits for too long', () => dispatcher.get(OverdueBatches).find(new Date(0), 500), 4],
  ])('%s is found by an index, with few steps', async (_, ask, steps) => {
    const notes = await noted(ask);
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.filter(({ planSummary }) => planSummary?.includes('COLLSCAN'))).toEqual([]);
    expect(cost(notes.slice(0, 1))).toBeLessThanOrEqual(steps);
  });

  it('nothing that runs by itself reads a whole collection', async () => {
    const notes = await noted(async () => {
      dispatcher.get(Completions).check(campaignId);
      await until('some rounds', async () => (await stage.stored('system.profile').countDocuments()) > 100);
    });
    expect(notes.filter(({ planSummary }) => planSummary?.includes('COLLSCAN'))).toEqual([]);
  });
});
