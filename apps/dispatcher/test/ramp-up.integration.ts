import {
  type BatchReleased,
  type Lease,
  type RampUp,
  dayAfter,
  deliveryId,
  newId,
} from '@carillon/contracts';
import { Batches } from '../src/ledger';
import { RampUps } from '../src/releasing';
import { type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

interface Stored {
  _id: string;
  date: string;
  sent: number;
  paused: object | null;
}

describe('the daily limits of a sender', () => {
  let fixture: Fixture;
  let workers: Worker[];
  let dispatchers: Dispatcher[];

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatchers = [await fixture.start(lasting), await fixture.start(lasting)];
    workers = ['worker-1', 'worker-2'].map((name) => new Worker(fixture, name));
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());
  afterEach(() => jest.restoreAllMocks());

  const today = () => new Date().toISOString().slice(0, 10);
  function limited(changes: Partial<RampUp> = {}): { senderId: string; rampUp: RampUp } {
    const senderId = newId();
    const rampUp: RampUp = {
      ...{ startsOn: today(), startPerDay: 100, targetPerDay: 1_000, factor: 2, step: null },
      ...{ domainGroups: [], maxBounceRate: 0.05, maxComplaintRate: 0.003, ...changes },
    };
    fixture.profile.routes.EMAIL = { senderId, ratePerSecond: null, maxConnections: null, rampUp };
    return { senderId, rampUp };
  }
  const record = (_id: string) => fixture.stored<Stored>('rampUps').findOne({ _id });
  const count = (leases: readonly Lease[]): number =>
    leases.reduce((sum, { recipients }) => sum + recipients.length, 0);

  /** Null: the dispatcher was killed, or the offer is stale. */
  const take = async (hint: BatchReleased, n: number): Promise<Lease | null> =>
    (await workers[n % workers.length]?.take(hint).catch(() => null)) ?? null;

  /** Takes all offers of these campaigns at once, until they wait for this reason. */
  async function takeAll(campaigns: readonly string[], reason: string): Promise<Lease[]> {
    const leases: Lease[] = [];
    await until(reason, async () => {
      const hints = campaigns.flatMap((id) => workers.flatMap((worker) => worker.pollHint(id) ?? []));
      const taken = await Promise.all(hints.map((hint, n) => take(hint, n)));
      leases.push(...taken.flatMap((lease) => lease ?? []));
      const waiting = campaigns.filter((id) => !fixture.isComplete(id));
      const reports = await Promise.all(waiting.map((id) => fixture.report(id)));
      const areWaiting = reports.every((report) => report.waiting.some((each) => each.reason === reason));
      return hints.length === 0 && areWaiting;
    });
    return leases;
  }
  const publishMany = (campaigns: number, people: number) =>
    Promise.all(Array.from({ length: campaigns }, (_, n) => fixture.publish([members(people, `p${n}x`)])));
  const settle = async (leases: readonly Lease[]): Promise<void> => {
    for (const lease of leases) await workers[0]?.settle(lease);
  };
  const beginNextDay = async (senderId: string): Promise<void> => {
    await fixture.stored<Stored>('rampUps').updateOne({ _id: senderId }, { $set: { date: '2000-01-01' } });
  };

  it('are used up and never exceeded by dispatchers that grant leases at the same time', async () => {
    const { senderId, rampUp } = limited();
    const campaigns = await publishMany(8, 30);
    const leases = await takeAll(campaigns, 'RAMP_UP_LIMIT');
    expect(count(leases)).toBe(100);
    const { waiting } = await fixture.report(campaigns[0] ?? '');
    expect(waiting).toMatchObject([
      { channel: 'EMAIL', reason: 'RAMP_UP_LIMIT', nextTryAt: dayAfter(today()).toISOString() },
    ]);
    expect(await fixture.others.messenger.request('dispatch.ramp-up', { senderId, rampUp })).toMatchObject({
      ...{ date: today(), day: 1, limit: 100, sent: 100, bounced: 0, paused: null },
      waitsUntil: dayAfter(today()).toISOString(),
    });
    await settle(leases);
    await beginNextDay(senderId);
    expect(count(await takeAll(campaigns, 'RAMP_UP_LIMIT'))).toBe(100);
    for (const id of campaigns) await fixture.delete(id);
  });

  it('are not exceeded if a dispatcher is killed between the count and the lease', async () => {
    const { senderId } = limited();
    const killed = dispatchers.map((each) => ({
      batches: each.get(Batches, { strict: false }),
      rampUps: each.get(RampUps, { strict: false }),
    }));
    let lost = 0;
    for (const { batches, rampUps } of killed) {
      // A killed process gives nothing back.
      jest.spyOn(rampUps, 'giveBack').mockResolvedValue();
      const change = batches.change.bind(batches);
      jest.spyOn(batches, 'change').mockImplementation((id, decide, options) =>
        change(
          id,
          (batch) => {
            const fact = decide(batch);
            if (fact?.type !== 'granted' || lost > 0) return fact;
            lost = fact.rampUp?.allowed.size ?? 0;
            throw new Error('The process was killed');
          },
          options,
        ),
      );
    }
    const campaigns = await publishMany(8, 30);
    const leases = await takeAll(campaigns, 'RAMP_UP_LIMIT');
    expect(lost).toBe(30);
    expect((await record(senderId))?.sent).toBe(100);
    expect(count(leases)).toBe(100 - lost);
    for (const id of campaigns) await fixture.delete(id);
  });

  it('count only emails that were handed over', async () => {
    const { senderId } = limited({ startPerDay: 10 });
    const [campaignId = ''] = await publishMany(1, 30);
    const [lease] = await takeAll([campaignId], 'RAMP_UP_LIMIT');
    const { recipients = [] } = lease ?? {};
    expect(recipients).toHaveLength(10);
    const [first, second, third] = recipients.map(({ i }) => i);
    const none = { permanent: false, providerCode: null, providerId: null, segments: null };
    const deferred = {
      ...none,
      kind: 'throttled' as const,
      reason: 'SLOW_DOWN' as const,
      retryAfterMs: 60_000,
    };
    const failed = { ...none, kind: 'failed' as const, reason: 'MAILBOX_FULL' as const, retryAfterMs: null };
    if (lease)
      await workers[0]?.settle(lease, {
        sent: recipients.slice(4).map(({ i }) => i),
        outcomes: [
          { i: first ?? 0, ...deferred },
          { i: second ?? 0, ...deferred },
          { i: third ?? 0, ...failed },
        ],
      });
    // The fourth recipient was returned.
    await until('the unused emails', async () => (await record(senderId))?.sent === 7);
    expect(count(await takeAll([campaignId], 'RAMP_UP_LIMIT'))).toBe(3);
    await fixture.delete(campaignId);
  });

  it('of a group of domains postpone its recipients, and no others', async () => {
    const { senderId, rampUp } = limited({
      domainGroups: [{ group: 'GMAIL', startPerDay: 3, targetPerDay: 10 }],
    });
    const people = members(20, 'mixed').map((person, n) =>
      n % 2 === 0 ? { ...person, address: `p${n}@gmail.com` } : person,
    );
    const campaignId = await fixture.publish([people]);
    const lease = await workers[0]?.takeNext(campaignId);
    const ofGmail = lease?.recipients.filter(({ address }) => address.endsWith('@gmail.com'));
    expect([lease?.recipients.length, ofGmail?.length]).toEqual([13, 3]);
    await settle(lease ? [lease] : []);
    await until('the results', async () => (await fixture.report(campaignId)).states.SENT === 13);
    const { items } = await fixture.deliveries(campaignId, { state: 'QUEUED' });
    expect(items).toHaveLength(7);
    expect(items[0]).toMatchObject({
      reason: 'RAMP_UP_LIMIT',
      nextTryAt: dayAfter(today()).toISOString(),
    });
    const state = await fixture.others.messenger.request('dispatch.ramp-up', { senderId, rampUp });
    expect(state).toMatchObject({ sent: 13, domainGroups: [{ group: 'GMAIL', limit: 3, sent: 3 }] });
    await fixture.delete(campaignId);
  });

  it('pause the sender if too many emails bounce, until the user resumes it', async () => {
    const { senderId, rampUp } = limited({ startPerDay: 40 });
    const campaignId = await fixture.publish([members(60, 'bounce')]);
    const leases = await takeAll([campaignId], 'RAMP_UP_LIMIT');
    const outcomes = (leases[0]?.recipients ?? []).slice(0, 5).map(({ i }) => ({
      ...{ i, kind: 'failed' as const, reason: 'NO_SUCH_ADDRESS' as const, permanent: true },
      ...{ providerCode: '550 5.1.1', providerId: null, segments: null, retryAfterMs: null },
    }));
    for (const [n, lease] of leases.entries()) await workers[0]?.settle(lease, n === 0 ? { outcomes } : {});
    await until('the pause', async () => (await record(senderId))?.paused != null);
    await beginNextDay(senderId);
    expect(await takeAll([campaignId], 'RAMP_UP_PAUSED')).toEqual([]);
    const query = { senderId, rampUp };
    expect(await fixture.others.messenger.request('dispatch.ramp-up', query)).toMatchObject({
      ...{ waitsUntil: null, paused: { reason: 'BOUNCE_RATE', rate: 0.125 } },
    });
    expect(await fixture.others.messenger.request('dispatch.resume-ramp-up', query)).toMatchObject({
      ...{ paused: null, bounced: 0 },
    });
    expect(await workers[0]?.sendAll(campaignId)).toHaveLength(20);
  });

  it('pause the sender if too many emails are reported as spam', async () => {
    const { senderId } = limited({ startPerDay: 20 });
    const campaignId = await fixture.publish([members(30, 'spam')]);
    const leases = await takeAll([campaignId], 'RAMP_UP_LIMIT');
    await settle(leases);
    const [lease] = leases;
    const { batchId = '', recipients = [] } = lease ?? {};
    for (const { i } of recipients.slice(0, 2))
      await fixture.others.messenger.publish('delivery.returned', {
        ...{ deliveryId: deliveryId(batchId, i), feedback: 'COMPLAINED', isHard: true, reason: 'COMPLAINT' },
        ...{ providerCode: null, consequence: 'SUPPRESS', at: new Date().toISOString() },
      });
    await until('the pause', async () => (await record(senderId))?.paused != null);
    expect(await record(senderId)).toMatchObject({
      ...{ bounced: 0, complained: 2, paused: { reason: 'COMPLAINT_RATE' } },
    });
    await fixture.delete(campaignId);
  });
});
