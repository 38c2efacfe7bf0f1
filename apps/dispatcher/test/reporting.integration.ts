import { type Hand, type Outcome, type Payload, newId } from '@carillon/contracts';
import { CallingProvider, messageId } from './providers';
import { type Dispatcher, Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(90_000);

const unreachable = { reason: 'UNREACHABLE', providerCode: '30003' };

describe('what a provider calls back', () => {
  const integrationId = newId();
  let stage: Stage;
  let worker: Worker;
  let provider: CallingProvider;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    stage = await Stage.open();
    dispatcher = await stage.start();
    worker = new Worker(stage, 'sms-worker');
    provider = new CallingProvider(stage, integrationId);
    const sms = { integrationId, ratePerSecond: null, maxConnections: null };
    stage.profile = { ...stage.profile, routes: { ...stage.profile.routes, SMS: sms } };
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());

  const publish = (people: number, prefix: string): Promise<string> =>
    stage.publish([members(people, prefix, 'SMS')], {
      bodies: { EMAIL: null, WHATSAPP: null, SMS: 'Hello' },
    });

  const sentTo = ({ batchId, recipients }: Hand): Outcome[] =>
    recipients.map(({ i }) => ({
      ...{ i, kind: 'sent' as const, reason: null, permanent: false, providerCode: null, retryAfterMs: null },
      providerId: messageId(batchId, i),
      segments: 2,
    }));

  /** Everybody of a campaign is sent to; answers the hands. */
  async function sent(people: number, prefix: string): Promise<{ campaignId: string; hands: Hand[] }> {
    const campaignId = await publish(people, prefix);
    const hands: Hand[] = [];
    await until('the end of the sending', async () => {
      const hint = worker.heard(campaignId);
      const hand = hint && (await worker.take(hint));
      if (!hand) return stage.isComplete(campaignId);
      hands.push(hand);
      await worker.settle(hand, { outcomes: sentTo(hand) });
      return false;
    });
    stage.clear();
    return { campaignId, hands };
  }

  const states = async (campaignId: string): Promise<Record<string, number>> => {
    const { states: all } = await stage.report(campaignId);
    return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
  };
  const become = (campaignId: string, expected: Record<string, number>): Promise<true> =>
    until(JSON.stringify(expected), async () => {
      const found = await states(campaignId);
      return JSON.stringify(Object.entries(found).sort()) === JSON.stringify(Object.entries(expected).sort());
    }) as Promise<true>;
  const writes = async (): Promise<number> => {
    const [sum] = await stage
      .stored('batches')
      .aggregate<{ n: number }>([{ $group: { _id: null, n: { $sum: '$rev' } } }])
      .toArray();
    return sum?.n ?? 0;
  };

  it('makes SENT DELIVERED and READ, in whatever order it comes, also when the campaign is over', async () => {
    const { campaignId, hands } = await sent(20, '1');
    for (const { batchId, recipients } of hands) {
      for (const { i } of recipients) {
        await provider.report(batchId, i, 'READ');
        await provider.report(batchId, i, 'SENT');
        await provider.report(batchId, i, 'DELIVERED');
        await provider.report(batchId, i, 'READ');
      }
    }
    await become(campaignId, { READ: 20 });
    const { items } = await stage.deliveries(campaignId, { state: 'READ', limit: 1 });
    expect(items).toEqual([
      expect.objectContaining({
        segments: 2,
        attempts: 1,
        sentAt: expect.any(String) as unknown,
        deliveredAt: expect.any(String) as unknown,
        readAt: expect.any(String) as unknown,
      }),
    ]);
  });

  it('shows in each delivery by itself as in the list, and to nobody else', async () => {
    const { campaignId, hands } = await sent(3, '7');
    const { batchId = '' } = hands[0] ?? {};
    await provider.report(batchId, 1, 'FAILED', unreachable);
    await become(campaignId, { SENT: 2, FAILED: 1 });
    const { items } = await stage.deliveries(campaignId);
    const { userId, others } = stage;
    const get = (id: string, more = {}) =>
      others.messenger.request('dispatch.delivery', { userId, campaignId, id, ...more });
    expect(await Promise.all(items.map(({ id }) => get(id)))).toEqual(items);
    const missing = { code: 'delivery_not_found' };
    await expect(get(`${batchId}-3`)).rejects.toMatchObject(missing);
    await expect(get(`${campaignId}-0000000009-0`)).rejects.toMatchObject(missing);
    await expect(get(`${batchId}-0`, { userId: newId() })).rejects.toMatchObject(missing);
    await expect(get(`${batchId}-0`, { campaignId: newId() })).rejects.toMatchObject(missing);
    await expect(get('anything')).rejects.toMatchObject(missing);
  });

  it('of two hundred at once is a few writes', async () => {
    const { campaignId, hands } = await sent(50, '2');
    const before = await writes();
    const all = hands.flatMap(({ batchId, recipients }) => recipients.map(({ i }) => [batchId, i] as const));
    const words = ['SENT', 'SENT', 'DELIVERED', 'DELIVERED'] as const;
    await Promise.all(words.flatMap((word) => all.map(([batchId, i]) => provider.report(batchId, i, word))));
    await become(campaignId, { DELIVERED: 50 });
    expect((await writes()) - before).toBeLessThanOrEqual(10);
  });

  it('says in the report why somebody was not reached, and lets them be sent to once more', async () => {
    const { campaignId, hands } = await sent(3, '3');
    const [hand] = hands;
    if (!hand) throw new Error('Nobody was sent to');
    await provider.report(hand.batchId, 0, 'FAILED', unreachable);
    await become(campaignId, { SENT: 2, FAILED: 1 });
    const { reasons } = await stage.report(campaignId);
    expect(reasons).toEqual([
      expect.objectContaining({ ...unreachable, channel: 'SMS', state: 'FAILED', count: 1 }),
    ]);
    const selection = { states: ['FAILED' as const], channels: null, reasons: null };
    await stage.others.messenger.publish('campaign.retried', {
      ...{ campaignId, rev: 10, run: 2, userId: stage.userId, selection },
    });
    const second = await worker.takeNext(campaignId);
    await provider.report(hand.batchId, 0, 'FAILED', unreachable);
    await worker.settle(second, {
      outcomes: sentTo(second).map((outcome) => ({ ...outcome, providerId: 'SM-second' })),
    });
    await until('the second end', () => stage.isComplete(campaignId));
    await provider.report(hand.batchId, 0, 'FAILED', unreachable);
    await provider.report(hand.batchId, 1, 'DELIVERED');
    await become(campaignId, { SENT: 2, DELIVERED: 1 });
    await provider.report(hand.batchId, 0, 'DELIVERED', { providerId: 'SM-second' });
    await become(campaignId, { SENT: 1, DELIVERED: 2 });
  });

  it('resolves who was in doubt after a worker was lost', async () => {
    const campaignId = await publish(4, '4');
    const hand = await worker.takeNext(campaignId);
    await until('the sweep', async () => (await stage.report(campaignId)).states.UNCONFIRMED === 4);
    await provider.report(hand.batchId, 0, 'DELIVERED');
    await provider.report(hand.batchId, 1, 'SENT');
    await provider.report(hand.batchId, 2, 'FAILED', unreachable);
    await become(campaignId, { DELIVERED: 1, SENT: 1, FAILED: 1, UNCONFIRMED: 1 });
  });

  it('before its worker says anything ends the campaign, and the worker’s word adds to it', async () => {
    const campaignId = await publish(3, '5');
    const hand = await worker.takeNext(campaignId);
    for (const { i } of hand.recipients) await provider.report(hand.batchId, i, 'DELIVERED');
    await until('the end', () => stage.isComplete(campaignId));
    expect(await states(campaignId)).toEqual({ DELIVERED: 3 });
    await worker.settle(hand, { outcomes: sentTo(hand) });
    await until('the segments', async () => (await stage.report(campaignId)).channels.SMS.segments === 6);
    expect(await states(campaignId)).toEqual({ DELIVERED: 3 });
  });

  it('about what another integration sent, or about nothing, changes nothing and keeps nothing waiting', async () => {
    const { campaignId, hands } = await sent(2, '6');
    const { batchId = '' } = hands[0] ?? {};
    const nowhere: Partial<Payload<'delivery.reported'>>[] = [
      { integrationId: newId() },
      { deliveryId: 'nonsense' },
      { deliveryId: `${newId()}-0000001024-0` },
      { deliveryId: `${batchId}-199` },
    ];
    for (const more of nowhere) await provider.report(batchId, 0, 'FAILED', more);
    await provider.report(batchId, 1, 'DELIVERED');
    await become(campaignId, { SENT: 1, DELIVERED: 1 });
  });

  it('is not lost with the dispatcher that had it in hand', async () => {
    const { campaignId, hands } = await sent(30, '7');
    const heard = hands.flatMap(({ batchId, recipients }) =>
      recipients.map(({ i }) => provider.report(batchId, i, 'DELIVERED')),
    );
    await Promise.all(heard);
    await stage.stop(dispatcher);
    dispatcher = await stage.start();
    await become(campaignId, { DELIVERED: 30 });
  });
});
