import { LeaderLease } from '../src/leading/leader-lease';
import { type Dispatcher, Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('the leader', () => {
  let stage: Stage;
  let worker: Worker;

  beforeEach(async () => {
    stage = await Stage.open();
    worker = new Worker(stage);
  });
  afterEach(() => stage.close());

  const isLeader = async (dispatcher: Dispatcher): Promise<boolean> =>
    (await dispatcher.get(LeaderLease).term()) !== null;

  it('is one of them, and replaced within ten seconds when it dies', async () => {
    const [one, other] = [await stage.start(), await stage.start()];
    const leader = await until('a leader', async () => {
      const leading = [];
      for (const dispatcher of [one, other]) if (await isLeader(dispatcher)) leading.push(dispatcher);
      expect(leading.length).toBeLessThanOrEqual(1);
      return leading[0];
    });
    jest.spyOn(leader.get(LeaderLease), 'term').mockResolvedValue(null);
    const died = performance.now();
    const campaignId = await stage.publish([members(3, 'a')]);
    expect(await worker.sendAll(campaignId)).toHaveLength(3);
    expect(performance.now() - died).toBeLessThan(10_000);
  });

  it('makes room at once when it stops in good order', async () => {
    const first = await stage.start();
    await until('a leader', () => isLeader(first));
    await stage.start();
    await stage.stop(first);
    const stopped = performance.now();
    await worker.sendAll(await stage.publish([members(3, 'b')]));
    expect(performance.now() - stopped).toBeLessThan(3_000);
  });

  it('says before it goes what was completed last', async () => {
    const dispatcher = await stage.start();
    const campaignId = await stage.publish([members(3, 'c')]);
    const hand = await worker.takeNext(campaignId);
    await worker.settle(hand);
    await stage.stop(dispatcher);
    const settled = await stage.stored('batches').findOne({ state: 'DONE' });
    if (settled) await until('the end of the campaign', () => stage.isComplete(campaignId));
    else await stage.start();
    await worker.sendAll(campaignId);
  });
});
