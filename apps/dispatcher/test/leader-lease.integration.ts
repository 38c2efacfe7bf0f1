import { HOLDER, LeaderLease } from '../src/leader/leader-lease';
import { type Dispatcher, Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('the leader', () => {
  let fixture: Fixture;
  let worker: Worker;

  beforeEach(async () => {
    fixture = await Fixture.open();
    worker = new Worker(fixture);
  });
  afterEach(() => fixture.close());

  const isLeader = async (dispatcher: Dispatcher): Promise<boolean> =>
    (await dispatcher.get(LeaderLease).leadership()) !== null;

  /** The remaining time of the leader's lease (milliseconds), by the database's clock. */
  async function leftMs(): Promise<number> {
    const left = { $project: { ms: { $subtract: ['$until', '$$NOW'] } } };
    const [lease] = await fixture
      .stored('leaderState')
      .aggregate<{ ms: number }>([{ $match: { _id: 'leader' } }, left])
      .toArray();
    return Number(lease?.ms);
  }

  it('is one dispatcher, and is replaced when it dies and its lease has expired', async () => {
    const [one, other] = [await fixture.start(), await fixture.start()];
    const leader = await until('a leader', async () => {
      const leading = [];
      for (const dispatcher of [one, other]) if (await isLeader(dispatcher)) leading.push(dispatcher);
      expect(leading.length).toBeLessThanOrEqual(1);
      return leading[0];
    });
    jest.spyOn(leader.get(LeaderLease), 'leadership').mockResolvedValue(null);
    expect(await leftMs()).toBeLessThanOrEqual(6_000);
    await until('another leader', () => isLeader(leader === one ? other : one));
    const campaignId = await fixture.publish([members(3, 'a')]);
    expect(await worker.sendAll(campaignId)).toHaveLength(3);
  });

  it('is replaced immediately after a graceful stop', async () => {
    const first = await fixture.start();
    await until('a leader', () => isLeader(first));
    await fixture.start();
    const holder = first.get<string>(HOLDER);
    expect(await fixture.stored('leaderState').findOne({ holder })).not.toBeNull();
    await fixture.stop(first);
    expect(await fixture.stored('leaderState').findOne({ holder })).toBeNull();
    await worker.sendAll(await fixture.publish([members(3, 'b')]));
  });

  it('publishes the last completion before it stops', async () => {
    const dispatcher = await fixture.start();
    const campaignId = await fixture.publish([members(3, 'c')]);
    const lease = await worker.takeNext(campaignId);
    await worker.settle(lease);
    await fixture.stop(dispatcher);
    const settled = await fixture.stored('batches').findOne({ state: 'DONE' });
    if (settled) await until('the end of the campaign', () => fixture.isComplete(campaignId));
    else await fixture.start();
    await worker.sendAll(campaignId);
  });
});
