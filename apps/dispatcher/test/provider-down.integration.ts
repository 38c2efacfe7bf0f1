import { bodiesOf, newId } from '@carillon/contracts';
import type { Breaker } from '../src/breakers/breakers';
import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

type Channel = 'EMAIL' | 'SMS';
const down = { reason: 'LOGIN_REFUSED', providerCode: '535', detail: null };

describe('a provider that cannot be used', () => {
  let stage: Stage;
  let worker: Worker;

  beforeAll(async () => {
    stage = await Stage.open();
    await stage.start();
    worker = new Worker(stage);
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    stage.clear();
    route(newId());
  });

  function route(integrationId: string): void {
    stage.profile.routes.EMAIL = { integrationId, ratePerSecond: null, maxConnections: null };
  }
  const breaker = (): Promise<Breaker | null> =>
    stage.stored<Breaker>('breakers').findOne({ _id: stage.profile.routes.EMAIL?.integrationId } as never);

  it('fails nobody, says why it waits, tries one, and goes on when that one was sent', async () => {
    const campaignId = await stage.publish([members(4, 'a')]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    const waiting = await until('the reason', async () => (await stage.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'LOGIN_REFUSED' });
    const probe = await worker.takeNext(campaignId);
    expect(probe.recipients).toHaveLength(1);
    await worker.settle(probe);
    await worker.sendAll(campaignId);
    expect(await stage.report(campaignId)).toMatchObject({ states: { SENT: 4, FAILED: 0 }, waiting: [] });
    expect(await breaker()).toBeNull();
  });

  it('is one outage for however many hands that meet it', async () => {
    const campaignId = await stage.publish([members(1000, 'b')]);
    const hands = await Promise.all([1, 2, 3, 4].map(() => worker.takeNext(campaignId)));
    for (const hand of hands) await worker.settle(hand, { sent: [], providerDown: down });
    await until('all to be given back', async () => (await stage.report(campaignId)).waiting.length > 0);
    expect(await breaker()).toMatchObject({ failures: 1 });
    await stage.delete(campaignId);
  });

  it('is tried with one recipient of one batch, however many were offered when it went down', async () => {
    const campaignId = await stage.publish([members(1000, 'c')]);
    const first = await worker.takeNext(campaignId);
    const offered = await Promise.all([1, 2, 3].map(() => worker.nextHint(campaignId)));
    await worker.settle(first, { sent: [], providerDown: down });
    await until('the breaker', breaker);
    expect(await Promise.all(offered.map((hint) => worker.take(hint)))).toEqual([null, null, null]);
    const probe = await worker.takeNext(campaignId);
    expect(probe.recipients).toHaveLength(1);
    await worker.settle(probe, { sent: [], providerDown: down });
    await until('the second failure', async () => (await breaker())?.failures === 2);
    await stage.delete(campaignId);
  });

  it('is up again when it takes longer to answer than the pause between two tries', async () => {
    const campaignId = await stage.publish([members(1000, 'h')]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    await until('the breaker', breaker);
    const slow = await worker.takeNext(campaignId);
    expect(await breaker()).toMatchObject({ failures: 2 });
    await stage
      .stored<Breaker>('breakers')
      .updateOne({ probe: slow.batchId }, { $set: { nextTryAt: new Date(0) } });
    const next = await worker.takeNext(campaignId);
    expect(await breaker()).toMatchObject({ failures: 3, probe: next.batchId });
    await worker.settle(slow);
    await until('the breaker to close', async () => (await breaker()) === null);
    await worker.settle(next);
    await stage.delete(campaignId);
  });

  it.each<[Channel, object]>([
    ['EMAIL', {}],
    ['SMS', { bodies: bodiesOf({ SMS: 'Hello' }) }],
  ])('is tried at once when its integration was changed (%s)', async (channel, said) => {
    const integrationId = newId();
    const routes = { EMAIL: null, WHATSAPP: null, SMS: null };
    stage.profile.routes = {
      ...routes,
      [channel]: { integrationId, ratePerSecond: null, maxConnections: null },
    };
    const campaignId = await stage.publish([members(3, '5', channel)], said);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    const stored = stage.stored<Breaker>('breakers');
    const inAnHour = { nextTryAt: new Date(Date.now() + 3_600_000), failures: 9 };
    await until('a long pause', async () => {
      const { modifiedCount } = await stored.updateOne({ _id: integrationId } as never, { $set: inAnHour });
      return modifiedCount === 1;
    });
    await stage.others.messenger.broadcast('integration.changed', { integrationId: newId() });
    await stage.others.messenger.broadcast('integration.changed', { integrationId });
    const probe = await worker.takeNext(campaignId);
    expect(probe.recipients).toHaveLength(1);
    await worker.settle(probe);
    await worker.sendAll(campaignId);
    expect(await stage.report(campaignId)).toMatchObject({ states: { SENT: 3 }, waiting: [] });
    stage.profile.routes = routes;
  });

  it('is not up again because of what was sent before it went down', async () => {
    const campaignId = await stage.publish([members(400, 'd')]);
    const [one, other] = [await worker.takeNext(campaignId), await worker.takeNext(campaignId)];
    await worker.settle(one, { sent: [], providerDown: down });
    await until('the breaker', breaker);
    await worker.settle(other, { sent: [0, 1, 2], done: false });
    await until('the report', async () => (await stage.report(campaignId)).states.SENT === 3);
    expect(await breaker()).not.toBeNull();
    await stage.delete(campaignId);
  });

  it('fails who is left when the user has deleted it, so that the campaign ends', async () => {
    const campaignId = await stage.publish([members(300, 'e')]);
    const gone = { reason: 'INTEGRATION_NOT_FOUND', providerCode: null, detail: null };
    await until('the end', async () => {
      const hint = worker.heard(campaignId);
      const hand = hint && (await worker.take(hint));
      if (hand) await worker.settle(hand, { sent: [], providerDown: gone });
      return stage.isComplete(campaignId);
    });
    const { states, reasons } = await stage.report(campaignId);
    expect(states).toMatchObject({ FAILED: 300, QUEUED: 0 });
    expect(reasons).toEqual([expect.objectContaining({ reason: 'INTEGRATION_NOT_FOUND', count: 300 })]);
    expect(await breaker()).toBeNull();
  });

  it('fails who is left at once when the user has deleted it while it was down', async () => {
    const campaignId = await stage.publish([members(900, 'i')]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: down });
    await until('the breaker', breaker);
    const gone = { reason: 'INTEGRATION_NOT_FOUND', providerCode: null, detail: null };
    await worker.settle(await worker.takeNext(campaignId), { sent: [], providerDown: gone });
    await until('the breaker to close', async () => (await breaker()) === null);
    await until('the end', async () => {
      const hint = worker.heard(campaignId);
      const hand = hint && (await worker.take(hint));
      if (hand) await worker.settle(hand, { sent: [], providerDown: gone });
      return stage.isComplete(campaignId);
    });
    expect((await stage.report(campaignId)).states).toMatchObject({ FAILED: 900, QUEUED: 0 });
  });

  it('keeps others from nothing', async () => {
    const stuck = await stage.publish([members(1000, 'f')]);
    await worker.settle(await worker.takeNext(stuck), { sent: [], providerDown: down });
    await until('the breaker', breaker);
    route(newId());
    const campaignId = await stage.publish([members(5, 'g')]);
    expect(await worker.sendAll(campaignId)).toHaveLength(5);
    await stage.delete(stuck);
  });
});
