import { newId } from '@carillon/contracts';
import { type Breaker, Breakers, JudgeSender } from '../src/releasing/breakers';
import { RemoveUnusedBreakers } from '../src/releasing/unused-breakers';
import { callsOver, type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

type Channel = 'EMAIL' | 'SMS';
const down = { reason: 'LOGIN_REFUSED', providerCode: '535', detail: null } as const;

describe('a provider that is unavailable', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start(lasting);
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  afterEach(() => jest.restoreAllMocks());
  beforeEach(() => {
    fixture.clear();
    route(newId());
  });

  function route(senderId: string): void {
    fixture.profile.routes.EMAIL = { senderId, ratePerSecond: null, maxConnections: null };
  }
  const breaker = (): Promise<Breaker | null> =>
    fixture
      .stored<Breaker>('breakers')
      .findOne({ _id: fixture.profile.routes.EMAIL?.senderId } as never, { readConcern: 'majority' });

  it('fails no recipient, reports a reason, is probed with one recipient, and continues when the probe is sent', async () => {
    const campaignId = await fixture.publish([members(4, 'a')]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    const waiting = await until('the reason', async () => (await fixture.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'LOGIN_REFUSED' });
    const probe = await worker.takeNext(campaignId);
    expect(probe.recipients).toHaveLength(1);
    await worker.settle(probe);
    await worker.sendAll(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 4, FAILED: 0 }, waiting: [] });
    expect(await breaker()).toBeNull();
  });

  it('counts as one outage for any number of leases', async () => {
    const campaignId = await fixture.publish([members(1000, 'b')]);
    const leases = await Promise.all([1, 2, 3, 4].map(() => worker.takeNext(campaignId)));
    const judging = jest.spyOn(dispatcher.get(JudgeSender), 'judge');
    const [first, ...others] = leases;
    if (first) await worker.settle(first, { sent: [], providerDown: down });
    await until('the breaker', breaker);
    // An offered probe also counts.
    await fixture
      .stored<Breaker>('breakers')
      .updateOne({ failures: 1 }, { $set: { nextTryAt: new Date(Date.now() + 3_600_000) } });
    for (const lease of others) await worker.settle(lease, { sent: [], providerDown: down });
    await callsOver(judging, leases.length);
    expect(await breaker()).toMatchObject({ failures: 1 });
    await fixture.delete(campaignId);
  });

  it('is probed with one recipient of one batch, even if many were offered when it became unavailable', async () => {
    const campaignId = await fixture.publish([members(1000, 'c')]);
    const first = await worker.takeNext(campaignId);
    const offered = await Promise.all([1, 2, 3].map(() => worker.nextHint(campaignId)));
    await worker.settle(first, { sent: [], providerDown: down });
    await until('the breaker', breaker);
    expect(await Promise.all(offered.map((hint) => worker.take(hint)))).toEqual([null, null, null]);
    const probe = await worker.takeNext(campaignId);
    expect(probe.recipients).toHaveLength(1);
    await worker.settle(probe, { sent: [], providerDown: down });
    await until('the second failure', async () => (await breaker())?.failures === 2);
    await fixture.delete(campaignId);
  });

  it('is available again if its response takes longer than the pause between two probes', async () => {
    const campaignId = await fixture.publish([members(1000, 'h')]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    await until('the breaker', breaker);
    const slow = await worker.takeNext(campaignId);
    expect(await breaker()).toMatchObject({ failures: 2 });
    await fixture
      .stored<Breaker>('breakers')
      .updateOne({ probe: slow.batchId }, { $set: { nextTryAt: new Date(0) } });
    const next = await worker.takeNext(campaignId);
    expect(await breaker()).toMatchObject({ failures: 3, probe: next.batchId });
    await worker.settle(slow);
    await until('the breaker to close', async () => (await breaker()) === null);
    await worker.settle(next);
    await fixture.delete(campaignId);
  });

  it('is available again if a dispatcher dies after it has written the result of the probe, and the report is repeated', async () => {
    const campaignId = await fixture.publish([members(1, 'm')]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    const probe = await worker.takeNext(campaignId);
    const closing = jest
      .spyOn(dispatcher.get(Breakers), 'closeServed')
      .mockRejectedValueOnce(new Error('death'));
    await worker.settle(probe);
    await until('the first attempt', () => closing.mock.calls.length > 0);
    await until('the breaker to close', async () => (await breaker()) === null);
    await until('the end', () => fixture.isComplete(campaignId));
  });

  it.each<[Channel, object]>([
    ['EMAIL', {}],
    ['SMS', { content: { bodies: { SMS: 'Hello' } } }],
  ])('is probed immediately when its sender is changed (%s)', async (channel, content) => {
    const senderId = newId();
    const routes = { EMAIL: null, WHATSAPP: null, SMS: null };
    fixture.profile.routes = {
      ...routes,
      [channel]: { senderId, ratePerSecond: null, maxConnections: null },
    };
    const campaignId = await fixture.publish([members(3, '5', channel)], content);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    const stored = fixture.stored<Breaker>('breakers');
    const inAnHour = { nextTryAt: new Date(Date.now() + 3_600_000), failures: 9 };
    await until('a long pause', async () => {
      const { modifiedCount } = await stored.updateOne({ _id: senderId } as never, { $set: inAnHour });
      return modifiedCount === 1;
    });
    await fixture.others.messenger.broadcast('sender.changed', { senderId: newId() });
    await fixture.others.messenger.broadcast('sender.changed', { senderId });
    const probe = await worker.takeNext(campaignId);
    expect(probe.recipients).toHaveLength(1);
    await worker.settle(probe);
    await worker.sendAll(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 3 }, waiting: [] });
    fixture.profile.routes = routes;
  });

  it('is not available again because of messages from before the outage', async () => {
    const campaignId = await fixture.publish([members(400, 'd')]);
    const [one, other] = [await worker.takeNext(campaignId), await worker.takeNext(campaignId)];
    const judging = jest.spyOn(dispatcher.get(JudgeSender), 'judge');
    await worker.settle(one, { sent: [], providerDown: down });
    await until('the breaker', breaker);
    await worker.settle(other, { sent: [0, 1, 2], done: false });
    await callsOver(judging, 2);
    expect((await fixture.report(campaignId)).states.SENT).toBe(3);
    expect(await breaker()).not.toBeNull();
    await fixture.delete(campaignId);
  });

  it('fails the remaining recipients when the user deletes it, so that the campaign ends', async () => {
    const campaignId = await fixture.publish([members(300, 'e')]);
    const gone = { reason: 'INTEGRATION_NOT_FOUND', providerCode: null, detail: null } as const;
    await until('the end', async () => {
      const hint = worker.pollHint(campaignId);
      const lease = hint && (await worker.take(hint));
      if (lease) await worker.settle(lease, { sent: [], providerDown: gone });
      return fixture.isComplete(campaignId);
    });
    const { states, reasons } = await fixture.report(campaignId);
    expect(states).toMatchObject({ FAILED: 300, QUEUED: 0 });
    expect(reasons).toEqual([expect.objectContaining({ reason: 'INTEGRATION_NOT_FOUND', count: 300 })]);
    expect(await breaker()).toBeNull();
  });

  it('fails the remaining recipients immediately when the user deletes it during the outage', async () => {
    const campaignId = await fixture.publish([members(900, 'i')]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    await until('the breaker', breaker);
    const gone = { reason: 'INTEGRATION_NOT_FOUND', providerCode: null, detail: null } as const;
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: gone });
    await until('the breaker to close', async () => (await breaker()) === null);
    await until('the end', async () => {
      const hint = worker.pollHint(campaignId);
      const lease = hint && (await worker.take(hint));
      if (lease) await worker.settle(lease, { sent: [], providerDown: gone });
      return fixture.isComplete(campaignId);
    });
    expect((await fixture.report(campaignId)).states).toMatchObject({ FAILED: 900, QUEUED: 0 });
  });

  describe('with an unused sender', () => {
    const MINUTE_MS = 60_000;
    const leadership = { since: 0, isOver: () => false };

    /** Makes the next probe of the sender overdue by this time. */
    async function dueFor(minutes: number): Promise<void> {
      const _id = fixture.profile.routes.EMAIL?.senderId as never;
      const nextTryAt = new Date(Date.now() - minutes * MINUTE_MS);
      await fixture.stored<Breaker>('breakers').updateOne({ _id }, { $set: { nextTryAt } });
    }

    it.each(['with a probe without a response', 'without a probe'])(
      'is forgotten after an hour (%s), and detected again by later sends',
      async (which) => {
        const campaignId = await fixture.publish([members(4, 'j')]);
        await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
        await until('the breaker', breaker);
        if (which.startsWith('of which a probe')) {
          const probe = await worker.takeNext(campaignId);
          await fixture.publishEvent('cancelled', campaignId, 3);
          await worker.settle(probe, { sent: [] });
        } else await fixture.publishEvent('cancelled', campaignId, 3);
        await fixture.dispatchIs(campaignId, { finishedAt: { $ne: null } });
        await dueFor(50);
        await dispatcher.get(RemoveUnusedBreakers).run(leadership);
        expect(await breaker()).not.toBeNull();
        await dueFor(70);
        await dispatcher.get(RemoveUnusedBreakers).run(leadership);
        expect(await breaker()).toBeNull();
        const next = await fixture.publish([members(4, 'k')]);
        const lease = await worker.takeNext(next);
        expect(lease.recipients).toHaveLength(4);
        await worker.settle(lease, { sent: [], providerDown: down });
        expect(await until('the breaker', breaker)).toMatchObject({ failures: 1 });
        await fixture.delete(next);
      },
    );

    it('is not forgotten while a probe may still have a result', async () => {
      const campaignId = await fixture.publish([members(4, 'l')]);
      await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
      const probe = await worker.takeNext(campaignId);
      await dueFor(70);
      await dispatcher.get(RemoveUnusedBreakers).run(leadership);
      expect(await breaker()).toMatchObject({ probe: probe.batchId });
      await worker.settle(probe, { sent: [], providerDown: down });
      await until('the end of the probe', async () => (await breaker())?.probe === null);
      await fixture.delete(campaignId);
    });
  });

  it('does not delay other campaigns', async () => {
    const stuck = await fixture.publish([members(1000, 'f')]);
    await worker.settle(await worker.takeNext(stuck), { sent: [], providerDown: down });
    await until('the breaker', breaker);
    route(newId());
    const campaignId = await fixture.publish([members(5, 'g')]);
    expect(await worker.sendAll(campaignId)).toHaveLength(5);
    await fixture.delete(stuck);
  });
});
