import { deliveryReasons, newId } from '@carillon/contracts';
import { Database, connectionTo } from '@carillon/mongo';
import { Logger } from '@carillon/platform';
import { type TestDatabase, testDatabase } from '@carillon/testing';
import type { Collection } from 'mongodb';
import { type BatchDocument, BatchRecord, BatchSchema } from '../src/ledger/batch';
import { batchId, idRange, toDocument } from '../src/ledger/batch-document';
import { BatchCounts } from '../src/ledger/batch-counts';
import { timelineOf } from '../src/ledger/timeline';
import { CountCampaign } from '../src/report/report-campaign';
import { after, grant, outcome, ready, release, settled } from './batches';

jest.setTimeout(120_000);

const BATCHES = 1_200;
const SIZE = 4;

describe('the counts of a campaign', () => {
  let server: TestDatabase;
  let database: Database;
  let counts: BatchCounts;
  let campaign: string;

  beforeAll(async () => {
    server = await testDatabase();
    const address = { url: server.mongoUrl, name: server.name };
    const connection = connectionTo(address);
    counts = new BatchCounts(connection.model<BatchDocument>(BatchRecord.name, BatchSchema));
    database = new Database(connection, address, Logger.create('dispatcher', 'silent'));
    await database.whenConnected();
    await database.onModuleInit();
  });
  afterAll(async () => {
    await database.close();
    await server.drop();
  });

  const stored = (): Collection<BatchDocument> => server.db.collection<BatchDocument>('batches');
  const idOf = (seq: number): string => batchId(campaign, seq);
  const plan = async (): Promise<void> => {
    campaign = newId();
    const all = Array.from({ length: BATCHES }, (_, seq) => ready({ id: idOf(seq), campaign, seq }));
    await stored().insertMany(all.map(toDocument));
  };

  /** Settles a batch: one recipient is sent, one failed permanently, one failed temporarily, and one has no result. */
  async function send(seq: number, now: Date): Promise<void> {
    const outcomes = [
      outcome(1, { permanent: true, reason: deliveryReasons[seq % 7] ?? 'REFUSED' }),
      outcome(2, { reason: 'SERVER_BUSY' }),
    ];
    const sent = after(
      ready({ id: idOf(seq), campaign, seq }),
      release,
      grant({ now, until: new Date(now.getTime() + 90_000) }),
      settled({ now, sent: [0], outcomes, returned: [] }),
    );
    // Bypasses compare-and-set, which would be slower than the counting.
    await stored().replaceOne({ _id: idOf(seq) }, toDocument(sent));
  }

  async function sendAll(): Promise<void> {
    const left = Array.from({ length: BATCHES }, (_, seq) => seq);
    const now = new Date();
    const senders = Array.from({ length: 8 }, async () => {
      for (let seq = left.pop(); seq !== undefined; seq = left.pop()) await send(seq, now);
    });
    await Promise.all(senders);
  }

  it('always add up to all recipients while all batches change', async () => {
    await plan();
    const end = { isReached: false };
    const sending = sendAll().finally(() => {
      end.isReached = true;
    });
    const totals = new Set<number>();
    while (!end.isReached) {
      const { channels } = await counts.recount(campaign);
      totals.add(Object.values(channels.EMAIL ?? {}).reduce((sum, count) => sum + count, 0));
    }
    await sending;
    expect([...totals]).toEqual([BATCHES * SIZE]);
    const { channels, reasons } = await counts.recount(campaign);
    expect(channels).toEqual({ EMAIL: { QUEUED: 2 * BATCHES, SENT: BATCHES, FAILED: BATCHES } });
    expect(reasons.filter(({ state }) => state === 'FAILED')).toHaveLength(7);
    expect(reasons.reduce((sum, { count }) => sum + count, 0)).toBe(2 * BATCHES);
  });

  it('read only an index, with one entry per batch', async () => {
    await server.db.command({ profile: 2 });
    await counts.recount(campaign);
    await server.db.command({ profile: 0 });
    const [noted, ...others] = await server.db
      .collection('system.profile')
      .find({ 'command.aggregate': 'batches' })
      .toArray();
    expect(others).toEqual([]);
    expect(noted).toMatchObject({ docsExamined: 0, planSummary: 'IXSCAN { _id: 1, summary: 1 }' });
    expect(noted?.keysExamined).toBeLessThanOrEqual(BATCHES + 1);
  });

  it('read the timeline only from an index, with one entry per batch', async () => {
    await server.db.command({ profile: 2 });
    const rows = await counts.timeline(campaign);
    await server.db.command({ profile: 0 });
    const [noted] = await server.db
      .collection('system.profile')
      .find({ 'command.aggregate': 'batches', 'command.hint': 'timelines' })
      .toArray();
    expect(noted).toMatchObject({ docsExamined: 0, planSummary: 'IXSCAN { _id: 1, timeline: 1 }' });
    expect(noted?.keysExamined).toBeLessThanOrEqual(BATCHES + 1);
    // All results have the same second.
    expect(rows).toEqual([{ text: expect.stringMatching(/^\["EMAIL",1,\[/) as string, batches: BATCHES }]);
    const { buckets } = timelineOf(rows, new Date(), null);
    expect(buckets.map(({ channels }) => channels.EMAIL)).toEqual([
      { SENT: BATCHES, FAILED: BATCHES, UNCONFIRMED: 0 },
    ]);
  });

  it('are the sum of the counts of all batches', async () => {
    const [from, to] = idRange(campaign).text;
    const sum: Record<string, number> = {};
    for (const { counts } of await stored()
      .find({ _id: { $gte: from, $lt: to } })
      .toArray())
      for (const [state, count] of Object.entries(counts)) sum[state] = (sum[state] ?? 0) + count;
    expect((await counts.recount(campaign)).channels.EMAIL).toEqual(sum);
  });

  it('include the rate of settled recipients even if no batch is done', async () => {
    const campaignCounts = new CountCampaign(counts);
    await plan();
    const startedAt = new Date(Date.now() - 600_000);
    const now = new Date();
    expect(await campaignCounts.perSecond(campaign, startedAt, now)).toBeNull();
    await send(0, new Date(now.getTime() - 60_000));
    // One sent and one rejected message in the ten minutes since the start.
    expect(await campaignCounts.perSecond(campaign, startedAt, now)).toBeCloseTo(2 / 600);
    for (let seq = 1; seq <= 50; seq++) await send(seq, new Date(now.getTime() - 5_000));
    expect(await campaignCounts.perSecond(campaign, startedAt, now)).toBeCloseTo(100 / 10);
  });
});
