import { newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { ExpireBatches } from '../src/expiry/expire-batches';
import { MAX_AGE_MS } from '../src/ledger/retry-policy';
import { type Dispatcher, Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a campaign whose provider cannot be used', () => {
  let stage: Stage;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    stage = await Stage.open();
    dispatcher = await stage.start();
    worker = new Worker(stage);
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    stage.clear();
    stage.profile.routes.EMAIL = { integrationId: newId(), ratePerSecond: null, maxConnections: null };
  });

  const down = { reason: 'LOGIN_REFUSED', providerCode: '535', detail: null };
  const longAgo = new Date(Date.now() - MAX_AGE_MS - 60_000);
  const grow = (campaignId: string, more = {}): Promise<unknown> =>
    stage
      .stored('batches')
      .updateMany(
        { campaign: new ObjectId(campaignId) },
        { $set: { since: longAgo, ...more }, $inc: { rev: 1 } },
      );
  const expire = (): Promise<boolean> =>
    dispatcher.get(ExpireBatches).execute({ since: 0, isOver: () => false });

  /** A campaign whose first hand served some and met a provider that is down; the rest of it waits. */
  async function waiting(people: number, prefix: string): Promise<string> {
    const campaignId = await stage.publish([members(people, prefix)]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [0, 1], providerDown: down });
    await until('the breaker', async () => (await stage.report(campaignId)).waiting.length > 0);
    const later = { $set: { nextTryAt: new Date(Date.now() + 3_600_000) } };
    await stage.stored('breakers').updateMany({}, later);
    const offered = { campaign: new ObjectId(campaignId), state: { $in: ['RELEASED', 'HELD'] } };
    await until('the plan', async () => (await stage.report(campaignId)).planning.done);
    for (let hint = worker.heard(campaignId); hint; hint = worker.heard(campaignId)) await worker.take(hint);
    await until('all to wait', async () => (await stage.stored('batches').countDocuments(offered)) === 0);
    return campaignId;
  }

  it('ends three days later: who was not sent to has FAILED, EXPIRED', async () => {
    const campaignId = await waiting(900, 'a');
    await expire();
    expect((await stage.report(campaignId)).states).toMatchObject({ FAILED: 0, QUEUED: 898 });
    await grow(campaignId, { progress: [{ at: longAgo, n: 2 }] });
    await expire();
    const { states, reasons } = await stage.report(campaignId);
    expect(states).toMatchObject({ SENT: 2, FAILED: 898, QUEUED: 0 });
    expect(reasons).toEqual([expect.objectContaining({ reason: 'EXPIRED', count: 898 })]);
    await until('the end', () => stage.isComplete(campaignId));
  });

  it('does not end while somebody is served now and then, for how long it may take', async () => {
    const campaignId = await waiting(900, 'b');
    await grow(campaignId);
    await expire();
    expect((await stage.report(campaignId)).states).toMatchObject({ SENT: 2, FAILED: 0, QUEUED: 898 });
    await stage.delete(campaignId);
  });

  it('does not end while it is paused, nor when it has just gone on', async () => {
    const campaignId = await waiting(900, 'c');
    await grow(campaignId, { progress: [] });
    const key = { _id: new ObjectId(campaignId) };
    await stage.tell('paused', campaignId, 3);
    await until('the pause', () => stage.stored('dispatches').findOne({ ...key, state: 'PAUSED' }));
    await expire();
    await stage.tell('resumed', campaignId, 4);
    await until('the resumption', () => stage.stored('dispatches').findOne({ ...key, state: 'OPEN' }));
    await expire();
    expect((await stage.report(campaignId)).states).toMatchObject({ FAILED: 0, QUEUED: 898 });
    await stage.delete(campaignId);
  });
});
