import { LeaderLease } from '../src/leader/leader-lease';
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

  it('is one dispatcher, and is replaced within ten seconds when it dies', async () => {
    const [one, other] = [await fixture.start(), await fixture.start()];
    const leader = await until('a leader', async () => {
      const leading = [];
      for (const dispatcher of [one, other]) if (await isLeader(dispatcher)) leading.push(dispatcher);
      expect(leading.length).toBeLessThanOrEqual(1);
      return leading[0];
    });
    jest.spyOn(leader.get(LeaderLease), 'leadership').mockResolvedValue(null);
    const died = performance.now();
    const campaignId = await fixture.publish([members(3, 'a')]);
    expect(await worker.sendAll(campaignId)).toHaveLength(3);
    expect(performance.now() - died).toBeLessThan(10_000);
  });

  it('is replaced at once when it stops in good order', async () => {
    const first = await fixture.start();
    await until('a leader', () => isLeader(first));
    await fixture.start();
    await fixture.stop(first);
    const stopped = performance.now();
    await worker.sendAll(await fixture.publish([members(3, 'b')]));
    expect(performance.now() - stopped).toBeLessThan(3_000);
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
