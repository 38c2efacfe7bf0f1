import { type Timeline, type TimelineState, newId, timelineStates } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { type Dispatcher, Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

/** The total results of emails in a timeline. */
function resultsIn(timeline: Timeline | null): Partial<Record<TimelineState, number>> {
  const sums = timelineStates.map((state) => {
    const n = timeline?.buckets.reduce((sum, { channels }) => sum + channels.EMAIL[state], 0) ?? 0;
    return [state, n] as const;
  });
  return Object.fromEntries(sums.filter(([, n]) => n > 0));
}

describe('queries about a campaign', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  async function pages(
    campaignId: string,
    more: Parameters<Fixture['deliveries']>[1] = {},
  ): Promise<string[]> {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<Fixture['deliveries']>> = await fixture.deliveries(campaignId, {
        ...more,
        after,
        limit: 120,
      });
      seen.push(...page.items.map(({ address }) => address));
      after = page.next;
    } while (after !== null);
    return seen;
  }

  async function domainsOf(campaignId: string) {
    const query = { userId: fixture.userId, campaignId };
    const reply = await fixture.others.messenger.request('dispatch.recipient-domains', query);
    return reply.recipientDomains;
  }

  async function timelineOf(campaignId: string): Promise<Timeline | null> {
    const query = { userId: fixture.userId, campaignId };
    return (await fixture.others.messenger.request('dispatch.timeline', query)).timeline;
  }

  it('list each delivery once in pages, last planned first', async () => {
    const people = members(1450, 'a');
    const campaignId = await fixture.publish([people]);
    await worker.sendAll(campaignId);
    const newestFirst = people.map(({ address }) => address).reverse();
    expect(await pages(campaignId)).toEqual(newestFirst);
    expect(await pages(campaignId, { state: 'SENT' })).toEqual(newestFirst);
    expect(await pages(campaignId, { state: 'FAILED' })).toEqual([]);
  });

  it('count recipients by domain, with bounces, opens, and clicks', async () => {
    fixture.profile = { ...fixture.profile, tracking: 'FULL' };
    const people = members(1_250, 'd').map((member, n) => ({
      ...member,
      address: n < 1_000 ? member.address : `d${n}@mail.example`,
    }));
    const campaignId = await fixture.publish([people, members(3, '9', 'SMS')]);
    await worker.sendAll(campaignId);
    await fixture.dispatchIs(campaignId, { state: 'DONE' });
    const { items } = await fixture.deliveries(campaignId, { address: 'd1100@mail.example' });
    const marks = [{ deliveryId: items[0]?.id ?? '', link: null, at: new Date().toISOString() }];
    const opens = { total: 1, machine: 0 };
    await fixture.others.messenger.publish('engagement.counted', {
      ...{ id: newId(), campaignId, opens, links: [], marks },
    });
    await until('the open', async () => (await fixture.report(campaignId)).engagement?.opens.unique === 1);
    const all = { bounced: 0, complained: 0, failed: 0, clicks: 0 };
    expect(await domainsOf(campaignId)).toMatchObject({
      ...{ isComplete: true, areDeliveriesKept: true },
      domains: [
        { domain: 'example.com', addressed: 1_000, sent: 1_000, delivered: 1_000, opens: 0, ...all },
        { domain: 'mail.example', addressed: 250, sent: 250, delivered: 250, opens: 1, ...all },
      ],
      others: { domains: 0, addressed: 0 },
    });
    const others = { userId: newId(), campaignId };
    expect(await fixture.others.messenger.request('dispatch.recipient-domains', others)).toEqual({
      recipientDomains: null,
    });
  });

  it('count recipients by domain once for several callers, and not after the deliveries are deleted', async () => {
    const campaignId = await fixture.publish([members(20, 'f')]);
    await worker.sendAll(campaignId);
    await fixture.dispatchIs(campaignId, { state: 'DONE' });
    const counted = await Promise.all([1, 2, 3].map(() => domainsOf(campaignId)));
    expect(new Set(counted.map((each) => each?.asOf)).size).toBe(1);
    expect(counted[0]?.domains).toMatchObject([{ domain: 'example.com', addressed: 20 }]);
    await fixture
      .stored('dispatches')
      .updateOne({ _id: new ObjectId(campaignId) }, { $set: { ledger: 'DELETING' } });
    expect(await domainsOf(campaignId)).toMatchObject({
      ...{ isComplete: true, areDeliveriesKept: false, domains: [] },
    });
  });

  it('find a delivery by its address', async () => {
    const campaignId = await fixture.publish([members(30, 'b')]);
    await worker.sendAll(campaignId);
    expect((await fixture.deliveries(campaignId, { address: 'b2@example.com' })).items).toEqual([
      expect.objectContaining({ address: 'b2@example.com', state: 'SENT', attempts: 1 }),
    ]);
    expect((await fixture.deliveries(campaignId, { address: 'nobody@example.com' })).items).toEqual([]);
  });

  it('return the next attempt of a delivery that is retried', async () => {
    const campaignId = await fixture.publish([members(2, 'w')]);
    const lease = await worker.takeNext(campaignId);
    const busy = {
      ...({ kind: 'failed', reason: 'SERVER_BUSY', permanent: false, providerCode: '451' } as const),
      ...{ providerId: null, segments: null, retryAfterMs: null },
    };
    await worker.settle(lease, { sent: [0], outcomes: [{ i: 1, ...busy }] });
    const waiting = await until('the failure', async () =>
      (await fixture.deliveries(campaignId, { state: 'QUEUED', reason: 'SERVER_BUSY' })).items.at(0),
    );
    expect(waiting.nextTryAt).toMatch(/Z$/);
    expect(Date.parse(waiting.nextTryAt ?? '')).toBeGreaterThan(Date.parse(waiting.updatedAt));
    const [sent] = (await fixture.deliveries(campaignId, { state: 'SENT' })).items;
    expect(sent?.nextTryAt).toBeNull();
  });

  it('return the timeline of results, even after the ledger is deleted', async () => {
    const campaignId = await fixture.publish([members(450, 't')]);
    const lease = await worker.takeNext(campaignId);
    const refused = {
      ...({ kind: 'failed', reason: 'NO_SUCH_ADDRESS', permanent: true, providerCode: null } as const),
      ...{ providerId: null, segments: null, retryAfterMs: null },
    };
    await worker.settle(lease, { outcomes: [{ i: 4, ...refused }] });
    await worker.sendAll(campaignId);
    await until('the end', () => fixture.isComplete(campaignId));
    const timeline = await until('the whole', async () => {
      const read = await timelineOf(campaignId);
      return resultsIn(read).SENT === 449 ? read : null;
    });
    expect(resultsIn(timeline)).toEqual({ SENT: 449, FAILED: 1 });
    expect(timeline.buckets.every(({ at }) => /^[\d-]+T[\d:]+\.000Z$/.test(at))).toBe(true);
    await fixture
      .stored('dispatches')
      .updateOne({ _id: new ObjectId(campaignId) }, { $set: { finishedAt: new Date(Date.now() - 1e9) } });
    await fixture.stop(dispatcher);
    dispatcher = await fixture.start({ LEDGER_DAYS: '2' });
    await until('the ledger to go', async () => (await fixture.deliveries(campaignId)).items.length === 0);
    expect((await timelineOf(campaignId))?.buckets).toEqual(timeline.buckets);
  });

  it('return no data to another user', async () => {
    const campaignId = await fixture.publish([members(1, 'c')]);
    await worker.sendAll(campaignId);
    const stranger = { userId: newId(), campaignId };
    expect(await fixture.others.messenger.request('dispatch.report', stranger)).toEqual({ report: null });
    expect((await fixture.deliveries(campaignId, stranger)).items).toEqual([]);
    expect(await fixture.others.messenger.request('dispatch.timeline', stranger)).toEqual({ timeline: null });
  });

  it('agree with the ledger if a result arrives after the end', async () => {
    const sms = { senderId: newId(), ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { ...fixture.profile.routes, SMS: sms } };
    const campaignId = await fixture.publish([members(2, '4', 'SMS')], {
      content: { bodies: { SMS: 'Hello' } },
    });
    const lease = await worker.takeNext(campaignId);
    await until('the end', () => fixture.isComplete(campaignId));
    expect(await fixture.report(campaignId)).toMatchObject({ states: { UNCONFIRMED: 2 } });
    await worker.settle(lease, { sent: [1], done: false });
    await until('the truth', async () => (await fixture.report(campaignId)).states.SENT === 1);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 2, states: { SENT: 1, UNCONFIRMED: 1 } });
  });

  it('return the same data after the ledger is deleted, except for the recipients', async () => {
    const campaignId = await fixture.publish([members(20, 'd')]);
    const lease = await worker.takeNext(campaignId);
    const refused = {
      kind: 'failed',
      reason: 'NO_SUCH_ADDRESS',
      permanent: true,
      providerCode: '550 5.1.1',
      providerId: null,
      segments: null,
      retryAfterMs: null,
    } as const;
    await worker.settle(lease, { outcomes: [{ i: 4, ...refused }] });
    await until('the end', () => fixture.isComplete(campaignId));
    const before = await fixture.report(campaignId);
    const young = await fixture.publish([members(2, 'young')]);
    await worker.sendAll(young);
    const hour = 3_600_000;
    const ended = (id: string, hoursAgo: number): Promise<unknown> =>
      fixture
        .stored('dispatches')
        .updateOne(
          { _id: new ObjectId(id) },
          { $set: { finishedAt: new Date(Date.now() - hoursAgo * hour) } },
        );
    await ended(campaignId, 49);
    await ended(young, 47);
    // Ledgers are deleted once a minute, and immediately when a dispatcher starts.
    await fixture.stop(dispatcher);
    await fixture.start({ LEDGER_DAYS: '2' });
    await until('the ledger to go', async () => (await fixture.deliveries(campaignId)).items.length === 0);
    const after = await fixture.report(campaignId);
    expect(after).toEqual({ ...before, asOf: after.asOf });
    expect(after.reasons).toEqual([expect.objectContaining({ reason: 'NO_SUCH_ADDRESS', count: 1 })]);
    expect((await fixture.deliveries(young)).items).toHaveLength(2);
  });
});
