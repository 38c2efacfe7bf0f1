import { newId } from '@carillon/contracts';
import { someone, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { CampaignService } from './campaign-service';

const LIMIT = 2;

/** The database profiler's record of a query: see MongoDB's database profiler. */
interface Look {
  keysExamined: number;
  docsExamined: number;
}

describe('the limit of running campaigns', () => {
  let service: CampaignService;
  let userId: string;

  beforeAll(async () => {
    service = await CampaignService.start();
  });
  beforeEach(() => {
    service.clear();
    userId = newId();
    service.limits.set(userId, { runningCampaigns: LIMIT });
  });
  afterAll(() => service.stop());

  async function published(user = userId): Promise<string> {
    const { id } = await service.create({ userId: user });
    await service.publish(id, user);
    return id;
  }
  /** Two running campaigns. */
  async function running(): Promise<[string, string]> {
    const ids: [string, string] = [await published(), await published()];
    for (const id of ids) await service.announcements(id);
    return ids;
  }
  const step = (name: 'pause' | 'resume' | 'cancel', id: string) =>
    service.messenger.request(`campaign.${name}`, { by: someone, id, userId, requestId: newId() });
  const eventsOf = (id: string) =>
    service.announced.filter(({ payload }) => payload.campaignId === id).map(({ event }) => event);
  const reasonOf = async (id: string) => (await service.get(id, userId)).statusReason;
  /** Resolves when all campaigns that may begin have begun, because a later campaign of another user has begun. */
  const settled = async () => service.announcements(await published(newId()));

  it('makes the next campaign wait, with the reason, and starts it when one has ended', async () => {
    const [first] = await running();
    const third = await published();
    expect(await service.get(third, userId)).toMatchObject({
      status: 'SENDING',
      statusReason: 'RUNNING_LIMIT',
    });
    const { items } = await service.messenger.request('campaign.list', { userId, after: null, limit: 10 });
    expect(items.map(({ statusReason }) => statusReason)).toEqual(['RUNNING_LIMIT', null, null]);
    await settled();
    expect(eventsOf(third)).toEqual([]);
    await service.completed(first, 1);
    expect(await service.announcements(third)).toMatchObject([
      { event: 'campaign.published', payload: { rev: 2 } },
    ]);
    expect(await reasonOf(third)).toBeNull();
  });

  it('keeps the order in which campaigns were published', async () => {
    let [last] = await running();
    const waiting: string[] = [];
    for (let n = 0; n < 4; n += 1) waiting.push(await published());
    // Frees one place at a time, because campaigns that begin in the same turn are announced concurrently.
    for (const id of waiting) {
      await service.completed(last, 1);
      await service.announcements(id);
      last = id;
    }
    const order = service.announced.map(({ payload }) => payload.campaignId);
    expect(order.filter((id) => waiting.includes(id))).toEqual(waiting);
  });

  it('does not count paused, canceled, or deleted campaigns, nor those of other users', async () => {
    const [first, second] = await running();
    const third = await published();
    await step('pause', first);
    await service.announcements(third);
    const fourth = await published();
    await step('cancel', second);
    await service.announcements(fourth);
    const fifth = await published();
    await service.messenger.request('campaign.delete', { by: someone, userId, ids: [third] });
    await service.announcements(fifth);
    expect(await service.messenger.request('campaign.usage', { userId })).toMatchObject({
      used: { runningCampaigns: LIMIT },
    });
  });

  it('applies to a resumed campaign', async () => {
    const [first] = await running();
    await step('pause', first);
    const third = await published();
    await service.announcements(third);
    await step('resume', first);
    expect(await reasonOf(first)).toBe('RUNNING_LIMIT');
    await settled();
    expect(eventsOf(first)).toEqual(['campaign.published', 'campaign.paused']);
    await service.completed(third, 1);
    expect(await service.announcements(first, 3)).toMatchObject([{}, {}, { event: 'campaign.resumed' }]);
  });

  it('applies to a retry', async () => {
    const [first] = await running();
    await service.completed(first, 1);
    await service.reaches(first, 'SENT');
    const third = await published();
    await service.announcements(third);
    const selection = { states: ['FAILED' as const], channels: null, reasons: null };
    await service.messenger.request('campaign.retry', {
      by: someone,
      id: first,
      userId,
      requestId: newId(),
      selection,
    });
    expect(await reasonOf(first)).toBe('RUNNING_LIMIT');
    await settled();
    expect(eventsOf(first)).toEqual(['campaign.published']);
    await service.completed(third, 1);
    expect(await service.announcements(first, 2)).toMatchObject([{}, { event: 'campaign.retried' }]);
  });

  it('lets decisions about running campaigns overtake waiting orders', async () => {
    const [first] = await running();
    const waiting: string[] = [];
    for (let n = 0; n < 5; n += 1) waiting.push(await published());
    await step('pause', first);
    await service.announcements(first, 2);
    expect(eventsOf(first)).toEqual(['campaign.published', 'campaign.paused']);
  });

  it('never announces the order of a campaign that was canceled while it waited', async () => {
    const [first] = await running();
    const third = await published();
    await step('cancel', third);
    await service.completed(first, 1);
    await service.reaches(first, 'SENT');
    await settled();
    expect(eventsOf(third)).toEqual(['campaign.cancelled']);
  });

  it('continues after a crash that left capacity unused', async () => {
    const [first] = await running();
    const third = await published();
    await service.shutDown();
    await service.documents.updateOne({ _id: new ObjectId(first) }, { $set: { status: 'SENT' } });
    await service.boot();
    expect(await service.announcements(third)).toHaveLength(1);
  });

  it('reads no more documents for a user with a thousand waiting campaigns', async () => {
    const [first] = await running();
    const document = await service.find(first);
    if (!document) throw new Error('It is gone');
    const waiting = Array.from({ length: 1_000 }, () => ({
      ...document,
      _id: new ObjectId(),
      waitsSince: new Date(),
      pending: [{ id: new ObjectId(), type: 'campaign.published' as const, rev: 2 }],
    }));
    await service.documents.insertMany(waiting);
    await service.db.command({
      profile: 2,
      filter: { ns: { $regex: 'campaigns$' }, op: { $ne: 'insert' } },
    });
    await settled();
    await service.completed(first, 1);
    await eventually(async () => (await service.find(first))?.status === 'SENT');
    await settled();
    await service.db.command({ profile: 0, filter: 'unset' });
    const looks = await service.db.collection<Look>('system.profile').find({}).toArray();
    expect(looks.length).toBeGreaterThan(5);
    for (const { keysExamined = 0, docsExamined = 0 } of looks)
      expect([keysExamined <= 150, docsExamined <= 100]).toEqual([true, true]);
  });
});
