import { newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Dispatches } from '../src/dispatch/dispatches';
import { BatchQueue } from '../src/ledger/batch-queue';
import { Batches } from '../src/ledger/batches';
import { RecipientPages } from '../src/ledger/recipient-pages';
import { pause } from '../src/dispatch/transitions';
import { DispatchLifecycle } from '../src/lifecycle/lifecycle';
import { LeaseBatch } from '../src/leasing/lease-batch';
import { type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a paused campaign', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start(lasting);
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());
  afterEach(() => jest.restoreAllMocks());

  const becomes = (campaignId: string, state: string, rev: number): Promise<void> =>
    fixture.dispatchIs(campaignId, { state, rev });

  it('stops leasing, withdraws its offers, and finishes its leases', async () => {
    const campaignId = await fixture.publish([members(2_000, 'a')]);
    const lease = await worker.takeNext(campaignId);
    const offered = await worker.nextHint(campaignId);
    await fixture.publishEvent('paused', campaignId, 3);
    await becomes(campaignId, 'PAUSED', 3);
    expect(await worker.take(offered)).toBeNull();
    await until(
      'all offers to be withdrawn',
      async () => (await dispatcher.get(BatchQueue).offered(campaignId)).length === 0,
    );
    await worker.settle(lease);
    await until(
      'the lease',
      async () => (await fixture.report(campaignId)).states.SENT === lease.recipients.length,
    );
    fixture.clear();
    await worker.sendAll(await fixture.publish([members(300, 'b')]));
    expect(worker.pollHint(campaignId)).toBeUndefined();
    await fixture.publishEvent('resumed', campaignId, 4);
    expect(await worker.sendAll(campaignId)).toHaveLength(2_000 - lease.recipients.length);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 2_000, states: { SENT: 2_000 } });
  });

  it('is not leased if the pause arrives while a lease is being granted', async () => {
    const campaignId = await fixture.publish([members(10, 'i')]);
    const hint = await worker.nextHint(campaignId);
    const messenger = dispatcher.get(Messenger);
    const request = messenger.request.bind(messenger);
    const paused = { campaignId, userId: fixture.userId, rev: 3 };
    const asking = jest.spyOn(messenger, 'request').mockImplementation((async (
      name: never,
      payload: never,
    ) => {
      if (name === 'audience.excluded')
        await dispatcher
          .get(Dispatches)
          .transition(campaignId, fixture.userId, (current) => pause(current, paused));
      return request(name, payload);
    }) as never);
    expect(await worker.take(hint)).toBeNull();
    expect(asking).toHaveBeenCalledWith('audience.excluded', expect.anything());
  });

  it('is not leased to a worker that waits longer than the offer is valid', async () => {
    const campaignId = await fixture.publish([members(10, 'j')]);
    jest.spyOn(dispatcher.get(BatchQueue), 'expiredOffers').mockResolvedValue([]);
    const hint = await worker.nextHint(campaignId);
    await fixture
      .stored<{ _id: string }>('batches')
      .updateOne({ _id: hint.batchId }, { $set: { releasedUntil: new Date(0) }, $inc: { rev: 1 } });
    expect(await worker.take(hint)).toBeNull();
    jest.restoreAllMocks();
    expect(await worker.sendAll(campaignId)).toHaveLength(10);
  });

  it('withdraws its offers when a dispatcher receives the pause again after a crash', async () => {
    const campaignId = await fixture.publish([members(10, 'k')]);
    const { batchId } = await worker.nextHint(campaignId);
    jest.spyOn(dispatcher.get(BatchQueue), 'offered').mockRejectedValueOnce(new Error('crash'));
    const paused = { campaignId, userId: fixture.userId, rev: 3 };
    await expect(dispatcher.get(DispatchLifecycle).pause(paused)).rejects.toThrow('crash');
    await dispatcher.get(DispatchLifecycle).pause(paused);
    expect(await dispatcher.get(Batches).find(batchId)).toMatchObject({ state: 'READY' });
  });

  it('grants a lease from before the pause again to a repeated request', async () => {
    const other = await fixture.start(lasting);
    const campaignId = await fixture.publish([members(10, 'l')]);
    const { batchId, release } = await worker.nextHint(campaignId);
    const request = { batchId, release, holder: worker.name, requestId: newId() };
    const lease = await other.get(LeaseBatch).lease(request);
    await fixture.publishEvent('paused', campaignId, 3);
    await becomes(campaignId, 'PAUSED', 3);
    expect(await dispatcher.get(LeaseBatch).lease(request)).toMatchObject({ fence: lease?.fence });
    await fixture.stop(other);
  });

  it('stops planning, and completes it when it is resumed', async () => {
    const order = fixture.order([members(9_000, 'c')]);
    const pages = dispatcher.get(RecipientPages);
    const insert = pages.insert.bind(pages);
    let inserted = 0;
    jest.spyOn(pages, 'insert').mockImplementation(async (page, session) => {
      inserted += 1;
      // Planning must not end before the pause arrives.
      if (inserted === 3) await becomes(order.campaignId, 'PAUSED', 3);
      await insert(page, session);
    });
    await fixture.others.messenger.publish('campaign.published', order);
    await worker.nextHint(order.campaignId);
    await fixture.publishEvent('paused', order.campaignId, 3);
    await becomes(order.campaignId, 'PAUSED', 3);
    await worker.sendAll(await fixture.publish([members(3_000, 'd')]));
    const { planning } = await fixture.report(order.campaignId);
    expect(planning.done).toBe(false);
    await fixture.publishEvent('resumed', order.campaignId, 4);
    expect(await worker.sendAll(order.campaignId)).toHaveLength(9_000);
  });

  it('is complete when its last leases are settled', async () => {
    const campaignId = await fixture.publish([members(3, 'e')]);
    const lease = await worker.takeNext(campaignId);
    await until('the plan', async () => (await fixture.report(campaignId)).planning.done);
    await fixture.publishEvent('paused', campaignId, 3);
    await becomes(campaignId, 'PAUSED', 3);
    await worker.settle(lease);
    await until('the end', () => fixture.isComplete(campaignId));
  });

  it('has the state of the latest event, regardless of late events', async () => {
    const campaignId = await fixture.publish([members(3, 'f')]);
    await fixture.report(campaignId);
    await fixture.publishEvent('paused', campaignId, 5);
    await becomes(campaignId, 'PAUSED', 5);
    await fixture.publishEvent('resumed', campaignId, 4);
    await fixture.publishEvent('paused', campaignId, 3);
    await worker.sendAll(await fixture.publish([[]]));
    expect(await fixture.dispatch(campaignId)).toMatchObject({ state: 'PAUSED', rev: 5 });
    await fixture.publishEvent('resumed', campaignId, 6);
    expect(await worker.sendAll(campaignId)).toHaveLength(3);
  });

  it('starts paused if the pause arrives before the order, and running if it was also resumed', async () => {
    const [waits, runs] = [fixture.order([members(3, 'g')]), fixture.order([members(3, 'h')])];
    await fixture.publishEvent('paused', waits.campaignId, 3);
    await fixture.publishEvent('resumed', runs.campaignId, 4);
    await fixture.publishEvent('paused', runs.campaignId, 3);
    await becomes(waits.campaignId, 'PAUSED', 3);
    await becomes(runs.campaignId, 'OPEN', 4);
    await fixture.others.messenger.publish('campaign.published', waits);
    await fixture.others.messenger.publish('campaign.published', runs);
    expect(await worker.sendAll(runs.campaignId)).toHaveLength(3);
    expect(await fixture.report(waits.campaignId)).toMatchObject({ total: 0, planning: { done: false } });
    expect(await fixture.dispatch(waits.campaignId)).toMatchObject({ state: 'PAUSED', rev: 3 });
    await fixture.publishEvent('resumed', waits.campaignId, 4);
    expect(await worker.sendAll(waits.campaignId)).toHaveLength(3);
  });
});
