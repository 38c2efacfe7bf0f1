import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

const LEASE_MS = 1_000;

describe('a campaign whose worker was lost', () => {
  let stage: Stage;
  let worker: Worker;

  beforeAll(async () => {
    stage = await Stage.open();
    await stage.start({ SWEEP_GRACE_MS: '3000', HAND_LEASE_MS: String(LEASE_MS) });
    worker = new Worker(stage);
  });
  afterAll(() => stage.close());

  it('says so from the end of the lease until it is known what to do about it, also in a pause', async () => {
    const campaignId = await stage.publish([members(3, 'a')]);
    const { batchId } = await worker.takeNext(campaignId);
    const lost = async () =>
      (await stage.report(campaignId)).waiting.find(({ reason }) => reason === 'WORKER_LOST');
    const batches = stage.stored<{ _id: string; hand: { until: Date } }>('batches');
    const batch = await batches.findOne({ _id: batchId });
    expect(await lost()).toBeUndefined();
    const since = new Date((batch?.hand.until.getTime() ?? 0) - LEASE_MS).toISOString();
    expect(await until('the loss', lost)).toEqual({
      ...{ channel: 'EMAIL', reason: 'WORKER_LOST', since, nextTryAt: null },
    });
    await stage.tell('paused', campaignId, 3);
    await until('the pause', () => stage.stored('dispatches').findOne({ state: 'PAUSED' }));
    expect(await lost()).toBeDefined();
    await until('the sweep', async () => !(await lost()));
    await stage.tell('resumed', campaignId, 4);
    await worker.sendAll(campaignId);
  });
});

describe('a campaign whose worker is silent', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open();
    await stage.start({ HAND_LEASE_MS: '120000' });
  });
  afterAll(() => stage.close());

  it('says so long before the lease is over', async () => {
    const campaignId = await stage.publish([members(3, 'a')]);
    await new Worker(stage, 'silent').takeNext(campaignId);
    const waiting = async () => (await stage.report(campaignId)).waiting.map(({ reason }) => reason);
    expect(await waiting()).toEqual([]);
    await until('the silence to be noticed', async () => (await waiting()).includes('WORKER_LOST'));
  });
});
