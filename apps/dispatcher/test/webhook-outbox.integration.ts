import { type WebhookEvent, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { notOpened } from '../src/dispatch/dispatch';
import { Fixture, until } from './fixture';

jest.setTimeout(120_000);

describe('WebhookOutbox', () => {
  const taken: (WebhookEvent & { userId: string })[] = [];
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.others.answer({
      'webhook.take': ({ userId, events }) => {
        taken.push(...events.map((each) => ({ ...each, userId })));
        return {};
      },
    });
  });
  beforeEach(() => void (taken.length = 0));
  afterAll(() => fixture.close());

  /** Stores batches of a campaign with pending webhook events. */
  async function storeBatches(campaignId: string, batches: number, userId = newId()): Promise<void> {
    const mark = {
      type: 'delivery.sent',
      at: new Date(),
      positions: [[0, 0]],
      reason: null,
      code: null,
      hard: null,
    };
    await fixture.stored<{ _id: string }>('batches').insertMany(
      Array.from({ length: batches }, (_, seq) => ({
        _id: `${campaignId}-${String(seq).padStart(10, '0')}`,
        ...{ campaign: new ObjectId(campaignId), user: new ObjectId(userId), channel: 'EMAIL', seq },
        ...{
          recipientPage: `${campaignId}-0`,
          offset: 0,
          size: 1,
          rev: 1,
          pendingWebhookEvents: [{ n: 1, ...mark }],
        },
      })),
    );
  }

  it('notifies about a small campaign before all pending events of large campaigns of the same account', async () => {
    const [small, big, small2] = [newId(), newId(), newId()].sort() as [string, string, string];
    const user = newId();
    await storeBatches(big, 600, user);
    await storeBatches(small, 1, user);
    await storeBatches(small2, 1, user);
    const dispatcher = await fixture.start();
    await until('all events', () => taken.length === 602);
    for (const campaign of [small, small2])
      expect(taken.findIndex(({ campaignId }) => campaignId === campaign)).toBeLessThan(130);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(602);
    await fixture.stop(dispatcher);
  });

  /** A completed campaign with an unpublished end. */
  async function ended(userId: string): Promise<string> {
    const campaignId = newId();
    await fixture.stored('dispatches').insertOne({
      ...notOpened(campaignId, userId),
      ...{ run: 1, state: 'DONE', planned: true, finishedAt: new Date() },
      pendingWebhookEvents: [{ id: newId(), type: 'campaign.completed', at: new Date(), run: 1 }],
    });
    return campaignId;
  }

  it('notifies about a campaign before the ends of many other campaigns, which wait for their deliveries', async () => {
    const [many, other] = [newId(), newId()];
    for (let n = 0; n < 200; n++) await storeBatches(await ended(many), 3, many);
    const last = await ended(other);
    const dispatcher = await fixture.start();
    await until('all events', () => taken.length === 801);
    expect(taken.findIndex(({ campaignId }) => campaignId === last)).toBeLessThan(200);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(801);
    const ends = taken.filter(({ type }) => type === 'campaign.completed');
    expect(ends).toHaveLength(201);
    for (const { campaignId, id } of ends)
      expect(taken.findLast((event) => event.campaignId === campaignId)?.id).toBe(id);
    await fixture.stop(dispatcher);
  });

  it('notifies about an account after at most one turn of each other account', async () => {
    const [first, busy, last] = [newId(), newId(), newId()].sort() as [string, string, string];
    for (let n = 0; n < 60; n++) await storeBatches(newId(), 10, busy);
    for (let n = 0; n < 100; n++) await ended(busy);
    for (const user of [first, last]) {
      await storeBatches(newId(), 1, user);
      await ended(user);
    }
    const dispatcher = await fixture.start();
    await until('all events', () => taken.length === 704);
    const ofOthers = taken.flatMap(({ userId }, n) => (userId === busy ? [] : [n]));
    expect(ofOthers).toHaveLength(4);
    expect(Math.max(...ofOthers)).toBeLessThan(2 * 16 + 4);
    await fixture.stop(dispatcher);
  });
});
