import { newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Dispatches } from '../src/dispatches/dispatches';
import { Batches } from '../src/ledger/batches';
import { pause } from '../src/steering/steer';
import { SteerDispatches } from '../src/steering/steer-dispatches';
import { TakeBatch } from '../src/taking/take-batch';
import { type Dispatcher, Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a campaign that is paused', () => {
  let stage: Stage;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    stage = await Stage.open();
    dispatcher = await stage.start();
    worker = new Worker(stage);
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());
  afterEach(() => jest.restoreAllMocks());

  const stateOf = async (campaignId: string): Promise<string | undefined> => {
    const [found] = await stage
      .stored<{ state: string; rev: number }>('dispatches')
      .find(key(campaignId))
      .toArray();
    return found && `${found.state} ${found.rev}`;
  };
  const key = (campaignId: string) => ({ $expr: { $eq: [{ $toString: '$_id' }, campaignId] } });
  const becomes = (campaignId: string, state: string): Promise<unknown> =>
    until(state, async () => (await stateOf(campaignId)) === state);

  it('has nothing more handed out, takes back what is offered, and finishes what is in a hand', async () => {
    const campaignId = await stage.publish([members(2_000, 'a')]);
    const hand = await worker.takeNext(campaignId);
    const offered = await worker.nextHint(campaignId);
    await stage.tell('paused', campaignId, 3);
    await becomes(campaignId, 'PAUSED 3');
    expect(await worker.take(offered)).toBeNull();
    await until(
      'all offers to be taken back',
      async () => (await dispatcher.get(Batches).offered(campaignId)).length === 0,
    );
    await worker.settle(hand);
    await until(
      'the hand',
      async () => (await stage.report(campaignId)).states.SENT === hand.recipients.length,
    );
    stage.clear();
    await worker.sendAll(await stage.publish([members(300, 'b')]));
    expect(worker.heard(campaignId)).toBeUndefined();
    await stage.tell('resumed', campaignId, 4);
    expect(await worker.sendAll(campaignId)).toHaveLength(2_000 - hand.recipients.length);
    expect(await stage.report(campaignId)).toMatchObject({ total: 2_000, states: { SENT: 2_000 } });
  });

  it('is not handed out any more when the pause comes while a hand is being granted', async () => {
    const campaignId = await stage.publish([members(10, 'i')]);
    const hint = await worker.nextHint(campaignId);
    const messenger = dispatcher.get(Messenger);
    const request = messenger.request.bind(messenger);
    const paused = { campaignId, userId: stage.userId, rev: 3 };
    const asking = jest.spyOn(messenger, 'request').mockImplementation((async (
      name: never,
      payload: never,
    ) => {
      if (name === 'audience.withdrawn')
        await dispatcher.get(Dispatches).steer(campaignId, stage.userId, (course) => pause(course, paused));
      return request(name, payload);
    }) as never);
    expect(await worker.take(hint)).toBeNull();
    expect(asking).toHaveBeenCalledWith('audience.withdrawn', expect.anything());
  });

  it('is not handed out to somebody who has waited for longer than the offer holds', async () => {
    const campaignId = await stage.publish([members(10, 'j')]);
    jest.spyOn(dispatcher.get(Batches), 'untaken').mockResolvedValue([]);
    const hint = await worker.nextHint(campaignId);
    await stage
      .stored<{ _id: string }>('batches')
      .updateOne({ _id: hint.batchId }, { $set: { releasedUntil: new Date(0) }, $inc: { rev: 1 } });
    expect(await worker.take(hint)).toBeNull();
    jest.restoreAllMocks();
    expect(await worker.sendAll(campaignId)).toHaveLength(10);
  });

  it('has its offers taken back by whoever hears of the pause again after a crash', async () => {
    const campaignId = await stage.publish([members(10, 'k')]);
    const { batchId } = await worker.nextHint(campaignId);
    const batches = dispatcher.get(Batches);
    jest.spyOn(batches, 'offered').mockRejectedValueOnce(new Error('crash'));
    const paused = { campaignId, userId: stage.userId, rev: 3 };
    await expect(dispatcher.get(SteerDispatches).pause(paused)).rejects.toThrow('crash');
    await dispatcher.get(SteerDispatches).pause(paused);
    expect(await batches.find(batchId)).toMatchObject({ state: 'READY' });
  });

  it('answers who got a hand before the pause and did not hear of it', async () => {
    const other = await stage.start();
    const campaignId = await stage.publish([members(10, 'l')]);
    const { batchId, release } = await worker.nextHint(campaignId);
    const request = { batchId, release, holder: worker.name, requestId: newId() };
    const hand = await other.get(TakeBatch).execute(request);
    await stage.tell('paused', campaignId, 3);
    await becomes(campaignId, 'PAUSED 3');
    expect(await dispatcher.get(TakeBatch).execute(request)).toMatchObject({ fence: hand?.fence });
    await stage.stop(other);
  });

  it('is not planned any further, and is planned to its end when it goes on', async () => {
    const order = stage.order([members(9_000, 'c')]);
    await stage.others.messenger.publish('campaign.published', order);
    await worker.nextHint(order.campaignId);
    await stage.tell('paused', order.campaignId, 3);
    await becomes(order.campaignId, 'PAUSED 3');
    await worker.sendAll(await stage.publish([members(3_000, 'd')]));
    const { planning } = await stage.report(order.campaignId);
    expect(planning.done).toBe(false);
    await stage.tell('resumed', order.campaignId, 4);
    expect(await worker.sendAll(order.campaignId)).toHaveLength(9_000);
  });

  it('is complete when all that was left of it was in hands', async () => {
    const campaignId = await stage.publish([members(3, 'e')]);
    const hand = await worker.takeNext(campaignId);
    await until('the plan', async () => (await stage.report(campaignId)).planning.done);
    await stage.tell('paused', campaignId, 3);
    await becomes(campaignId, 'PAUSED 3');
    await worker.settle(hand);
    await until('the end', () => stage.isComplete(campaignId));
  });

  it('stays as the newest event said, whatever comes late', async () => {
    const campaignId = await stage.publish([members(3, 'f')]);
    await stage.report(campaignId);
    await stage.tell('paused', campaignId, 5);
    await becomes(campaignId, 'PAUSED 5');
    await stage.tell('resumed', campaignId, 4);
    await stage.tell('paused', campaignId, 3);
    await worker.sendAll(await stage.publish([[]]));
    expect(await stateOf(campaignId)).toBe('PAUSED 5');
    await stage.tell('resumed', campaignId, 6);
    expect(await worker.sendAll(campaignId)).toHaveLength(3);
  });

  it('begins paused when that was heard before the order, and running when its resumption was, too', async () => {
    const [waits, runs] = [stage.order([members(3, 'g')]), stage.order([members(3, 'h')])];
    await stage.tell('paused', waits.campaignId, 3);
    await stage.tell('resumed', runs.campaignId, 4);
    await stage.tell('paused', runs.campaignId, 3);
    await becomes(waits.campaignId, 'PAUSED 3');
    await becomes(runs.campaignId, 'OPEN 4');
    await stage.others.messenger.publish('campaign.published', waits);
    await stage.others.messenger.publish('campaign.published', runs);
    expect(await worker.sendAll(runs.campaignId)).toHaveLength(3);
    expect(await stage.report(waits.campaignId)).toMatchObject({ total: 0, planning: { done: false } });
    expect(await stateOf(waits.campaignId)).toBe('PAUSED 3');
    await stage.tell('resumed', waits.campaignId, 4);
    expect(await worker.sendAll(waits.campaignId)).toHaveLength(3);
  });
});
