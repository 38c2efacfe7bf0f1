import { type MemberRoute, newId } from '@carillon/contracts';
import type { Breaker } from '../src/releasing/breakers';
import { Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

const down = { reason: 'CONNECTION_REFUSED', providerCode: null, detail: null } as const;
const refusal = { providerId: null, segments: null, retryAfterMs: null, providerCode: '21408' } as const;

const today = new Date().toISOString().slice(0, 10);
const pausedAccount = { id: newId(), ratePerSecond: null, pausedAt: new Date().toISOString() };
const usedUp = {
  ...{ startsOn: today, startPerDay: 2, targetPerDay: 2, factor: 2, step: null, domainGroups: [] },
  ...{ maxBounceRate: 0.05, maxComplaintRate: 0.003 },
};
/** The sender has sent its two emails of today. */
const usedUpRecord = {
  ...{ rev: 1, date: today, sent: 2, groups: {}, bounced: 0, complained: 0, startsOn: today },
  ...{ pausedDays: 0, paused: null, maxBounceRate: 1, maxComplaintRate: 1, updatedAt: new Date() },
};

describe('a pool of senders', () => {
  let fixture: Fixture;
  let worker: Worker;
  let senders: [string, string];

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start(lasting);
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.clear();
    senders = [newId(), newId()];
    route(
      'ORDER',
      senders.map((senderId) => ({ senderId })),
    );
  });

  function route(strategy: 'ORDER' | 'WEIGHTS', of: (Partial<MemberRoute> & { senderId: string })[]): void {
    const all = of.map((each) => ({ ratePerSecond: null, maxConnections: null, weight: 1, ...each }));
    fixture.profile.routes.EMAIL = {
      ...{ senderId: newId(), ratePerSecond: null, maxConnections: null },
      pool: { strategy, members: all },
    };
    fixture.profile.senders = all.map(({ weight: _, domains: __, ...direct }) => {
      return { channel: 'EMAIL', ...direct };
    });
  }
  const breakerOf = (sender: string): Promise<Breaker | null> =>
    fixture.stored<Breaker>('breakers').findOne({ _id: sender } as never, { readConcern: 'majority' });
  const explained = async (campaignId: string, address: string) => {
    const { userId } = fixture;
    const query = { userId, campaignId, addresses: [address] };
    const { deliveries } = await fixture.others.messenger.request('dispatch.explain', query);
    return deliveries[0];
  };

  it('sends by its first sender while it works', async () => {
    const campaignId = await fixture.publish([members(300, 'a')]);
    const lease = await worker.takeNext(campaignId);
    expect(lease.senderId).toBe(senders[0]);
    await worker.settle(lease);
    await worker.sendAll(campaignId);
    expect((await explained(campaignId, lease.recipients[0]?.address ?? ''))?.senderId).toBe(senders[0]);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 300 } });
  });

  it('sends by the next sender while the first is unavailable, and tries the first again', async () => {
    const campaignId = await fixture.publish([members(1_000, 'b')]);
    const first = await worker.takeNext(campaignId);
    await worker.settle(first, { sent: [0, 1], providerDown: down });
    await until('the breaker', () => breakerOf(senders[0]));
    const second = await until('a lease of the second', async () => {
      const lease = await worker.takeNext(campaignId);
      if (lease.senderId === senders[1]) return lease;
      await worker.settle(lease, { sent: [], providerDown: down });
      return null;
    });
    await worker.settle(second);
    await fixture
      .stored<Breaker>('breakers')
      .updateOne({ _id: senders[0] } as never, { $set: { nextTryAt: new Date(0) } });
    await worker.sendAll(campaignId);
    expect(new Set(worker.sent).size).toBe(worker.sent.length);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 1_000 }, waiting: [] });
    const ofFirst = await explained(campaignId, first.recipients[0]?.address ?? '');
    expect(ofFirst).toMatchObject({ senderId: senders[0], state: 'SENT', attempts: 1 });
    const moved = await explained(campaignId, second.recipients[0]?.address ?? '');
    expect(moved).toMatchObject({ senderId: senders[1], state: 'SENT' });
  });

  it('gives a recipient that a sender refuses to the next sender, and says so', async () => {
    const campaignId = await fixture.publish([members(3, 'c')]);
    const lease = await worker.takeNext(campaignId);
    const reason = 'SENDER_NOT_REGISTERED' as const;
    await worker.settle(lease, {
      outcomes: [{ i: 1, kind: 'failed', permanent: true, reason, ...refusal }],
    });
    const again = await worker.takeNext(campaignId);
    expect(again.senderId).toBe(senders[1]);
    expect(again.recipients.map(({ i }) => i)).toEqual([1]);
    await worker.settle(again);
    await until('the end', () => fixture.isComplete(campaignId));
    const address = again.recipients[0]?.address ?? '';
    expect(await explained(campaignId, address)).toMatchObject({
      ...{ senderId: senders[1], state: 'SENT', attempts: 2 },
      earlierSenders: [{ senderId: senders[0], reason, providerCode: '21408' }],
    });
  });

  it('gives a recipient that all senders refuse for now to the first sender again', async () => {
    const campaignId = await fixture.publish([members(3, 'h')]);
    const reason = 'TOO_MANY_REQUESTS' as const;
    const slowDown = {
      i: 1,
      kind: 'throttled',
      permanent: false,
      reason,
      ...refusal,
      retryAfterMs: 1,
    } as const;
    for (const senderId of senders) {
      const lease = await worker.takeNext(campaignId);
      expect(lease.senderId).toBe(senderId);
      await worker.settle(lease, { outcomes: [slowDown] });
    }
    const again = await worker.takeNext(campaignId);
    expect([again.senderId, again.recipients.map(({ i }) => i)]).toEqual([senders[0], [1]]);
    await worker.settle(again);
    await until('the end', () => fixture.isComplete(campaignId));
    expect(await explained(campaignId, again.recipients[0]?.address ?? '')).toMatchObject({
      ...{ senderId: senders[0], state: 'SENT', attempts: 1 },
      earlierSenders: [
        { senderId: senders[0], reason },
        { senderId: senders[1], reason },
      ],
    });
  });

  it('has the results of each sender', async () => {
    const campaignId = await fixture.publish([members(6, 'g')]);
    const lease = await worker.takeNext(campaignId);
    const failed = (i: number, reason: 'UNROUTABLE' | 'NO_SUCH_ADDRESS') =>
      ({ i, kind: 'failed', permanent: true, reason, ...refusal }) as const;
    await worker.settle(lease, { outcomes: [failed(1, 'UNROUTABLE'), failed(2, 'NO_SUCH_ADDRESS')] });
    await worker.settle(await worker.takeNext(campaignId));
    await until('the end', () => fixture.isComplete(campaignId));
    const figures = async (userId = fixture.userId) =>
      (await fixture.others.messenger.request('dispatch.sender-figures', { userId, campaignId })).senders;
    const none = { channel: 'EMAIL', bounced: 0, complained: 0 };
    expect(await figures()).toMatchObject({
      areDeliveriesKept: true,
      senders: [
        { ...none, senderId: senders[0], addressed: 5, sent: 4, delivered: 4, failed: 1, failedOver: 1 },
        { ...none, senderId: senders[1], addressed: 1, sent: 1, delivered: 1, failed: 0, failedOver: 0 },
      ],
    });
    expect(await figures(newId())).toBeNull();
  });

  it.each<[string, object]>([
    ['its provider account is paused', { providerAccount: pausedAccount }],
    ['its emails of the day are used up', { rampUp: usedUp }],
  ])('sends by the next sender while the first may not, because %s', async (_, limits) => {
    route('ORDER', [{ senderId: senders[0], ...limits }, { senderId: senders[1] }]);
    await fixture
      .stored('rampUps')
      .insertOne({ ...usedUpRecord, _id: senders[0] } as never, { writeConcern: { w: 'majority' } });
    const campaignId = await fixture.publish([members(4, newId())]);
    const lease = await worker.takeNext(campaignId);
    expect([lease.senderId, lease.recipients.length]).toEqual([senders[1], 4]);
    await worker.settle(lease);
    await until('the end', () => fixture.isComplete(campaignId));
  });

  it('shows operators its senders that do not work, and what the others sent in the last hour', async () => {
    const campaignId = await fixture.publish([members(4, 'h')]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    await until('the breaker', () => breakerOf(senders[0]));
    const lease = await worker.takeNext(campaignId);
    const outcomes = [
      { i: 0, kind: 'failed', permanent: true, reason: 'NO_SUCH_ADDRESS', ...refusal } as const,
    ];
    await worker.settle(lease, { outcomes });
    await until('the end', () => fixture.isComplete(campaignId));
    const health = await until('the health', async () => {
      const found = await fixture.others.messenger.request('dispatch.health', {});
      return found.senders.some(({ senderId }) => senderId === senders[1]) ? found : null;
    });
    const rowOf = (id: string) => health.senders.find(({ senderId }) => senderId === id);
    expect(rowOf(senders[0])).toMatchObject({ sent: 0, unusable: { reason: 'CONNECTION_REFUSED' } });
    expect(rowOf(senders[1])).toEqual({
      ...{ senderId: senders[1], channel: 'EMAIL', sent: 3, failed: 1, unconfirmed: 0, unusable: null },
    });
    const email = health.channels.find(({ channel }) => channel === 'EMAIL');
    expect(email).toMatchObject({ workers: 2, capacity: 128, ready: 0, leased: 0, recipients: 0 });
  });

  it('waits for a report only if no sender works, and then says why', async () => {
    const campaignId = await fixture.publish([members(4, 'd')]);
    for (const sender of senders) {
      const lease = await worker.takeNext(campaignId);
      expect(lease.senderId).toBe(sender);
      await worker.settle(lease, { sent: [], providerDown: down });
      await until('the breaker', () => breakerOf(sender));
    }
    const waiting = await until('the reason', async () => (await fixture.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'CONNECTION_REFUSED' });
    await fixture.delete(campaignId);
  });

  it('shares recipients by weight, and by domain', async () => {
    const [a, b] = senders;
    const special = newId();
    route('WEIGHTS', [
      { senderId: a, weight: 3 },
      { senderId: b, weight: 1 },
      { senderId: special, domains: ['gmail.example'] },
    ]);
    const group = members(400, 'e').map((member, n) =>
      n % 10 === 0 ? { ...member, address: `e${n}@gmail.example` } : member,
    );
    const campaignId = await fixture.publish([group]);
    const counts = new Map<string, number>();
    await until('the campaign to complete', async () => {
      for (let hint = worker.pollHint(campaignId); hint; hint = worker.pollHint(campaignId)) {
        const lease = await worker.take(hint);
        if (!lease) continue;
        const count = (counts.get(lease.senderId) ?? 0) + lease.recipients.length;
        counts.set(lease.senderId, count);
        const isGmail = lease.recipients.map(({ address }) => address.endsWith('@gmail.example'));
        expect(isGmail).toEqual(isGmail.map(() => lease.senderId === special));
        await worker.settle(lease);
      }
      return fixture.isComplete(campaignId);
    });
    expect(counts.get(special)).toBe(40);
    expect(Math.abs((counts.get(a) ?? 0) - 270)).toBeLessThanOrEqual(4);
    expect((counts.get(a) ?? 0) + (counts.get(b) ?? 0)).toBe(360);
  });

  it('uses all its senders, so that none of them can be deleted', async () => {
    const campaignId = await fixture.publish([members(1, 'f')]);
    await worker.takeNext(campaignId);
    for (const senderId of senders) {
      const { inUse } = await fixture.others.messenger.request('dispatch.uses-sender', { senderId });
      expect(inUse).toBe(true);
    }
    await fixture.delete(campaignId);
  });
});
