import { type AudienceMember, type BatchReleased, type Hand, type Payload, newId } from '@carillon/contracts';
import {
  OtherServices,
  type TestBroker,
  type TestDatabase,
  startTestService,
  testBroker,
  testDatabase,
} from '@carillon/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { DispatcherModule } from '../src/dispatcher.module';

jest.setTimeout(60_000);

const route = { integrationId: 'default', ratePerSecond: null };

/** Members of a group as the subscriber service would page them: in the order of their ids. */
const members = (
  count: number,
  prefix: string,
  channel: AudienceMember['channel'] = 'EMAIL',
): AudienceMember[] =>
  Array.from({ length: count }, (_, n) => ({
    subscriberId: newId(),
    channel,
    address: channel === 'EMAIL' ? `${prefix}${n}@example.com` : `+4930${prefix}${1000 + n}`,
    variables: {},
  }));

describe('the dispatcher', () => {
  let broker: TestBroker;
  let database: TestDatabase;
  let others: OtherServices;
  let app: Awaited<ReturnType<typeof startTestService>>;
  const userId = newId();
  const groups = new Map<string, AudienceMember[]>();
  const completed: Payload<'campaign.completed'>[] = [];
  const hints: BatchReleased[] = [];
  let withdrawn = new Set<string>();

  beforeAll(async () => {
    [broker, database] = await Promise.all([testBroker(), testDatabase()]);
    others = await OtherServices.on(broker, {
      'account.sending-profile': () => ({
        plan: 'FREE',
        status: 'ACTIVE',
        routes: { EMAIL: route, WHATSAPP: null, SMS: null },
      }),
      'audience.page': ({ groupId, after, limit }) => {
        const all = groups.get(groupId) ?? [];
        const from = after === null ? 0 : all.findIndex(({ subscriberId }) => subscriberId === after) + 1;
        const items = all.slice(from, from + limit);
        return { items, next: from + limit < all.length ? (items.at(-1)?.subscriberId ?? null) : null };
      },
      'audience.withdrawn': ({ recipients }) => ({
        withdrawn: recipients.flatMap(({ address }, index) =>
          withdrawn.has(address) ? [{ index, reason: 'UNSUBSCRIBED' as const }] : [],
        ),
      }),
    });
    await others.hear('deliveries.email', { 'email.batch-released': (hint) => hints.push(hint) });
    await others.hear('campaign.events', { 'campaign.completed': (event) => completed.push(event) });
    app = await startTestService('dispatcher', DispatcherModule, {
      broker,
      database,
      environment: { HAND_LEASE_MS: '1000', SWEEP_GRACE_MS: '0', LOG_LEVEL: 'warn' },
    });
  });

  afterAll(async () => {
    await app.close();
    await others.close();
    await Promise.all([broker.remove(), database.drop()]);
  });

  beforeEach(() => {
    hints.length = 0;
    completed.length = 0;
    withdrawn = new Set();
  });

  async function publish(
    audience: AudienceMember[][],
    more: Partial<Payload<'campaign.published'>> = {},
  ): Promise<string> {
    const campaignId = newId();
    const ids = audience.map((people) => {
      const id = newId();
      groups.set(id, people);
      return id;
    });
    await others.messenger.publish('campaign.published', order(campaignId, ids, more));
    return campaignId;
  }

  const order = (
    campaignId: string,
    ids: string[],
    more: Partial<Payload<'campaign.published'>> = {},
  ): Payload<'campaign.published'> => ({
    campaignId,
    rev: 2,
    run: 1,
    userId,
    plan: 'FREE',
    name: 'Spring news',
    emailBody: '<p>Hello</p>',
    whatsappBody: null,
    smsBody: null,
    removeCredits: false,
    groups: ids,
    publishedAt: new Date().toISOString(),
    ...more,
  });

  async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const found = await look();
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`Waited too long for ${what}`);
      await pause(20);
    }
  }

  /** A hint about this campaign that was not looked at yet. */
  function heard(campaignId: string): BatchReleased | undefined {
    const at = hints.findIndex((hint) => hint.campaignId === campaignId);
    return at < 0 ? undefined : hints.splice(at, 1)[0];
  }

  const nextHint = (campaignId: string): Promise<BatchReleased> =>
    until('a released batch', () => heard(campaignId));

  async function take({ batchId, release }: BatchReleased, requestId = newId()): Promise<Hand | null> {
    const { hand } = await others.messenger.request('batch.take', {
      batchId,
      release,
      holder: 'worker-1',
      requestId,
    });
    return hand;
  }

  async function settle(hand: Hand, more: Partial<Payload<'batch.settled'>> = {}): Promise<void> {
    const all = hand.recipients.map(({ i }) => i);
    const { sent = all, done = true } = more;
    await others.messenger.publish('batch.settled', {
      batchId: hand.batchId,
      campaignId: hand.campaignId,
      holder: 'worker-1',
      fence: hand.fence,
      sent,
      outcomes: [],
      done,
      ...(done && { returned: all.filter((i) => !sent.includes(i)) }),
      providerDown: null,
      ...more,
    });
  }

  /** Sends to everybody until the campaign is complete; answers every address in the order of sending. */
  async function sendAll(campaignId: string): Promise<string[]> {
    const addresses: string[] = [];
    await until('the campaign to complete', async () => {
      const hint = heard(campaignId);
      const hand = hint ? await take(hint) : null;
      if (hand) {
        addresses.push(...hand.recipients.map(({ address }) => address));
        await settle(hand);
      }
      return completed.some((event) => event.campaignId === campaignId);
    });
    return addresses;
  }

  const report = async (campaignId: string) => {
    const reply = await others.messenger.request('dispatch.report', { userId, campaignId });
    if (!reply.report) throw new Error('There is no report');
    return reply.report;
  };

  const deliveries = (campaignId: string, more: Partial<Payload<'dispatch.deliveries'>> = {}) =>
    others.messenger.request('dispatch.deliveries', {
      userId,
      campaignId,
      state: null,
      channel: null,
      reason: null,
      address: null,
      after: null,
      limit: 1000,
      ...more,
    });

  it('reaches everybody of two overlapping groups once, and then says that it is complete', async () => {
    const first = members(1500, 'a');
    const second = [
      ...first.slice(0, 700).map((member) => ({ ...member, subscriberId: newId() })),
      ...members(400, 'b'),
    ];
    second.sort((a, b) => (a.subscriberId < b.subscriberId ? -1 : 1));
    const campaignId = await publish([first, second]);
    const addresses = await sendAll(campaignId);
    expect(addresses).toHaveLength(1900);
    expect(new Set(addresses).size).toBe(1900);
    expect(await report(campaignId)).toMatchObject({
      total: 1900,
      states: { SENT: 1900, QUEUED: 0 },
      planning: { done: true, planned: 1900 },
    });
  });

  it('gives a worker the variables of each recipient, whatever their keys are', async () => {
    const variables = { _bsontype: 'ObjectId', $ref: 'x', 'a.b': { $id: 1 }, name: 'Ada' };
    const people = members(1, 'v').map((member) => ({ ...member, variables }));
    const campaignId = await publish([people]);
    const hand = await take(await nextHint(campaignId));
    expect(hand?.recipients[0]?.variables).toEqual(variables);
    if (hand) await settle(hand);
    await sendAll(campaignId);
  });

  it('completes a campaign that has nobody to send to', async () => {
    const campaignId = await publish([[]]);
    expect(await sendAll(campaignId)).toEqual([]);
    expect(await report(campaignId)).toMatchObject({ total: 0, planning: { done: true } });
  });

  it('skips channels without a message or an integration, with the reason', async () => {
    const audience = [...members(3, 'c'), ...members(2, '1', 'SMS'), ...members(4, '2', 'WHATSAPP')];
    const campaignId = await publish([audience], { smsBody: 'Hello' });
    await sendAll(campaignId);
    const result = await report(campaignId);
    expect(result).toMatchObject({ total: 9, states: { SENT: 3, SKIPPED: 6 } });
    expect(
      result.reasons.map(({ channel, state, reason, count }) => ({ channel, state, reason, count })),
    ).toEqual([
      { channel: 'SMS', state: 'SKIPPED', reason: 'NO_INTEGRATION', count: 2 },
      { channel: 'WHATSAPP', state: 'SKIPPED', reason: 'NO_MESSAGE', count: 4 },
    ]);
  });

  it('takes the same order twice without doing it twice', async () => {
    const groupId = newId();
    groups.set(groupId, members(5, 'd'));
    const same = order(newId(), [groupId]);
    await others.messenger.publish('campaign.published', same);
    await others.messenger.publish('campaign.published', same);
    expect(await sendAll(same.campaignId)).toHaveLength(5);
    await others.messenger.publish('campaign.published', same);
    expect(await report(same.campaignId)).toMatchObject({ total: 5 });
  });

  it('does not begin what was deleted before the order came', async () => {
    const stopped = order(newId(), [newId()]);
    await others.messenger.publish('campaign.deleted', { campaignId: stopped.campaignId, rev: 3, userId });
    await until('the tombstone', () =>
      database.db.client
        .db(`${database.name}_dispatcher`)
        .collection('dispatches')
        .findOne({ state: 'CANCELLED' }),
    );
    await others.messenger.publish('campaign.published', stopped);
    const control = await publish([[]]);
    await sendAll(control);
    expect(await report(stopped.campaignId)).toMatchObject({ total: 0 });
    expect(completed.map(({ campaignId }) => campaignId)).toEqual([control]);
  });

  it('gives the same hand to a request that is repeated, and nothing to a second one', async () => {
    const campaignId = await publish([members(3, 'e')]);
    const hint = await nextHint(campaignId);
    const requestId = newId();
    const hand = await take(hint, requestId);
    expect(await take(hint, requestId)).toEqual(hand);
    expect(await take(hint)).toBeNull();
    if (hand) await settle(hand);
    await sendAll(campaignId);
  });

  it('leaves out who has left since the campaign was planned', async () => {
    const people = members(3, 'f');
    const campaignId = await publish([people]);
    const hint = await nextHint(campaignId);
    withdrawn.add('f1@example.com');
    const hand = await take(hint);
    expect(hand?.recipients.map(({ address }) => address)).toEqual(['f0@example.com', 'f2@example.com']);
    if (hand) await settle(hand);
    await sendAll(campaignId);
    expect(await report(campaignId)).toMatchObject({ states: { SENT: 2, SKIPPED: 1 } });
  });

  it('sends again what a lost worker left unsettled, and nobody else', async () => {
    const campaignId = await publish([members(10, 'g')]);
    const hand = await take(await nextHint(campaignId));
    if (!hand) throw new Error('expected a hand');
    await settle(hand, { sent: [0, 1, 2, 3], done: false });
    const again = await sendAll(campaignId);
    expect(again.sort()).toEqual(['g4', 'g5', 'g6', 'g7', 'g8', 'g9'].map((name) => `${name}@example.com`));
    expect(await report(campaignId)).toMatchObject({ total: 10, states: { SENT: 10 } });
  });

  it('fails nobody while a provider is down, says why it waits, and goes on when it is back', async () => {
    const campaignId = await publish([members(4, 'h')]);
    const hand = await take(await nextHint(campaignId));
    if (!hand) throw new Error('expected a hand');
    await settle(hand, {
      sent: [],
      providerDown: { reason: 'LOGIN_REFUSED', providerCode: '535', detail: null },
    });
    const waiting = await until('the reason', async () => (await report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'LOGIN_REFUSED' });
    const probe = await take(await nextHint(campaignId));
    expect(probe?.recipients).toHaveLength(1);
    if (probe) await settle(probe);
    await sendAll(campaignId);
    expect(await report(campaignId)).toMatchObject({ states: { SENT: 4, FAILED: 0 }, waiting: [] });
  });

  it('pages through deliveries, newest planned first, and finds one by its address', async () => {
    const campaignId = await publish([members(450, 'i')]);
    await sendAll(campaignId);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof deliveries>> = await deliveries(campaignId, {
        after,
        limit: 120,
      });
      seen.push(...page.items.map(({ address }) => address));
      after = page.next;
    } while (after !== null);
    expect(seen).toHaveLength(450);
    expect(new Set(seen).size).toBe(450);
    expect((await deliveries(campaignId, { address: 'i7@example.com' })).items).toEqual([
      expect.objectContaining({ address: 'i7@example.com', state: 'SENT', attempts: 1 }),
    ]);
    expect((await deliveries(campaignId, { state: 'FAILED' })).items).toEqual([]);
  });

  it('shows nothing of a campaign to another user', async () => {
    const campaignId = await publish([members(1, 'j')]);
    await sendAll(campaignId);
    const stranger = { userId: newId(), campaignId };
    expect(await others.messenger.request('dispatch.report', stranger)).toEqual({ report: null });
    expect((await deliveries(campaignId, stranger)).items).toEqual([]);
  });

  it('stops a deleted campaign, lets what is in a hand finish, and removes the ledger', async () => {
    const campaignId = await publish([members(300, 'k')]);
    const hand = await take(await nextHint(campaignId));
    await others.messenger.publish('campaign.deleted', { campaignId, rev: 3, userId });
    if (hand) await settle(hand);
    const ledger = database.db.client.db(`${database.name}_dispatcher`);
    await until('the ledger to go', async () => {
      const left = await ledger
        .collection('batches')
        .countDocuments({ _id: { $regex: `^${campaignId}` } as never });
      return left === 0;
    });
    expect(
      await ledger.collection('rosters').countDocuments({ _id: { $regex: `^${campaignId}` } as never }),
    ).toBe(0);
    expect(completed).toEqual([]);
  });
});
