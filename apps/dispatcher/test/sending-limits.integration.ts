import { type Lease, newId } from '@carillon/contracts';
import { Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

/** A rate that four leases of five recipients each share (see sendingLimitsOf). */
const RATE = 10;

describe('the limits of a sender', () => {
  let fixture: Fixture;
  let workers: Worker[];

  beforeAll(async () => {
    fixture = await Fixture.open();
    fixture.workers.set('worker-3', { channel: 'EMAIL', leases: 64 });
    await fixture.start(lasting);
    await fixture.start(lasting);
    workers = ['worker-1', 'worker-2', 'worker-3'].map((name) => new Worker(fixture, name));
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  function bears(limits: { ratePerSecond?: number; maxConnections?: number }): string {
    const senderId = newId();
    fixture.profile.routes.EMAIL = { senderId, ratePerSecond: null, maxConnections: null, ...limits };
    return senderId;
  }

  /** Leases offers for three workers until they have this many leases. */
  async function take(campaignId: string, count: number): Promise<Lease[]> {
    const leases: Lease[] = [];
    await until('the leases', async () => {
      for (const worker of workers) {
        const hint = worker.pollHint(campaignId);
        const lease = hint && (await worker.take(hint));
        if (lease) leases.push(lease);
      }
      return leases.length >= count;
    });
    return leases;
  }

  const settle = async (leases: Lease[]): Promise<void> => {
    for (const lease of leases) await workers[0]?.settle(lease);
  };
  const sum = (leases: Lease[], of: (lease: Lease) => number | null): number =>
    leases.reduce((total, lease) => total + (of(lease) ?? 0), 0);
  /**
   * Waits until all possible offers are made, which is certain after two later campaigns of other users have been
   * offered.
   */
  async function afterAWhile(): Promise<void> {
    const kept = fixture.profile.routes.EMAIL;
    for (const name of ['one', 'other']) {
      bears({});
      const small = await fixture.publish([members(1, `${name}${newId()}`)], { userId: newId() });
      await until('a batch of another user', () =>
        fixture.hints.some(({ campaignId }) => campaignId === small),
      );
    }
    fixture.profile.routes.EMAIL = kept;
  }

  it('include a rate that leases share across dispatchers and workers', async () => {
    bears({ ratePerSecond: RATE });
    const campaignId = await fixture.publish([members(1_000, 'rate')]);
    const leases = await take(campaignId, 4);
    expect(sum(leases, ({ sendsPerSecond }) => sendsPerSecond)).toBeCloseTo(RATE);
    await afterAWhile();
    expect(workers[0]?.pollHint(campaignId)).toBeUndefined();
    await fixture.delete(campaignId);
  });

  it('include a rate that even a campaign with few recipients reaches', async () => {
    bears({ ratePerSecond: RATE });
    const campaignId = await fixture.publish([members(40, 'few')]);
    const leases = await take(campaignId, 4);
    expect(sum(leases, ({ sendsPerSecond }) => sendsPerSecond)).toBeCloseTo(RATE);
    await fixture.delete(campaignId);
  });

  it('keep the average rate, and reserve only the necessary time, even if leases are settled immediately', async () => {
    const senderId = bears({ ratePerSecond: RATE });
    const reservedUntil = async (): Promise<number> => {
      const reservations = fixture.stored<{ _id: string; nextAt: Date }>('rateReservations');
      return (await reservations.findOne({ _id: senderId }))?.nextAt.getTime() ?? 0;
    };
    const campaignId = await fixture.publish([members(1_000, 'run')]);
    const from = performance.now();
    let sends = 0;
    let lastEnd = 0;
    while (sends < 60) {
      const before = await reservedUntil();
      const leases = await take(campaignId, 1);
      const needed = (sum(leases, ({ recipients }) => recipients.length) / RATE) * 1_000;
      expect(await reservedUntil()).toBeLessThanOrEqual(Math.max(before, Date.now()) + needed);
      for (const { startInMs, recipients } of leases) {
        sends += recipients.length;
        lastEnd = Math.max(lastEnd, performance.now() - from + startInMs);
      }
      await settle(leases);
    }
    // The delay minus the head start of concurrent leases and the time reserved for the last lease.
    expect(sends).toBeLessThanOrEqual((lastEnd / 1_000) * RATE + 2.5 * RATE);
    await fixture.delete(campaignId);
  });

  it('are not used by recipients who are put back unsent', async () => {
    const senderId = bears({ ratePerSecond: 1 });
    const campaignId = await fixture.publish([members(10, 'put-back')]);
    const [lease] = await take(campaignId, 1);
    const reservations = fixture.stored<{ _id: string; nextAt: Date }>('rateReservations');
    const reservedUntil = async () => (await reservations.findOne({ _id: senderId }))?.nextAt.getTime() ?? 0;
    const before = await reservedUntil();
    const { recipients = [] } = lease ?? {};
    expect(recipients).toHaveLength(2);
    const putBack = { reason: 'DOMAIN_GROUP_LIMITED', retryAfterMs: 60_000 } as const;
    const outcomes = recipients.slice(0, 1).map(({ i }) => ({
      ...{ i, kind: 'throttled' as const, permanent: false, providerCode: null, providerId: null },
      ...{ segments: null, ...putBack },
    }));
    // A repeated report gives back nothing more.
    const part = { outcomes, sent: [], done: false };
    for (const more of [part, part, { outcomes }]) if (lease) await workers[0]?.settle(lease, more);
    const [next] = await take(campaignId, 1);
    expect(next?.recipients.map(({ i }) => i)).toEqual([2, 3]);
    // On a slow machine, the time that was left has passed, and the next lease begins now.
    const after = await reservedUntil();
    expect(after).toBeGreaterThanOrEqual(before + 1_000);
    expect(after).toBeLessThanOrEqual(Math.max(before - 1_000, Date.now()) + 2_000);
    await fixture.delete(campaignId);
  });

  it('can be one message per minute without occupying a worker in between', async () => {
    bears({ ratePerSecond: 1 / 60 });
    const campaignId = await fixture.publish([members(10, 'slow')]);
    const [first] = await take(campaignId, 1);
    expect(first).toMatchObject({ sendsPerSecond: 1 / 60 });
    expect(first?.startInMs).toBeLessThan(1_000);
    expect(first?.recipients).toHaveLength(1);
    await settle(first ? [first] : []);
    await afterAWhile();
    expect(workers[0]?.pollHint(campaignId)).toBeUndefined();
    await fixture.delete(campaignId);
  });

  it('can change during a campaign', async () => {
    const senderId = bears({ ratePerSecond: 1 / 60 });
    const campaignId = await fixture.publish([members(100, 'changed')]);
    await settle(await take(campaignId, 1));
    fixture.profile.routes.EMAIL = { senderId, ratePerSecond: null, maxConnections: null };
    await settle(await take(campaignId, 1));
    expect(await workers[0]?.sendAll(campaignId)).toBeDefined();
  });

  it('include a number of connections that leases share', async () => {
    bears({ maxConnections: 13 });
    const campaignId = await fixture.publish([members(3_000, 'connected')]);
    const leases = await take(campaignId, 2);
    expect(sum(leases, ({ concurrency }) => concurrency)).toBeLessThanOrEqual(13);
    await afterAWhile();
    expect(workers[0]?.pollHint(campaignId)).toBeUndefined();
    await settle(leases.slice(1));
    const next = await take(campaignId, 1);
    expect(sum([...leases.slice(0, 1), ...next], ({ concurrency }) => concurrency)).toBeLessThanOrEqual(13);
    await fixture.delete(campaignId);
  });
});
