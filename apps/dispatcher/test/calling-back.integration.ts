import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a campaign that is deleted while workers have some of it', () => {
  let stage: Stage;
  const stopped: string[] = [];

  beforeAll(async () => {
    stage = await Stage.open();
    await stage.start();
    await stage.others.overhear({ 'dispatch.stopped': ({ campaignId }) => stopped.push(campaignId) });
  });
  afterAll(() => stage.close());

  it('is called back from them, and what they give back is sent to nobody', async () => {
    const worker = new Worker(stage);
    const campaignId = await stage.publish([members(300, 'a')]);
    const hand = await worker.takeNext(campaignId);
    await stage.delete(campaignId);
    await until('the call', () => stopped.includes(campaignId));
    await worker.settle(hand, { sent: [0, 1] });
    await until('the end of the ledger', async () => (await stage.stored('batches').countDocuments()) === 0);
    const stale = worker.heard(campaignId);
    expect(stale && (await worker.take(stale))).not.toEqual(expect.anything());
  });
});
