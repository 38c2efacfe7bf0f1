import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a deleted campaign', () => {
  let fixture: Fixture;
  let worker: Worker;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  async function leftOf(campaignId: string): Promise<number> {
    const ofCampaign = { _id: { $regex: `^${campaignId}` } } as never;
    const counts = ['batches', 'recipientPages'].map((name) =>
      fixture.stored(name).countDocuments(ofCampaign),
    );
    const [batches = 0, recipientPages = 0] = await Promise.all(counts);
    return batches + recipientPages + (await fixture.stored('deliveryKeys').countDocuments());
  }

  const contentOf = (campaignId: string) =>
    fixture.others.messenger.request('dispatch.content', { campaignId });

  it('is not started by a late order, and its content is removed', async () => {
    const order = fixture.order([members(3, 'a')]);
    await fixture.delete(order.campaignId);
    await fixture.dispatchIs(order.campaignId, { state: 'CANCELLED' });
    await fixture.others.messenger.publish('campaign.published', order);
    const control = await fixture.publish([[]]);
    await worker.sendAll(control);
    expect(await fixture.report(order.campaignId)).toMatchObject({ total: 0 });
    expect(fixture.completed.map(({ campaignId }) => campaignId)).toEqual([control]);
    await expect(contentOf(order.campaignId)).rejects.toThrow('campaign_not_found');
  });

  it('finishes its leases, leases no other batch, and removes all data', async () => {
    const campaignId = await fixture.publish([members(300, 'b')]);
    const lease = await worker.takeNext(campaignId);
    const other = await worker.nextHint(campaignId);
    await fixture.delete(campaignId);
    await fixture.dispatchIs(campaignId, { ledger: 'DELETING' });
    expect(await worker.take(other)).toBeNull();
    await worker.settle(lease);
    await until('the ledger to go', async () => (await leftOf(campaignId)) === 0);
    await expect(contentOf(campaignId)).rejects.toThrow('campaign_not_found');
    expect(fixture.completed).toEqual([]);
  });

  it('is checked again for data that a halted planner wrote after the end', async () => {
    const campaignId = await fixture.publish([members(3, 'c')]);
    await worker.nextHint(campaignId);
    await fixture.delete(campaignId);
    await fixture.dispatchIs(campaignId, { removedOnce: true, ledger: 'DELETING' });
    await fixture.stored<{ _id: string }>('recipientPages').insertOne({ _id: `${campaignId}-7` });
    await fixture
      .stored('dispatches')
      .updateMany({ ledger: 'DELETING' }, { $set: { deleteAt: new Date(0) } });
    await until('the second removal', async () => (await leftOf(campaignId)) === 0);
    await fixture.dispatchIs(campaignId, { ledger: 'DELETED' });
  });
});
