import { type Lease, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { Batches } from '../src/ledger/batches';
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

  /** Leases that are never settled, as if the server hung: as many as are offered. */
  async function hang(campaignId: string, count: number): Promise<Lease[]> {
    const leases: Lease[] = [];
    await until('the leases', async () => {
      const hint = worker.heard(campaignId);
      const lease = hint && (await worker.take(hint));
      if (lease) leases.push(lease);
      return leases.length >= count;
    });
    return leases;
  }
  const inFlight = (): Promise<number> =>
    fixture.stored('batches').countDocuments({ state: { $in: ['RELEASED', 'LEASED'] } });

  it('is requested by a dispatcher that begins to release batches', async () => {
    let calls = 0;
    await fixture.others.overhear({ 'heartbeats.requested': () => (calls += 1) });
    for (const copies of [1, 2]) {
      await fixture.start();
      await until('the call', () => calls === copies);
    }
  });

  it('is not used up by a campaign that hangs: others go through at once, also of the same user', async () => {
    await fixture.start(lasting);
    const big = await fixture.publish([members(5_000, 'big')]);
    await hang(big, 6);
    const own = await fixture.publish([members(10, 'own')]);
    expect(await worker.sendAll(own)).toHaveLength(10);
    const others = fixture.order([members(10, 'others')], { userId: newId() });
    await fixture.others.messenger.publish('campaign.published', others);
    expect(await worker.sendAll(others.campaignId)).toHaveLength(10);
    expect(await fixture.stored('batches').countDocuments({ state: 'LEASED' })).toBe(6);
    expect(worker.heard(big)).toBeUndefined();
  });

  it('grows with the number of workers, and a campaign has its share of it', async () => {
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
    expect(worker.heard(big)).toBeDefined();
  });

  it('is free again for others when their worker is lost', async () => {
    await fixture.start(lasting);
    const big = await fixture.publish([members(5_000, 'big')]);
    await hang(big, 6);
    fixture.workers.set('worker-1', { channel: 'EMAIL', leases: 0 });
    fixture.workers.set('worker-2', { channel: 'EMAIL', leases: LEASES });
    await until('leases of the other worker', async () => (await inFlight()) === 12);
  });

  it('is waited for when there is none, and the report shows it', async () => {
    fixture.workers.clear();
    await fixture.start();
    const campaignId = await fixture.publish([members(10, 'withoutWorkers')]);
    const waiting = await until('the reason', async () => (await fixture.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'NO_WORKER', nextTryAt: null });
    expect(worker.heard(campaignId)).toBeUndefined();
    fixture.workers.set('worker-1', { channel: 'EMAIL', leases: LEASES });
    expect(await worker.sendAll(campaignId)).toHaveLength(10);
    expect((await fixture.report(campaignId)).waiting).toEqual([]);
  });
});

describe('campaigns that are too many to be read in every round', () => {
  let fixture: Fixture;
  let dispatcher: Dispatcher;

  beforeEach(async () => {
    fixture = await Fixture.open();
    fixture.profile.routes.SMS = { senderId: 'default', ratePerSecond: null, maxConnections: null };
    dispatcher = await fixture.start(lasting);
    // One campaign is many, and all are read once only.
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

  it('are sent as soon as they are planned, also if they are older than others', async () => {
    const worker = new Worker(fixture);
    const older = fixture.order([members(3, 'older')]);
    await worker.nextHint(await fixture.publish([members(3, 'newer')]));
    await fixture.others.messenger.publish('campaign.published', older);
    expect(await worker.sendAll(older.campaignId)).toHaveLength(3);
  });

  it('go on after each part of a batch', async () => {
    const worker = new Worker(fixture, 'sms-worker');
    const campaignId = await fixture.publish([members(30, '0', 'SMS')], {
      content: { bodies: { SMS: 'Hello' } },
    });
    const first = await worker.takeNext(campaignId);
    expect(first.recipients).toHaveLength(10);
    // As if it had been planned long ago. The dispatcher reads it again, as its revision has changed.
    const hourAgo = new Date(Date.now() - 3_600_000);
    await fixture.stored('batches').updateMany({}, { $set: { since: hourAgo }, $inc: { rev: 1 } });
    // Without a batch that waits in the channel, its campaigns would not be looked at.
    await insertWaiting();
    const looks = jest.spyOn(dispatcher.get(Batches), 'next');
    const recent = jest.spyOn(dispatcher.get(Batches), 'dueSince');
    await until('rounds in which nothing of it is ready', () => recent.mock.calls.length > 3);
    expect(looks).toHaveBeenCalled();
    await worker.settle(first);
    expect(await worker.sendAll(campaignId)).toHaveLength(20);
  });
});
