import { newId } from '@carillon/contracts';
import { Batches } from '../src/ledger/batches';
import type { BatchDocument } from '../src/ledger/batch';
import { toDocument } from '../src/ledger/batch-document';
import { type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a canceled campaign', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;
  const stopped: string[] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start(lasting);
    worker = new Worker(fixture);
    await fixture.others.overhear({ 'dispatch.stopped': ({ campaignId }) => stopped.push(campaignId) });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());
  afterEach(() => jest.restoreAllMocks());

  const ended = (campaignId: string): Promise<void> =>
    fixture.dispatchIs(campaignId, { finishedAt: { $ne: null } });
  const control = async (): Promise<string[]> => worker.sendAll(await fixture.publish([members(3, newId())]));

  it('is stopped at its workers, records sent messages, and cancels all other messages', async () => {
    const campaignId = await fixture.publish([members(3_000, 'a')]);
    const lease = await worker.takeNext(campaignId);
    const offered = await worker.nextHint(campaignId);
    await fixture.publishEvent('cancelled', campaignId, 3);
    await until('the broadcast', () => stopped.includes(campaignId));
    expect(await worker.take(offered)).toBeNull();
    await worker.settle(lease, { sent: lease.recipients.slice(0, 7).map(({ i }) => i) });
    await ended(campaignId);
    const report = await fixture.report(campaignId);
    expect(report.states).toMatchObject({ SENT: 7, QUEUED: 0, CANCELLED: report.total - 7 });
    const { items } = await fixture.deliveries(campaignId, { state: 'SENT' });
    expect(items).toHaveLength(7);
    expect(fixture.isComplete(campaignId)).toBe(false);
  });

  it('ends if its worker does not return', async () => {
    const campaignId = await fixture.publish([members(300, 'b')]);
    const { recipients } = await worker.takeNext(campaignId);
    await fixture.publishEvent('cancelled', campaignId, 3);
    await fixture.endLeases(campaignId);
    await ended(campaignId);
    expect((await fixture.report(campaignId)).states).toMatchObject({
      UNCONFIRMED: recipients.length,
      QUEUED: 0,
    });
  });

  it('is not started by a late order', async () => {
    const order = fixture.order([members(3, 'c')]);
    await fixture.publishEvent('paused', order.campaignId, 3);
    await fixture.publishEvent('cancelled', order.campaignId, 4);
    await fixture.dispatchIs(order.campaignId, { state: 'CANCELLED' });
    await fixture.others.messenger.publish('campaign.published', order);
    await control();
    expect(await fixture.report(order.campaignId)).toMatchObject({ total: 0, planning: { done: true } });
  });

  it('is not started again by its order, or by earlier events', async () => {
    const order = fixture.order([members(3, 'd')]);
    await fixture.others.messenger.publish('campaign.published', order);
    await worker.nextHint(order.campaignId);
    await fixture.publishEvent('cancelled', order.campaignId, 5);
    await ended(order.campaignId);
    await fixture.others.messenger.publish('campaign.published', order);
    await fixture.publishEvent('resumed', order.campaignId, 4);
    await control();
    expect((await fixture.report(order.campaignId)).states).toMatchObject({ CANCELLED: 3, QUEUED: 0 });
  });

  it('has no queued recipients if it is canceled during planning', async () => {
    const campaignId = await fixture.publish([members(20_000, 'e')]);
    await worker.nextHint(campaignId);
    await fixture.publishEvent('cancelled', campaignId, 3);
    await ended(campaignId);
    const { total, states, planning } = await fixture.report(campaignId);
    expect(planning.done).toBe(false);
    expect(states).toMatchObject({ CANCELLED: total, QUEUED: 0 });
  });

  it('is checked again for batches that a planner wrote before it died', async () => {
    const campaignId = await fixture.publish([members(250, 'g')]);
    const { batchId } = await worker.nextHint(campaignId);
    await fixture.publishEvent('cancelled', campaignId, 3);
    await ended(campaignId);
    const batches = dispatcher.get(Batches);
    const planned = await batches.find(batchId);
    const late = { id: `${campaignId}-0000077000`, seq: 77_000, size: 1, todo: [0], cancelled: false };
    if (planned)
      await fixture
        .stored<BatchDocument>('batches')
        .insertOne(toDocument({ ...planned, ...late, state: 'READY' }));
    expect((await fixture.report(campaignId)).states.QUEUED).toBe(1);
    await fixture
      .stored('dispatches')
      .updateMany({ 'cancellation.again': true }, { $set: { 'cancellation.lookAt': new Date(0) } });
    await until('the second check', async () => (await fixture.report(campaignId)).states.QUEUED === 0);
    await fixture.dispatchIs(campaignId, { cancellation: null });
  });

  it('can be deleted later, with its ledger', async () => {
    const campaignId = await fixture.publish([members(3, 'h')]);
    await worker.nextHint(campaignId);
    await fixture.publishEvent('cancelled', campaignId, 3);
    await ended(campaignId);
    await fixture.publishEvent('deleted', campaignId, 4);
    await until('the ledger to go', async () => (await fixture.deliveries(campaignId)).items.length === 0);
  });
});
