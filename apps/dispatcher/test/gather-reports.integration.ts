import { type Lease, type Outcome, type Payload, newId } from '@carillon/contracts';
import { CallingProvider, messageId } from './providers';
import type { Breaker } from '../src/releasing';
import { type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(90_000);

const unreachable = { reason: 'HANDSET_UNREACHABLE', providerCode: '30003' } as const;

describe('the delivery reports of a provider', () => {
  const senderId = newId();
  let fixture: Fixture;
  let worker: Worker;
  let provider: CallingProvider;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start(lasting);
    worker = new Worker(fixture, 'sms-worker');
    provider = new CallingProvider(fixture, senderId);
    const sms = { senderId, ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { ...fixture.profile.routes, SMS: sms } };
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());

  const publish = (people: number, prefix: string): Promise<string> =>
    fixture.publish([members(people, prefix, 'SMS')], {
      content: { bodies: { SMS: 'Hello' } },
    });

  const sentTo = ({ batchId, recipients }: Lease): Outcome[] =>
    recipients.map(({ i }) => ({
      ...{ i, kind: 'sent' as const, reason: null, permanent: false, providerCode: null, retryAfterMs: null },
      providerId: messageId(batchId, i),
      segments: 2,
    }));

  /** Sends all messages of a campaign. Returns the leases. */
  async function sent(people: number, prefix: string): Promise<{ campaignId: string; leases: Lease[] }> {
    const campaignId = await publish(people, prefix);
    const leases: Lease[] = [];
    await until('the end of the sending', async () => {
      const hint = worker.pollHint(campaignId);
      const lease = hint && (await worker.take(hint));
      if (!lease) return fixture.isComplete(campaignId);
      leases.push(lease);
      await worker.settle(lease, { outcomes: sentTo(lease) });
      return false;
    });
    fixture.clear();
    return { campaignId, leases };
  }

  const states = async (campaignId: string): Promise<Record<string, number>> => {
    const { states: all } = await fixture.report(campaignId);
    return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
  };
  const become = (campaignId: string, expected: Record<string, number>): Promise<true> =>
    until(JSON.stringify(expected), async () => {
      const found = await states(campaignId);
      return JSON.stringify(Object.entries(found).sort()) === JSON.stringify(Object.entries(expected).sort());
    }) as Promise<true>;
  const writes = async (): Promise<number> => {
    const [sum] = await fixture
      .stored('batches')
      .aggregate<{ n: number }>([{ $group: { _id: null, n: { $sum: '$rev' } } }])
      .toArray();
    return sum?.n ?? 0;
  };

  it('turn SENT into DELIVERED and READ, in any order, even after the campaign is complete', async () => {
    const { campaignId, leases } = await sent(20, '1');
    for (const { batchId, recipients } of leases) {
      for (const { i } of recipients) {
        await provider.report(batchId, i, 'READ');
        await provider.report(batchId, i, 'SENT');
        await provider.report(batchId, i, 'DELIVERED');
        await provider.report(batchId, i, 'READ');
      }
    }
    await become(campaignId, { READ: 20 });
    const { items } = await fixture.deliveries(campaignId, { state: 'READ', limit: 1 });
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

  it('appear in each delivery and in the list, but not for other users', async () => {
    const { campaignId, leases } = await sent(3, '7');
    const { batchId = '' } = leases[0] ?? {};
    await provider.report(batchId, 1, 'FAILED', unreachable);
    await become(campaignId, { SENT: 2, FAILED: 1 });
    const { items } = await fixture.deliveries(campaignId);
    const { userId, others } = fixture;
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

  it('are written together, with a few writes for two hundred simultaneous reports', async () => {
    const { campaignId, leases } = await sent(50, '2');
    const before = await writes();
    const all = leases.flatMap(({ batchId, recipients }) => recipients.map(({ i }) => [batchId, i] as const));
    const states = ['SENT', 'SENT', 'DELIVERED', 'DELIVERED'] as const;
    await Promise.all(
      states.flatMap((state) => all.map(([batchId, i]) => provider.report(batchId, i, state))),
    );
    await become(campaignId, { DELIVERED: 50 });
    expect((await writes()) - before).toBeLessThanOrEqual(10);
  });

  it('explain failures in the report, and allow a retry', async () => {
    const { campaignId, leases } = await sent(3, '3');
    const [lease] = leases;
    if (!lease) throw new Error('Nothing was sent');
    await provider.report(lease.batchId, 0, 'FAILED', unreachable);
    await become(campaignId, { SENT: 2, FAILED: 1 });
    const { reasons } = await fixture.report(campaignId);
    expect(reasons).toEqual([
      expect.objectContaining({ ...unreachable, channel: 'SMS', state: 'FAILED', count: 1 }),
    ]);
    const selection = { states: ['FAILED' as const], channels: null, reasons: null };
    await fixture.others.messenger.publish('campaign.retried', {
      ...{ campaignId, rev: 10, run: 2, userId: fixture.userId, selection },
    });
    const second = await worker.takeNext(campaignId);
    await provider.report(lease.batchId, 0, 'FAILED', unreachable);
    await worker.settle(second, {
      outcomes: sentTo(second).map((outcome) => ({ ...outcome, providerId: 'SM-second' })),
    });
    await until('the second end', () => fixture.isComplete(campaignId));
    await provider.report(lease.batchId, 0, 'FAILED', unreachable);
    await provider.report(lease.batchId, 1, 'DELIVERED');
    await become(campaignId, { SENT: 2, DELIVERED: 1 });
    await provider.report(lease.batchId, 0, 'DELIVERED', { providerId: 'SM-second' });
    await become(campaignId, { SENT: 1, DELIVERED: 2 });
  });

  it('resolve recipients in doubt after a worker was lost', async () => {
    const campaignId = await publish(4, '4');
    const lease = await worker.takeNext(campaignId);
    await fixture.endLeases(campaignId);
    await until(
      'the end of the lease',
      async () => (await fixture.report(campaignId)).states.UNCONFIRMED === 4,
    );
    await provider.report(lease.batchId, 0, 'DELIVERED');
    await provider.report(lease.batchId, 1, 'SENT');
    await provider.report(lease.batchId, 2, 'FAILED', unreachable);
    await become(campaignId, { DELIVERED: 1, SENT: 1, FAILED: 1, UNCONFIRMED: 1 });
  });

  it('complete the campaign before its worker settles, and the settlement adds details', async () => {
    const campaignId = await publish(3, '5');
    const lease = await worker.takeNext(campaignId);
    for (const { i } of lease.recipients) await provider.report(lease.batchId, i, 'DELIVERED');
    await until('the end', () => fixture.isComplete(campaignId));
    expect(await states(campaignId)).toEqual({ DELIVERED: 3 });
    await worker.settle(lease, { outcomes: sentTo(lease) });
    await until('the segments', async () => (await fixture.report(campaignId)).channels.SMS.segments === 6);
    expect(await states(campaignId)).toEqual({ DELIVERED: 3 });
  });

  it('are dropped without delay if they concern another sender or no delivery', async () => {
    const { campaignId, leases } = await sent(2, '6');
    const { batchId = '' } = leases[0] ?? {};
    const nowhere: Partial<Payload<'delivery.reported'>>[] = [
      { senderId: newId() },
      { deliveryId: 'nonsense' },
      { deliveryId: `${newId()}-0000001024-0` },
      { deliveryId: `${batchId}-199` },
    ];
    for (const more of nowhere) await provider.report(batchId, 0, 'FAILED', more);
    await provider.report(batchId, 1, 'DELIVERED');
    await become(campaignId, { SENT: 1, DELIVERED: 1 });
  });

  it('stop an unusable sender until probes are accepted without such a report', async () => {
    const senderId = newId();
    const before = fixture.profile.routes.SMS;
    fixture.profile.routes.SMS = { senderId: senderId, ratePerSecond: null, maxConnections: null };
    const provider = new CallingProvider(fixture, senderId);
    const breaker = () => fixture.stored<Breaker>('breakers').findOne({ _id: senderId } as never);
    const unregistered = {
      reason: 'SENDER_NOT_REGISTERED',
      providerCode: '30034',
      stopsSender: true,
    } as const;

    const campaignId = await publish(30, '8');
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease, { outcomes: sentTo(lease) });
    const [first, second] = lease.recipients;
    await provider.report(lease.batchId, first?.i ?? 0, 'FAILED', unregistered);
    const waiting = await until('the reason', async () => (await fixture.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'SMS', reason: 'SENDER_NOT_REGISTERED' });
    expect(await breaker()).toMatchObject({ providerCode: '30034', acceptedProbes: 0 });

    // The provider also accepts the probe, but this does not prove that the sender works.
    const probe = await worker.takeNext(campaignId);
    expect(probe.recipients).toHaveLength(1);
    await worker.settle(probe, { outcomes: sentTo(probe) });
    await until('the accepted probe', async () => (await breaker())?.acceptedProbes === 1);
    await provider.report(lease.batchId, second?.i ?? 0, 'FAILED', unregistered);
    await until('the next report', async () => (await breaker())?.acceptedProbes === 0);
    await fixture
      .stored<Breaker>('breakers')
      .updateOne({ _id: senderId } as never, { $set: { acceptedProbes: 3 } });
    const last = await worker.takeNext(campaignId);
    await worker.settle(last, { outcomes: sentTo(last) });
    await until('the breaker to close', async () => (await breaker()) === null);
    fixture.profile.routes.SMS = before;
  });

  it('of one account’s sender do not change deliveries or stop senders of another account', async () => {
    const { campaignId, leases } = await sent(3, '9');
    const { batchId = '' } = leases[0] ?? {};
    const before = await fixture.stored<{ _id: string }>('batches').findOne({ _id: batchId });
    const attacker = new CallingProvider(fixture, newId());
    const refused = { reason: 'SENDER_NOT_REGISTERED', providerCode: '30034', stopsSender: true } as const;
    for (const state of ['SENT', 'DELIVERED', 'READ', 'FAILED'] as const) {
      await attacker.report(batchId, 0, state);
      await attacker.report(batchId, 1, 'FAILED', { ...refused, providerId: `SM${'0'.repeat(32)}` });
      await attacker.report(batchId, 2, 'FAILED', { ...refused, permanent: true });
    }
    // Reports of one batch are written together, so this one follows the attacker's.
    await provider.report(batchId, 0, 'DELIVERED');
    await become(campaignId, { SENT: 2, DELIVERED: 1 });
    const after = await fixture.stored<{ _id: string; rev: number }>('batches').findOne({ _id: batchId });
    expect(after?.rev).toBe(((before as { rev?: number } | null)?.rev ?? 0) + 1);
    expect(await fixture.stored('breakers').countDocuments({ reason: refused.reason })).toBe(0);
  });

  it('survive a crash of the dispatcher that was processing them', async () => {
    const { campaignId, leases } = await sent(30, '7');
    const reports = leases.flatMap(({ batchId, recipients }) =>
      recipients.map(({ i }) => provider.report(batchId, i, 'DELIVERED')),
    );
    await Promise.all(reports);
    await fixture.stop(dispatcher);
    dispatcher = await fixture.start(lasting);
    await become(campaignId, { DELIVERED: 30 });
  });
});
