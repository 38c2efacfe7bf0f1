import { type DayStatistics, type DeliveryReturned, deliveryId, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { dateEngagement } from '../src/engagement/date-engagement';
import { Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

const since = '2026-01-01T00:00:00.000Z';

describe('the statistics of an account', () => {
  let fixture: Fixture;
  let worker: Worker;
  let people = 0;

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start(lasting);
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    fixture.clear();
    for (const name of ['dispatches', 'engagement']) await fixture.stored(name).deleteMany({});
  });

  const read = async (timeZone = 'UTC', userId = fixture.userId): Promise<DayStatistics[]> => {
    const { days } = await fixture.others.messenger.request('dispatch.statistics', {
      userId,
      since,
      timeZone,
    });
    return days.sort((a, b) => (a.day < b.day ? -1 : 1));
  };

  /** A completed campaign that was published at this time. */
  async function sent(at: string, count: number): Promise<{ campaignId: string; batchId: string }> {
    fixture.profile = { ...fixture.profile, tracking: 'FULL', conversions: true };
    const bodies = { EMAIL: '<a href="https://a.example/">A</a>' };
    const audience = [members(count, `s${people++}-`)];
    const campaignId = await fixture.publish(audience, { content: { bodies } });
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease);
    await until('the end', () => fixture.isComplete(campaignId));
    await publishedAt(campaignId, at);
    return { campaignId, batchId: lease.batchId };
  }
  const publishedAt = async (campaignId: string, at: string) => {
    for (const name of ['dispatches', 'engagement'])
      await fixture
        .stored(name)
        .updateOne({ _id: new ObjectId(campaignId) }, { $set: { publishedAt: new Date(at) } });
  };
  /** Counts an open of the first delivery. */
  const open = (campaignId: string, batchId: string) =>
    fixture.others.messenger.publish('engagement.counted', {
      ...{ id: newId(), campaignId, opens: { total: 2, machine: 1 }, links: [] },
      marks: [{ deliveryId: deliveryId(batchId, 0), link: null, at: since }],
    });
  /** Repeats every message. */
  async function order(campaignId: string, batchId: string, more: { value: string; currency: string }) {
    const clickedAt = new Date().toISOString();
    const reported = {
      ...{ id: newId(), campaignId, deliveryId: deliveryId(batchId, 0), clickedAt, occurredAt: clickedAt },
      ...{ reference: newId(), ...more },
    };
    await fixture.others.messenger.publish('conversion.reported', reported);
    await fixture.others.messenger.publish('conversion.reported', reported);
  }

  it('sum up campaigns by the day of their start in the time zone', async () => {
    await sent('2026-03-01T22:59:59.999Z', 2);
    await sent('2026-03-01T23:00:00.000Z', 3);
    await sent('2026-03-02T12:00:00.000Z', 4);
    const byDay = async (timeZone: string) =>
      (await read(timeZone)).map(({ day, campaigns, channels }) => [day, campaigns, channels.EMAIL.sent]);
    expect(await byDay('UTC')).toEqual([
      ['2026-03-01', 2, 5],
      ['2026-03-02', 1, 4],
    ]);
    expect(await byDay('Europe/Berlin')).toEqual([
      ['2026-03-01', 1, 2],
      ['2026-03-02', 2, 7],
    ]);
    expect(await byDay('Asia/Kolkata')).toEqual([['2026-03-02', 3, 9]]);
    expect(await read('UTC', newId())).toEqual([]);
  });

  it('include running campaigns, and opens and clicks, but neither earlier nor deleted campaigns', async () => {
    await sent('2025-12-31T23:59:59.999Z', 1);
    const gone = await sent('2026-03-01T10:00:00Z', 1);
    await fixture.delete(gone.campaignId);
    await fixture.dispatchIs(gone.campaignId, { deleted: true });
    const { campaignId, batchId } = await sent('2026-03-01T10:00:00Z', 3);
    const delivery = deliveryId(batchId, 0);
    await fixture.others.messenger.publish('engagement.counted', {
      ...{ id: newId(), campaignId, opens: { total: 5, machine: 2 } },
      links: [{ link: 0, total: 3, machine: 1 }],
      marks: [
        { deliveryId: delivery, link: null, at: since },
        { deliveryId: delivery, link: 0, at: since },
      ],
    });
    const running = await fixture.publish([members(1, `r${people++}-`), members(1, `r${people++}-`)]);
    const lease = await worker.takeNext(running);
    await publishedAt(running, '2026-03-01T11:00:00Z');
    const empty = { sent: 0, delivered: 0, bounced: 0, complained: 0 };
    await until('the clicks', async () => (await read())[0]?.clicks.total === 3);
    expect(await read()).toEqual([
      {
        ...{ day: '2026-03-01', campaigns: 2 },
        channels: { EMAIL: { ...empty, sent: 3, delivered: 3 }, WHATSAPP: empty, SMS: empty },
        opens: { total: 5, unique: 1, machine: 2 },
        clicks: { total: 3, unique: 1, machine: 1 },
        conversions: { total: 0, unique: 0, values: [] },
      },
    ]);
    await worker.settle(lease);
  });

  it('sum up conversions and their exact values, as often as they are reported', async () => {
    const first = await sent('2026-03-01T10:00:00Z', 2);
    const second = await sent('2026-03-01T11:00:00Z', 2);
    const later = await sent('2026-03-02T10:00:00Z', 2);
    await order(first.campaignId, first.batchId, { value: '0.1', currency: 'EUR' });
    await order(first.campaignId, first.batchId, { value: '0.2', currency: 'EUR' });
    await order(second.campaignId, second.batchId, { value: '999999999999.9999', currency: 'EUR' });
    await order(second.campaignId, second.batchId, { value: '5', currency: 'CHF' });
    await order(later.campaignId, later.batchId, { value: '0', currency: 'USD' });
    await until('the last order', async () => (await read())[1]?.conversions.total === 1);
    await until('the other orders', async () => (await read())[0]?.conversions.total === 4);
    const days = await read();
    expect(days.map(({ conversions }) => conversions)).toEqual([
      {
        ...{ total: 4, unique: 2 },
        values: [
          { currency: 'CHF', sum: '5' },
          { currency: 'EUR', sum: '1000000000000.2999' },
        ],
      },
      { total: 1, unique: 1, values: [] },
    ]);
    const { items } = await fixture.others.messenger.request('dispatch.figures', {
      userId: fixture.userId,
      campaignIds: [first, second, later].map(({ campaignId }) => campaignId),
    });
    expect(items.reduce((sum, { conversions }) => sum + (conversions?.total ?? 0), 0)).toBe(5);
  });

  it('include opens of campaigns that began in release 0.3.0, before and after the migration', async () => {
    const old = await sent('2026-03-01T10:00:00Z', 2);
    const recent = await sent('2026-03-01T10:00:00Z', 2);
    const earlier = await sent('2025-12-30T10:00:00Z', 2);
    for (const { campaignId, batchId } of [old, recent, earlier]) await open(campaignId, batchId);
    await until(
      'the opens',
      async () => (await fixture.stored('engagement').countDocuments({ 'opens.total': 2 })) === 3,
    );
    const undated = { _id: { $in: [old, earlier].map(({ campaignId }) => new ObjectId(campaignId)) } };
    const isUndated = { publishedAt: { $exists: false } };
    await fixture.stored('engagement').updateMany(undated, { $unset: { publishedAt: 1 } });
    const opens = async () => (await read()).map((day) => day.opens);
    const both = [{ total: 4, unique: 2, machine: 2 }];
    expect(await opens()).toEqual(both);
    expect(await fixture.stored('engagement').countDocuments(isUndated)).toBe(2);
    const database = fixture.database.db.client.db(`${fixture.database.name}_dispatcher`);
    await dateEngagement.run(database as never, {} as never, {} as never);
    expect(await fixture.stored('engagement').countDocuments(isUndated)).toBe(0);
    expect(await opens()).toEqual(both);
  });

  it('omit opens of a deleted campaign that a halted planner began to count', async () => {
    await sent('2026-03-01T10:00:00Z', 1);
    const { campaignId, batchId } = await sent('2026-03-01T10:00:00Z', 1);
    const _id = new ObjectId(campaignId);
    const begun = await fixture.stored('engagement').findOne({ _id });
    await open(campaignId, batchId);
    await fixture.delete(campaignId);
    await fixture.dispatchIs(campaignId, { deleted: true });
    await until('the end of counting', async () => !(await fixture.stored('engagement').findOne({ _id })));
    await fixture
      .stored('engagement')
      .insertOne({ ...begun, _id, opens: { total: 9, unique: 9, machine: 9 } });
    const isDue = { $set: { ledger: 'DELETING', deleteAt: new Date(0) } };
    await fixture.stored('dispatches').updateOne({ _id }, isDue);
    await until('no counts', async () => !(await fixture.stored('engagement').findOne({ _id })));
    expect((await read())[0]).toMatchObject({ campaigns: 1, opens: { total: 0 } });
  });

  it('follow bounces after the end, which are counted once even if they are repeated', async () => {
    const { batchId } = await sent('2026-03-01T10:00:00Z', 3);
    const returned: DeliveryReturned = {
      ...{ deliveryId: deliveryId(batchId, 1), feedback: 'BOUNCED', isHard: true },
      ...{ reason: 'NO_SUCH_ADDRESS', providerCode: '550 5.1.1', consequence: 'NOTHING' },
      at: '2026-03-02T12:00:00.000Z',
    };
    await fixture.others.messenger.publish('delivery.returned', returned);
    await fixture.others.messenger.publish('delivery.returned', returned);
    await until('the bounce', async () => (await read())[0]?.channels.EMAIL.bounced === 1);
    const counted = { sent: 3, delivered: 2, bounced: 1, complained: 0 };
    expect((await read())[0]?.channels.EMAIL).toEqual(counted);
    const isOutdated = { countAgain: { $exists: true } };
    await until(
      'the last count',
      async () => (await fixture.stored('dispatches').countDocuments(isOutdated)) === 0,
    );
    expect((await read())[0]?.channels.EMAIL).toEqual(counted);
  });

  it('read only stored counts of ten thousand campaigns, whose ledgers do not exist', async () => {
    const { campaignId } = await sent('2026-03-01T10:00:00Z', 2);
    const [dispatch, engagement] = await Promise.all(
      ['dispatches', 'engagement'].map((name) =>
        fixture.stored(name).findOne({ _id: new ObjectId(campaignId) }),
      ),
    );
    const ids = Array.from({ length: 9_999 }, () => new ObjectId());
    const first = Date.parse('2026-03-01T00:00:00Z');
    await fixture
      .stored('dispatches')
      .insertMany(
        ids.map((_id, n) => ({ ...dispatch, _id, publishedAt: new Date(first + (n % 90) * 86_400_000) })),
      );
    await fixture
      .stored('engagement')
      .insertMany(
        ids.map((_id, n) => ({ ...engagement, _id, publishedAt: new Date(first + (n % 90) * 86_400_000) })),
      );
    await read();
    const database = fixture.database.db.client.db(`${fixture.database.name}_dispatcher`);
    await database.command({ profile: 2 });
    const days = await read('Europe/Berlin');
    await database.command({ profile: 0 });
    expect(days.reduce((sum, { campaigns }) => sum + campaigns, 0)).toBe(10_000);
    expect(days.reduce((sum, { channels }) => sum + channels.EMAIL.sent, 0)).toBe(20_000);
    const profile = await database.collection('system.profile').find().toArray();
    const reads = profile.filter(({ ns }) => String(ns).endsWith('.engagement'));
    expect(Math.max(...reads.map(({ docsExamined }) => Number(docsExamined)))).toBe(0);
    // The database sums up, because responses with ten thousand rows take longer than their sums.
    expect(Math.max(...profile.map(({ nreturned = 0 }) => Number(nreturned)))).toBeLessThan(100);
  });
});
