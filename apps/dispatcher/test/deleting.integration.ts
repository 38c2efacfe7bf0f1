import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a deleted campaign', () => {
  let stage: Stage;
  let worker: Worker;

  beforeAll(async () => {
    stage = await Stage.open();
    await stage.start();
    worker = new Worker(stage);
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());

  async function leftOf(campaignId: string): Promise<number> {
    const ofCampaign = { _id: { $regex: `^${campaignId}` } } as never;
    const counts = ['batches', 'rosters'].map((name) => stage.stored(name).countDocuments(ofCampaign));
    const [batches = 0, rosters = 0] = await Promise.all(counts);
    return batches + rosters + (await stage.stored('addresses').countDocuments());
  }

  const contentOf = (campaignId: string) =>
    stage.others.messenger.request('dispatch.content', { campaignId });

  it('is not begun when the order comes after its deletion, and nothing of what it says is kept', async () => {
    const order = stage.order([members(3, 'a')]);
    await stage.delete(order.campaignId);
    await until('the tombstone', () => stage.stored('dispatches').findOne({ state: 'CANCELLED' }));
    await stage.others.messenger.publish('campaign.published', order);
    const control = await stage.publish([[]]);
    await worker.sendAll(control);
    expect(await stage.report(order.campaignId)).toMatchObject({ total: 0 });
    expect(stage.completed.map(({ campaignId }) => campaignId)).toEqual([control]);
    await expect(contentOf(order.campaignId)).rejects.toThrow('campaign_not_found');
  });

  it('finishes what is in a hand, hands nothing else out, and leaves nothing behind', async () => {
    const campaignId = await stage.publish([members(300, 'b')]);
    const hand = await worker.takeNext(campaignId);
    const other = await worker.nextHint(campaignId);
    await stage.delete(campaignId);
    await until('the end of it', () => stage.stored('dispatches').findOne({ ledger: 'LEAVING' }));
    expect(await worker.take(other)).toBeNull();
    await worker.settle(hand);
    await until('the ledger to go', async () => (await leftOf(campaignId)) === 0);
    await expect(contentOf(campaignId)).rejects.toThrow('campaign_not_found');
    expect(stage.completed).toEqual([]);
  });

  it('is looked at a second time for what a halted planner wrote after its end', async () => {
    const campaignId = await stage.publish([members(3, 'c')]);
    await worker.nextHint(campaignId);
    await stage.delete(campaignId);
    const dispatches = stage.stored('dispatches');
    await until('the first removal', () => dispatches.findOne({ removedOnce: true, ledger: 'LEAVING' }));
    await stage.stored<{ _id: string }>('rosters').insertOne({ _id: `${campaignId}-7` });
    await dispatches.updateMany({ ledger: 'LEAVING' }, { $set: { leaveAt: new Date(0) } });
    await until('the second removal', async () => (await leftOf(campaignId)) === 0);
    await until('its end', () => dispatches.findOne({ ledger: 'GONE' }));
  });
});
