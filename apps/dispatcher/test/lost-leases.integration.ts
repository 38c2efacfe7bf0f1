import { type Lease, type Outcome, newId } from '@carillon/contracts';
import { ServerLink } from '@carillon/testing';
import { SettlementDrain } from '../src/leasing/expire-leases';
import { Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

const bounced = (i: number): Outcome => ({
  ...{ i, kind: 'failed', reason: 'REFUSED', permanent: true, providerCode: '550' },
  ...{ providerId: null, segments: null, retryAfterMs: null },
});

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

  it('are written once for pieces of a result that arrive together', async () => {
    await fixture.start(lasting);
    const campaignId = await fixture.publish([members(6, 'p')]);
    const lease = await worker.takeNext(campaignId);
    const batches = fixture.stored<{ _id: string; rev: number }>('batches');
    const leased = await batches.findOne({ _id: lease.batchId });
    await Promise.all([
      worker.settle(lease, { sent: [0, 1], done: false }),
      worker.settle(lease, { sent: [1, 2], outcomes: [bounced(3)], done: false }),
      worker.settle(lease, { sent: [4, 5], returned: [] }),
    ]);
    await until('the end', () => fixture.isComplete(campaignId));
    const written = await batches.findOne({ _id: lease.batchId });
    expect(written).toMatchObject({ state: 'DONE', rev: (leased?.rev ?? NaN) + 1 });
    expect(await fixture.report(campaignId)).toMatchObject({ total: 6, states: { SENT: 5, FAILED: 1 } });
  });

  it('are not in doubt while their settlements are in the queue, even if no dispatcher ran for a long time', async () => {
    const dispatcher = await fixture.start(lasting);
    const campaignId = await fixture.publish([members(5100, 'b')]);
    await until('the plan', async () => (await fixture.report(campaignId)).planning.done);
    const leases = await Promise.all(Array.from({ length: 23 }, () => worker.takeNext(campaignId)));
    await fixture.stop(dispatcher);
    for (const lease of leases) {
      const all = lease.recipients.map(({ i }) => i);
      await worker.settle(lease, { sent: all.slice(0, 30), done: false });
      await worker.settle(lease, { sent: all.slice(30) });
    }
    expect(await fixture.stored('batches').countDocuments({ state: 'LEASED' })).toBe(23);
    await fixture.endLeases(campaignId);
    await fixture.start();
    expect(await worker.sendAll(campaignId)).toEqual([]);
    const { states } = await fixture.report(campaignId);
    expect(states).toMatchObject({ SENT: 5100, QUEUED: 0 });
    expect(await fixture.stored('batches').countDocuments({ 'exceptions.0': { $exists: true } })).toBe(0);
  });

  it('expire even if the marker was lost', async () => {
    await fixture.start();
    const lost = { id: '65e1c0000000000000000001', setAt: new Date(Date.now() - 61_000), passedAt: null };
    await fixture.stored('leaderState').insertOne({ _id: 'drainMarker' as never, ...lost });
    const campaignId = await fixture.publish([members(2, 'c')]);
    await worker.takeNext(campaignId);
    expect(await worker.sendAll(campaignId)).toHaveLength(2);
  });

  it('do not expire after a marker that was set before the end of the lease', async () => {
    const dispatcher = await fixture.start(lasting);
    const campaignId = await fixture.publish([members(2, 'd')]);
    const lease = await worker.takeNext(campaignId);
    const next = jest.spyOn(dispatcher.get(SettlementDrain), 'begin').mockResolvedValue();
    const state = fixture.stored('leaderState');
    const old = { id: '65e1c0000000000000000001', setAt: new Date(), passedAt: null };
    await state.replaceOne({ _id: 'drainMarker' as never }, old, { upsert: true });
    await fixture.endLeases(campaignId);
    await state.updateOne({ id: old.id }, { $set: { passedAt: new Date() } });
    await until('the marker to be used up', async () => !(await state.findOne({ id: old.id })));
    await until('the next one', () => next.mock.calls.length > 0);
    const batches = fixture.stored<{ _id: string }>('batches');
    expect(await batches.findOne({ _id: lease.batchId })).toMatchObject({ state: 'LEASED' });
    expect(worker.pollHint(campaignId)).toBeUndefined();
    next.mockRestore();
    await worker.settle(lease);
    await worker.sendAll(campaignId);
  });

  it('expire as soon as all dispatchers confirm that no result is in transit', async () => {
    const environment = { LEASE_GRACE_MS: '600000' };
    await fixture.start(environment);
    await fixture.start(environment);
    const campaignId = await fixture.publish([members(4, 'e')]);
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease, { sent: [0], done: false });
    expect(await worker.sendAll(campaignId)).toHaveLength(3);
  });

  it('do not expire while a dispatcher with their results has lost only the database', async () => {
    const link = await ServerLink.to(fixture.database.mongoUrl);
    const environment = { ...lasting, LEASE_GRACE_MS: '600000', LOG_LEVEL: 'silent' };
    await fixture.start({ ...environment, MONGO_URL: directTo(link) });
    await fixture.start(environment);
    const campaignId = await fixture.publish([members(3_000, 'f')]);
    const leases: Lease[] = [];
    const leased = (): number => leases.reduce((sum, { recipients }) => sum + recipients.length, 0);
    while (leased() < 3_000) leases.push(await worker.takeNext(campaignId));
    link.cut();
    for (const lease of leases) await worker.settle(lease);
    await fixture.endLeases(campaignId);
    await worker.sendAll(campaignId);
    link.restore();
    const report = await until('a report', () => fixture.report(campaignId).catch(() => null));
    expect(report).toMatchObject({ states: { SENT: 3_000 } });
    expect(worker.sent).toEqual([]);
    expect(await fixture.stored('batches').countDocuments({ 'exceptions.0': { $exists: true } })).toBe(0);
    await fixture.close();
    await link.close();
    fixture = await Fixture.open();
  });

  /** The remaining time of a worker's lease in the ledger (milliseconds). */
  async function leftMs(holder: string): Promise<number> {
    const batch = await fixture.stored('batches').findOne({ 'lease.holder': holder });
    return Number((batch?.lease as { until?: Date } | undefined)?.until) - Date.now();
  }

  it('keep their original duration when a dispatcher with another lease duration renews them', async () => {
    await fixture.start({ BATCH_LEASE_MS: '1000' });
    const campaignId = await fixture.publish([members(2, 'h')]);
    const lease = { ...(await worker.takeNext(campaignId)), leaseMs: 60_000 };
    await worker.settle(lease, { sent: [0], done: false });
    await until('the report', async () => (await fixture.report(campaignId)).states.SENT === 1);
    expect(await leftMs(worker.name)).toBeGreaterThan(50_000);
    await worker.settle(lease);
  });

  it('end without a doubt when the worker declines them', async () => {
    const route = { senderId: 'own', ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { ...fixture.profile.routes, SMS: route } };
    await fixture.start({ BATCH_LEASE_MS: '600000' });
    const campaignId = await fixture.publish([members(3, '3', 'SMS')], {
      content: { bodies: { SMS: 'Hello' } },
    });
    const hint = await worker.nextHint(campaignId);
    const requestId = newId();
    const lease = await worker.take(hint, requestId);
    expect(lease?.recipients).toHaveLength(3);
    await fixture.others.messenger.publish('lease.declined', { ...hint, requestId });
    await worker.sendAll(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 3 } });
    expect(await fixture.stored('batches').countDocuments({ 'exceptions.doubts': { $gt: 0 } })).toBe(0);
  });
});

function directTo({ url }: ServerLink): string {
  const direct = new URL(url);
  direct.searchParams.delete('replicaSet');
  direct.searchParams.set('directConnection', 'true');
  return direct.href;
}
