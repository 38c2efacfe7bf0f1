import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

describe('the leases of lost workers', () => {
  let fixture: Fixture;
  let worker: Worker;

  beforeEach(async () => {
    fixture = await Fixture.open();
    worker = new Worker(fixture);
  });
  afterEach(() => fixture.close());

  it('are sent again except for settled recipients', async () => {
    await fixture.start();
    const campaignId = await fixture.publish([members(10, 'a')]);
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease, { sent: [0, 1, 2, 3], done: false });
    const again = await worker.sendAll(campaignId);
    expect(again.sort()).toEqual([4, 5, 6, 7, 8, 9].map((n) => `a${n}@example.com`));
    expect(await fixture.report(campaignId)).toMatchObject({ total: 10, states: { SENT: 10 } });
  });

  it('are not put in doubt while their settlements are in the queue, however long no dispatcher ran', async () => {
    // Long enough to lease all batches before the first lease expires.
    const dispatcher = await fixture.start({ BATCH_LEASE_MS: '6000' });
    const campaignId = await fixture.publish([members(5100, 'b')]);
    await until('the plan', async () => (await fixture.report(campaignId)).planning.done);
    const leases = await Promise.all(Array.from({ length: 26 }, () => worker.takeNext(campaignId)));
    await fixture.stop(dispatcher);
    for (const lease of leases) {
      const all = lease.recipients.map(({ i }) => i);
      await worker.settle(lease, { sent: all.slice(0, 30), done: false });
      await worker.settle(lease, { sent: all.slice(30) });
    }
    await until('the leases to be over', async () => {
      const late = { state: 'LEASED', 'lease.until': { $lt: new Date() } };
      return (await fixture.stored('batches').countDocuments(late)) === 26;
    });
    await fixture.start();
    expect(await worker.sendAll(campaignId)).toEqual([]);
    const { states } = await fixture.report(campaignId);
    expect(states).toMatchObject({ SENT: 5100, QUEUED: 0 });
    expect(await fixture.stored('batches').countDocuments({ 'exceptions.0': { $exists: true } })).toBe(0);
  });

  it('expire though the marker was lost', async () => {
    await fixture.start();
    const lost = { id: '65e1c0000000000000000001', setAt: new Date(Date.now() - 61_000), passedAt: null };
    await fixture.stored('leaderState').insertOne({ _id: 'drainMarker' as never, ...lost });
    const campaignId = await fixture.publish([members(2, 'c')]);
    await worker.takeNext(campaignId);
    expect(await worker.sendAll(campaignId)).toHaveLength(2);
  });

  it('do not expire behind a marker that was set before their lease was over', async () => {
    await fixture.start({ BATCH_LEASE_MS: '4000' });
    const campaignId = await fixture.publish([members(2, 'd')]);
    const lease = await worker.takeNext(campaignId);
    const old = { id: '65e1c0000000000000000001', setAt: new Date(), passedAt: new Date() };
    await fixture.stored('leaderState').replaceOne({ _id: 'drainMarker' as never }, old, { upsert: true });
    await until(
      'the marker to be used up',
      async () => !(await fixture.stored('leaderState').findOne({ id: old.id })),
    );
    expect(await fixture.report(campaignId)).toMatchObject({ states: { QUEUED: 2 } });
    expect(worker.heard(campaignId)).toBeUndefined();
    await worker.settle(lease);
    await worker.sendAll(campaignId);
  });
});
