import { type Lease, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { BatchQueue } from '../src/ledger/batch-queue';
import { DueCampaigns } from '../src/releasing/due-campaigns';
import { type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

const LEASES = 16;

describe('the capacity of workers', () => {
  let fixture: Fixture;
  let worker: Worker;

  beforeEach(async () => {
    fixture = await Fixture.open();
    fixture.workers.clear();
    fixture.workers.set('worker-1', { channel: 'EMAIL', leases: LEASES });
    worker = new Worker(fixture);
  });
  afterEach(() => fixture.close());

  /** Takes all offered leases and never settles them, as if the server hung. */
  async function hang(campaignId: string, count: number): Promise<Lease[]> {
    const leases: Lease[] = [];
    await until('the leases', async () => {
      const hint = worker.pollHint(campaignId);
      const lease = hint && (await worker.take(hint));
      if (lease) leases.push(lease);
      return leases.length >= count;
    });
    return leases;
  }
  const inFlight = (): Promise<number> =>
    fixture.stored('batches').countDocuments({ state: { $in: ['RELEASED', 'LEASED'] } });

  it('is requested with heartbeats by a dispatcher that starts', async () => {
    let calls = 0;
    await fixture.others.overhear({ 'heartbeats.requested': () => (calls += 1) });
    for (const copies of [1, 2]) {
      await fixture.start();
      await until('the request', () => calls === copies);
    }
  });

  it('is not used up by a hanging campaign: other campaigns are sent immediately, even those of the same user', async () => {
    await fixture.start(lasting);
    const big = await fixture.publish([members(5_000, 'big')]);
    await hang(big, 6);
    const own = await fixture.publish([members(10, 'own')]);
    expect(await worker.sendAll(own)).toHaveLength(10);
    const others = fixture.order([members(10, 'others')], { userId: newId() });
    await fixture.others.messenger.publish('campaign.published', others);
    expect(await worker.sendAll(others.campaignId)).toHaveLength(10);
    expect(await fixture.stored('batches').countDocuments({ state: 'LEASED' })).toBe(6);
    expect(worker.pollHint(big)).toBeUndefined();
  });

  it('grows with the number of workers, and a campaign gets its share', async () => {
    await fixture.start(lasting);
    const big = await fixture.publish([members(10_000, 'big')]);
    for (const [workers, share] of [
      [1, 6],
      [2, 12],
      [4, 24],
    ] as const) {
      for (let n = 1; n <= workers; n++)
        fixture.workers.set(`worker-${n}`, { channel: 'EMAIL', leases: LEASES });
      await until('its share', async () => (await inFlight()) === share);
    }
    expect(worker.pollHint(big)).toBeDefined();
  });

  it('is free for other campaigns when a worker is lost', async () => {
    await fixture.start(lasting);
    const big = await fixture.publish([members(5_000, 'big')]);
    await hang(big, 6);
    fixture.workers.set('worker-1', { channel: 'EMAIL', leases: 0 });
    fixture.workers.set('worker-2', { channel: 'EMAIL', leases: LEASES });
    await until('leases of the other worker', async () => (await inFlight()) === 12);
  });

  it('is reported as missing while no worker is present', async () => {
    fixture.workers.clear();
    await fixture.start();
    const campaignId = await fixture.publish([members(10, 'withoutWorkers')]);
    const waiting = await until('the reason', async () => (await fixture.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'NO_WORKER', nextTryAt: null });
    expect(worker.pollHint(campaignId)).toBeUndefined();
    fixture.workers.set('worker-1', { channel: 'EMAIL', leases: LEASES });
    expect(await worker.sendAll(campaignId)).toHaveLength(10);
    expect((await fixture.report(campaignId)).waiting).toEqual([]);
  });
});

describe('more campaigns than are read in every round', () => {
  let fixture: Fixture;
  let dispatcher: Dispatcher;

  beforeEach(async () => {
    fixture = await Fixture.open();
    fixture.profile.routes.SMS = { senderId: 'default', ratePerSecond: null, maxConnections: null };
    dispatcher = await fixture.start(lasting);
    // Treats one campaign as many campaigns, so that all campaigns are read only once.
    const dueCampaigns = dispatcher.get<DueCampaigns, { pace: object }>(DueCampaigns);
    jest.replaceProperty(dueCampaigns, 'pace', { few: 0, rest: Infinity, longestRestMs: Infinity });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return fixture.close();
  });

  /** A batch of another campaign that is due much later. */
  async function insertWaiting(): Promise<void> {
    const batches = fixture.stored('batches');
    const like = await batches.findOne({});
    const due = new Date(Date.now() + 3_600_000);
    await batches.insertOne({
      ...like,
      _id: newId(),
      campaign: new ObjectId(),
      state: 'READY',
      due,
      lease: null,
    } as never);
  }

  it('are sent as soon as they are planned, even if they are older than other campaigns', async () => {
    const worker = new Worker(fixture);
    const older = fixture.order([members(3, 'older')]);
    await worker.nextHint(await fixture.publish([members(3, 'newer')]));
    await fixture.others.messenger.publish('campaign.published', older);
    expect(await worker.sendAll(older.campaignId)).toHaveLength(3);
  });

  it('continue after each part of a batch', async () => {
    const worker = new Worker(fixture, 'sms-worker');
    const campaignId = await fixture.publish([members(30, '0', 'SMS')], {
      content: { bodies: { SMS: 'Hello' } },
    });
    const first = await worker.takeNext(campaignId);
    expect(first.recipients).toHaveLength(10);
    // Simulates a batch that was planned long ago. The dispatcher reads it again, because its revision has changed.
    const hourAgo = new Date(Date.now() - 3_600_000);
    await fixture.stored('batches').updateMany({}, { $set: { since: hourAgo }, $inc: { rev: 1 } });
    // Without a waiting batch in the channel, its campaigns would not be read.
    await insertWaiting();
    const looks = jest.spyOn(dispatcher.get(BatchQueue), 'next');
    const recent = jest.spyOn(dispatcher.get(BatchQueue), 'dueSince');
    await until('rounds in which nothing of it is ready', () => recent.mock.calls.length > 3);
    expect(looks).toHaveBeenCalled();
    await worker.settle(first);
    expect(await worker.sendAll(campaignId)).toHaveLength(20);
  });
});
