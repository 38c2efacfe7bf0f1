import {
  type AddressDoubted,
  type AddressRefused,
  type AddressReturned,
  type DeliveryReturned,
  type Lease,
  deliveryId,
  newId,
} from '@carillon/contracts';
import { SettleBatch } from '../src/leasing/settle-batch';
import { callsOver, type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

const at = '2026-03-02T12:00:00.000Z';
const gone: Omit<DeliveryReturned, 'deliveryId'> = {
  feedback: 'BOUNCED',
  isHard: true,
  reason: 'NO_SUCH_ADDRESS',
  providerCode: '550 5.1.1',
  consequence: 'SUPPRESS',
  at,
};
const full = { ...gone, isHard: false, reason: 'MAILBOX_FULL', consequence: 'COUNT' } as const;
const complained = { ...gone, feedback: 'COMPLAINED', reason: 'COMPLAINT', providerCode: 'abuse' } as const;

describe('bounces and complaints', () => {
  const refused: AddressRefused[] = [];
  const doubted: AddressDoubted[] = [];
  const returned: AddressReturned[] = [];
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start(lasting);
    worker = new Worker(fixture);
    await fixture.others.hear('subscriber.events', {
      'address.refused': (each) => refused.push(each),
      'address.doubted': (each) => doubted.push(each),
      'address.returned': (each) => returned.push(each),
    });
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.clear();
    for (const published of [refused, doubted, returned]) published.length = 0;
  });

  const publishReturned = (batchId: string, position: number, what: Omit<DeliveryReturned, 'deliveryId'>) =>
    fixture.others.messenger.publish('delivery.returned', {
      deliveryId: deliveryId(batchId, position),
      ...what,
    });

  async function sent(people: number, prefix: string): Promise<{ campaignId: string; lease: Lease }> {
    const campaignId = await fixture.publish([members(people, prefix)]);
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease);
    await until('the end', () => fixture.isComplete(campaignId));
    return { campaignId, lease };
  }
  const back = async (campaignId: string) => (await fixture.report(campaignId)).channels.EMAIL.returned;

  it('are counted, listed, and reported to the suppression list with their consequences', async () => {
    const { campaignId, lease } = await sent(6, 'a');
    const { batchId, recipients } = lease;
    const addressOf = (i: number): string => recipients.find((each) => each.i === i)?.address ?? '';
    await publishReturned(batchId, 0, gone);
    await publishReturned(batchId, 1, full);
    await publishReturned(batchId, 2, complained);
    await publishReturned(batchId, 3, { ...gone, reason: 'REFUSED', consequence: 'DOUBT' });
    await publishReturned(batchId, 4, { ...gone, reason: 'POLICY_REFUSED', consequence: 'NOTHING' });
    await until('all of them', async () => (await back(campaignId))?.bounced === 4 || null);
    await until('the reports', () => refused.length + doubted.length + returned.length === 4);
    const { states, reasons } = await fixture.report(campaignId);
    expect(states).toMatchObject({ SENT: 1, FAILED: 4, DELIVERED: 1 });
    expect(await back(campaignId)).toEqual({ bounced: 4, hard: 3, complained: 1 });
    expect(reasons).toContainEqual({
      ...{ channel: 'EMAIL', state: 'DELIVERED', reason: 'COMPLAINT', providerCode: 'abuse', count: 1 },
      feedback: 'COMPLAINED',
      advice: expect.any(String) as string,
    });
    const common = { userId: fixture.userId, channel: 'EMAIL', at };
    expect(refused).toEqual([{ ...common, addresses: [addressOf(0)], cause: 'BOUNCED', sender: null }]);
    expect(doubted).toEqual([{ ...common, addresses: [addressOf(3)], campaignId }]);
    expect(returned.sort((a, b) => a.cause.localeCompare(b.cause))).toEqual([
      { ...common, address: addressOf(1), campaignId, cause: 'BOUNCED_FOR_NOW' },
      { ...common, address: addressOf(2), campaignId, cause: 'COMPLAINED' },
    ]);

    const list = async (more: Parameters<Fixture['deliveries']>[1]) =>
      (await fixture.deliveries(campaignId, more)).items.map(({ feedback, isHard }) => [feedback, isHard]);
    expect(await list({ state: 'FAILED', feedback: 'BOUNCED' })).toHaveLength(4);
    expect(await list({ state: 'FAILED', feedback: null })).toEqual([]);
    expect(await list({ state: 'FAILED' })).toHaveLength(4);
    expect(await list({ state: 'DELIVERED', feedback: 'COMPLAINED' })).toEqual([['COMPLAINED', undefined]]);
    expect(await list({ state: 'FAILED', feedback: 'BOUNCED', reason: 'MAILBOX_FULL' })).toEqual([
      ['BOUNCED', false],
    ]);
  });

  it('reported by a provider count only for deliveries of its own sender', async () => {
    const { campaignId, lease } = await sent(2, 'w');
    await publishReturned(lease.batchId, 0, { ...gone, senderId: newId() });
    await publishReturned(lease.batchId, 1, { ...gone, senderId: lease.senderId });
    await until('the bounce of its own sender', async () => (await back(campaignId))?.bounced === 1 || null);
    await until('the report', () => refused.length > 0 || null);
    expect(refused).toMatchObject([{ addresses: [lease.recipients.find(({ i }) => i === 1)?.address] }]);
  });

  it('count once if they are repeated, and are reported each time', async () => {
    const { campaignId, lease } = await sent(3, 'b');
    for (let n = 0; n < 3; n++) {
      await publishReturned(lease.batchId, 0, gone);
      await until('the report', () => refused.length > n || null);
    }
    expect(await back(campaignId)).toEqual({ bounced: 1, hard: 1, complained: 0 });
  });

  it('are reported with their first time when they are repeated', async () => {
    const { campaignId, lease } = await sent(3, 'r');
    // In the future: emails are sent at the database's time, and the dispatcher's estimate of it can be ahead.
    const first = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const bounces = [
      { ...gone, at: first },
      { ...gone, reason: 'REFUSED', consequence: 'DOUBT', at: first },
      { ...complained, at: first },
    ] as const;
    const published = (): { at: string }[][] => [refused, doubted, returned];
    for (const [i, bounce] of bounces.entries()) await publishReturned(lease.batchId, i, bounce);
    await until('the reports', () => published().every(({ length }) => length === 1) || null);
    for (const [i, bounce] of bounces.entries())
      await publishReturned(lease.batchId, i, { ...bounce, at: later });
    await until('the repeated reports', () => published().every(({ length }) => length === 2) || null);
    for (const [once, again] of published()) {
      expect(once?.at).toBe(first);
      expect(String(again?.at) <= first).toBe(true);
    }
    expect(await back(campaignId)).toEqual({ bounced: 2, hard: 2, complained: 1 });
  });

  it('are reported with the time of arrival after a temporary bounce', async () => {
    const { lease } = await sent(2, 's');
    await publishReturned(lease.batchId, 0, full);
    await until('the first report', () => returned.length === 1 || null);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    await publishReturned(lease.batchId, 0, { ...gone, at: later });
    await until('the second report', () => refused.length === 1 || null);
    expect(refused[0]?.at).toBe(later);
  });

  it('complete a campaign before its worker settles', async () => {
    const campaignId = await fixture.publish([members(2, 'c')]);
    const lease = await worker.takeNext(campaignId);
    for (const { i } of lease.recipients) await publishReturned(lease.batchId, i, gone);
    await until('the end', () => fixture.isComplete(campaignId));
    await until('the reports', () => refused.length === 2 || null);
    const settling = jest.spyOn(dispatcher.get(SettleBatch), 'settleBatch');
    await worker.settle(lease);
    await callsOver(settling, 1);
    settling.mockRestore();
    expect(await back(campaignId)).toEqual({ bounced: 2, hard: 2, complained: 0 });
  });

  it('are retried if they are temporary', async () => {
    const { campaignId, lease } = await sent(3, 'd');
    await publishReturned(lease.batchId, 0, gone);
    await publishReturned(lease.batchId, 1, full);
    await until('both', async () => (await back(campaignId))?.bounced === 2 || null);
    await until('the reports', () => refused.length + returned.length === 2 || null);
    fixture.clear();
    const selection = { states: ['FAILED' as const], channels: null, reasons: null };
    const order = { campaignId, rev: 10, run: 2, userId: fixture.userId, selection };
    await fixture.others.messenger.publish('campaign.retried', order);
    const second = await worker.takeNext(campaignId);
    expect(second.recipients.map(({ i }) => i)).toEqual([1]);
    await worker.settle(second);
    await until('the second end', () => fixture.isComplete(campaignId));
    expect(await back(campaignId)).toEqual({ bounced: 1, hard: 1, complained: 0 });
  });

  it('are dropped if they belong to no delivery', async () => {
    const { campaignId, lease } = await sent(2, 'e');
    await fixture.others.messenger.publish('delivery.returned', { ...gone, deliveryId: 'nonsense' });
    await publishReturned('65e1c0000000000000000001-0000001024', 0, gone);
    await publishReturned(lease.batchId, 99, gone);
    await publishReturned(lease.batchId, 0, complained);
    await until('the complaint', async () => (await back(campaignId))?.complained === 1 || null);
    await until('the report', () => returned.length === 1 || null);
    expect([refused, await back(campaignId)]).toEqual([[], { bounced: 0, hard: 0, complained: 1 }]);
  });

  it('survive a crash of the dispatcher that was writing them', async () => {
    const { campaignId, lease } = await sent(30, 'f');
    await Promise.all(lease.recipients.map(({ i }) => publishReturned(lease.batchId, i, full)));
    await fixture.stop(dispatcher);
    dispatcher = await fixture.start(lasting);
    await until('all of them', async () => (await back(campaignId))?.bounced === 30 || null);
    await until('all reports', () => new Set(returned.map(({ address }) => address)).size === 30 || null);
  });

  it('of more than 5 % of at least a hundred emails are announced, even after the end of the campaign', async () => {
    const campaignId = await fixture.publish([members(150, 'n')]);
    const mails: { batchId: string; i: number }[] = [];
    await until('the mails', async () => {
      const hint = worker.pollHint(campaignId);
      const lease = hint && (await worker.take(hint));
      if (!lease) return mails.length === 150 || null;
      await worker.settle(lease);
      mails.push(...lease.recipients.map(({ i }) => ({ batchId: lease.batchId, i })));
      return null;
    });
    await until('the end', () => fixture.isComplete(campaignId));
    expect(fixture.completed).toMatchObject([{ campaignId, counts: { delivered: 150, failed: 0 } }]);
    const bounce = (some: typeof mails) =>
      Promise.all(some.map(({ batchId, i }) => publishReturned(batchId, i, gone)));
    await bounce(mails.slice(0, 6));
    await until('few bounces', async () => (await back(campaignId))?.bounced === 6 || null);
    await bounce(mails.slice(6, 12));
    const ofIt = () => fixture.bouncedOften.filter((event) => event.campaignId === campaignId);
    await until('the event', () => ofIt().some(({ rate }) => rate === 0.08));
    expect(ofIt()[0]).toMatchObject({ run: 1 });
    expect(ofIt().every(({ rate }) => rate > 0.05)).toBe(true);
  });

  it('pause a campaign that has too many', async () => {
    const campaignId = await fixture.publish([members(1_000, 'g')]);
    const leases: Lease[] = [];
    // One batch remains, so that the campaign is still sending.
    await until('the mails', async () => {
      const hint = worker.pollHint(campaignId);
      const lease = hint && (await worker.take(hint));
      if (lease) leases.push(lease);
      return leases.reduce((sum, { recipients }) => sum + recipients.length, 0) === 1_000 || null;
    });
    const [open, ...others] = leases;
    for (const lease of others) await worker.settle(lease);
    const mails = others.flatMap(({ batchId, recipients }) =>
      recipients.map(({ i }) => [batchId, i] as const),
    );
    expect(mails.length).toBeGreaterThanOrEqual(500);
    await until(
      'the settlements',
      async () => (await fixture.report(campaignId)).states.SENT === mails.length || null,
    );
    const few = mails.slice(0, Math.ceil(mails.length * 0.06));
    await Promise.all(few.map(([batchId, i]) => publishReturned(batchId, i, gone)));
    const [event] = await until('the report', () =>
      fixture.returnedTooOften.length > 0 ? fixture.returnedTooOften : null,
    );
    expect(event).toEqual({ campaignId, run: 1, reason: 'BOUNCE_RATE' });
    if (open) await worker.settle(open);
  });
});
