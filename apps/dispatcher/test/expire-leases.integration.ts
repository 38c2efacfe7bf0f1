import { SettlementDrain } from '../src/leasing/expire-leases';
import { type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a campaign whose worker was lost', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start(lasting);
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());

  it('reports the loss from the end of the lease until its result is decided, even while it is paused', async () => {
    const campaignId = await fixture.publish([members(3, 'a')]);
    const { batchId } = await worker.takeNext(campaignId);
    const lost = async () =>
      (await fixture.report(campaignId)).waiting.find(({ reason }) => reason === 'WORKER_LOST');
    const batches = fixture.stored<{ _id: string; lease: { until: Date } }>('batches');
    expect(await lost()).toBeUndefined();
    const undecided = jest.spyOn(dispatcher.get(SettlementDrain), 'isOver').mockResolvedValue(false);
    await fixture.endLeases(campaignId);
    const batch = await batches.findOne({ _id: batchId });
    const leaseMs = Number(lasting.BATCH_LEASE_MS);
    const since = new Date((batch?.lease.until.getTime() ?? 0) - leaseMs).toISOString();
    expect(await until('the loss', lost)).toEqual({
      ...{ channel: 'EMAIL', reason: 'WORKER_LOST', since, nextTryAt: null },
    });
    await fixture.publishEvent('paused', campaignId, 3);
    await fixture.dispatchIs(campaignId, { state: 'PAUSED' });
    expect(await lost()).toBeDefined();
    undecided.mockRestore();
    await until('the end of the lease', async () => !(await lost()));
    await fixture.publishEvent('resumed', campaignId, 4);
    await worker.sendAll(campaignId);
  });
});

describe('a campaign whose worker is silent', () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start({ BATCH_LEASE_MS: '120000' });
  });
  afterAll(() => fixture.close());

  it('reports the silence long before the lease expires', async () => {
    const campaignId = await fixture.publish([members(3, 'a')]);
    await new Worker(fixture, 'silent').takeNext(campaignId);
    const waiting = async () => (await fixture.report(campaignId)).waiting.map(({ reason }) => reason);
    expect(await waiting()).toEqual([]);
    await until('the silence to be noticed', async () => (await waiting()).includes('WORKER_LOST'));
  });
});
