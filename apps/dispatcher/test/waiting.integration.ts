import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a campaign whose worker was lost', () => {
  let stage: Stage;
  let worker: Worker;

  beforeAll(async () => {
    stage = await Stage.open();
    await stage.start({ SWEEP_GRACE_MS: '3000' });
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
    const since = batch?.hand.until.toISOString();
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
