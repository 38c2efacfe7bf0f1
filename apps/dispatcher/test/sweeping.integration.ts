import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(120_000);

describe('the hands of lost workers', () => {
  let stage: Stage;
  let worker: Worker;

  beforeEach(async () => {
    stage = await Stage.open();
    worker = new Worker(stage);
  });
  afterEach(() => stage.close());

  it('are sent again but for what was settled, and nobody else', async () => {
    await stage.start();
    const campaignId = await stage.publish([members(10, 'a')]);
    const hand = await worker.takeNext(campaignId);
    await worker.settle(hand, { sent: [0, 1, 2, 3], done: false });
    const again = await worker.sendAll(campaignId);
    expect(again.sort()).toEqual([4, 5, 6, 7, 8, 9].map((n) => `a${n}@example.com`));
    expect(await stage.report(campaignId)).toMatchObject({ total: 10, states: { SENT: 10 } });
  });

  it('are not doubted while their settlements wait in the queue, however long no dispatcher ran', async () => {
    // Long enough to take them all before the first lease is over.
    const dispatcher = await stage.start({ HAND_LEASE_MS: '6000' });
    const campaignId = await stage.publish([members(5100, 'b')]);
    await until('the plan', async () => (await stage.report(campaignId)).planning.done);
    const hands = await Promise.all(Array.from({ length: 26 }, () => worker.takeNext(campaignId)));
    await stage.stop(dispatcher);
    for (const hand of hands) {
      const all = hand.recipients.map(({ i }) => i);
      await worker.settle(hand, { sent: all.slice(0, 30), done: false });
      await worker.settle(hand, { sent: all.slice(30) });
    }
    await until('the leases to be over', async () => {
      const late = { state: 'HELD', 'hand.until': { $lt: new Date() } };
      return (await stage.stored('batches').countDocuments(late)) === 26;
    });
    await stage.start();
    expect(await worker.sendAll(campaignId)).toEqual([]);
    const { states } = await stage.report(campaignId);
    expect(states).toMatchObject({ SENT: 5100, QUEUED: 0 });
    expect(await stage.stored('batches').countDocuments({ 'exceptions.0': { $exists: true } })).toBe(0);
  });

  it('are swept though the barrier was lost', async () => {
    await stage.start();
    const lost = { id: '65e1c0000000000000000001', setAt: new Date(Date.now() - 61_000), passedAt: null };
    await stage.stored('leases').insertOne({ _id: 'barrier' as never, ...lost });
    const campaignId = await stage.publish([members(2, 'c')]);
    await worker.takeNext(campaignId);
    expect(await worker.sendAll(campaignId)).toHaveLength(2);
  });

  it('are not swept behind a barrier that was set before their lease was over', async () => {
    await stage.start({ HAND_LEASE_MS: '4000' });
    const campaignId = await stage.publish([members(2, 'd')]);
    const hand = await worker.takeNext(campaignId);
    const old = { id: '65e1c0000000000000000001', setAt: new Date(), passedAt: new Date() };
    await stage.stored('leases').replaceOne({ _id: 'barrier' as never }, old, { upsert: true });
    await until(
      'the barrier to be used up',
      async () => !(await stage.stored('leases').findOne({ id: old.id })),
    );
    expect(await stage.report(campaignId)).toMatchObject({ states: { QUEUED: 2 } });
    expect(worker.heard(campaignId)).toBeUndefined();
    await worker.settle(hand);
    await worker.sendAll(campaignId);
  });
});
