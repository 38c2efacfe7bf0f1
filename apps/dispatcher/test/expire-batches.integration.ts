import { newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { ExpireBatches } from '../src/leasing/expire-batches';
import { MAX_AGE_MS } from '../src/ledger/retry-policy';
import { type Dispatcher, Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a campaign whose provider cannot be used', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.clear();
    fixture.profile.routes.EMAIL = { senderId: newId(), ratePerSecond: null, maxConnections: null };
  });

  const down = { reason: 'LOGIN_REFUSED', providerCode: '535', detail: null } as const;
  const longAgo = new Date(Date.now() - MAX_AGE_MS - 60_000);
  const grow = (campaignId: string, more = {}): Promise<unknown> =>
    fixture
      .stored('batches')
      .updateMany(
        { campaign: new ObjectId(campaignId) },
        { $set: { since: longAgo, ...more }, $inc: { rev: 1 } },
      );
  const expire = (): Promise<boolean> => dispatcher.get(ExpireBatches).run({ since: 0, isOver: () => false });

  /** A campaign whose first lease served some recipients before its provider went down. The other recipients wait. */
  async function waiting(people: number, prefix: string): Promise<string> {
    const campaignId = await fixture.publish([members(people, prefix)]);
    await worker.settle(await worker.takeNext(campaignId), { sent: [0, 1], providerDown: down });
    await until('the breaker', async () => (await fixture.report(campaignId)).waiting.length > 0);
    const later = { $set: { nextTryAt: new Date(Date.now() + 3_600_000) } };
    await fixture.stored('breakers').updateMany({}, later);
    const offered = { campaign: new ObjectId(campaignId), state: { $in: ['RELEASED', 'LEASED'] } };
    await until('the plan', async () => (await fixture.report(campaignId)).planning.done);
    for (let hint = worker.pollHint(campaignId); hint; hint = worker.pollHint(campaignId))
      await worker.take(hint);
    await until('all to wait', async () => (await fixture.stored('batches').countDocuments(offered)) === 0);
    return campaignId;
  }

  it('ends three days later with unsent recipients FAILED as EXPIRED', async () => {
    const campaignId = await waiting(900, 'a');
    await expire();
    expect((await fixture.report(campaignId)).states).toMatchObject({ FAILED: 0, QUEUED: 898 });
    await grow(campaignId, { progress: [{ at: longAgo, n: 2 }] });
    await expire();
    const { states, reasons } = await fixture.report(campaignId);
    expect(states).toMatchObject({ SENT: 2, FAILED: 898, QUEUED: 0 });
    expect(reasons).toEqual([expect.objectContaining({ reason: 'EXPIRED', count: 898 })]);
    await until('the end', () => fixture.isComplete(campaignId));
  });

  it('does not end while recipients are occasionally served', async () => {
    const campaignId = await waiting(900, 'b');
    await grow(campaignId);
    await expire();
    expect((await fixture.report(campaignId)).states).toMatchObject({ SENT: 2, FAILED: 0, QUEUED: 898 });
    await fixture.delete(campaignId);
  });

  it('does not end while it is paused or shortly after it is resumed', async () => {
    const campaignId = await waiting(900, 'c');
    await fixture.publishEvent('paused', campaignId, 3);
    await fixture.dispatchIs(campaignId, { state: 'PAUSED' });
    // Ages the campaign here and not earlier, because the dispatcher also checks for overdue leases.
    await grow(campaignId, { progress: [] });
    await expire();
    await fixture.publishEvent('resumed', campaignId, 4);
    await fixture.dispatchIs(campaignId, { state: 'OPEN' });
    await expire();
    expect((await fixture.report(campaignId)).states).toMatchObject({ FAILED: 0, QUEUED: 898 });
    await fixture.delete(campaignId);
  });
});
