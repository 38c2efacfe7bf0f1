import { type Hand, newId } from '@carillon/contracts';
import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(120_000);

const HANDS = 16;

describe('the hands of workers', () => {
  let stage: Stage;
  let worker: Worker;

  beforeEach(async () => {
    stage = await Stage.open();
    stage.workers.clear();
    stage.workers.set('worker-1', { channel: 'EMAIL', hands: HANDS });
    worker = new Worker(stage);
  });
  afterEach(() => stage.close());

  /** Hands that are never settled, as if the server hung: as many as there are to be had. */
  async function hang(campaignId: string, count: number): Promise<Hand[]> {
    const hands: Hand[] = [];
    await until('the hands', async () => {
      const hint = worker.heard(campaignId);
      const hand = hint && (await worker.take(hint));
      if (hand) hands.push(hand);
      return hands.length >= count;
    });
    return hands;
  }
  const inHand = (): Promise<number> =>
    stage.stored('batches').countDocuments({ state: { $in: ['RELEASED', 'HELD'] } });

  it('are asked for by whoever begins to give them work', async () => {
    let calls = 0;
    await stage.others.overhear({ 'workers.called': () => (calls += 1) });
    for (const copies of [1, 2]) {
      await stage.start();
      await until('the call', () => calls === copies);
    }
  });

  it('are not all taken by a campaign that hangs: others go through at once, also of the same user', async () => {
    await stage.start({ HAND_LEASE_MS: '60000' });
    const big = await stage.publish([members(5_000, 'big')]);
    await hang(big, 6);
    const own = await stage.publish([members(10, 'own')]);
    const from = performance.now();
    expect(await worker.sendAll(own)).toHaveLength(10);
    const others = stage.order([members(10, 'others')], { userId: newId() });
    await stage.others.messenger.publish('campaign.published', others);
    expect(await worker.sendAll(others.campaignId)).toHaveLength(10);
    expect(performance.now() - from).toBeLessThan(5_000);
    expect(worker.heard(big)).toBeUndefined();
  });

  it('are more with more workers, and a campaign has its share of each', async () => {
    await stage.start({ HAND_LEASE_MS: '60000' });
    const big = await stage.publish([members(10_000, 'big')]);
    for (const [workers, share] of [
      [1, 6],
      [2, 12],
      [4, 24],
    ] as const) {
      for (let n = 1; n <= workers; n++) stage.workers.set(`worker-${n}`, { channel: 'EMAIL', hands: HANDS });
      await until('its share', async () => (await inHand()) === share);
    }
    expect(worker.heard(big)).toBeDefined();
  });

  it('are free again for others when their worker is not heard of any more', async () => {
    await stage.start({ HAND_LEASE_MS: '60000' });
    const big = await stage.publish([members(5_000, 'big')]);
    await hang(big, 6);
    stage.workers.set('worker-1', { channel: 'EMAIL', hands: 0 });
    stage.workers.set('worker-2', { channel: 'EMAIL', hands: HANDS });
    await until('hands of the other worker', async () => (await inHand()) === 12);
  });

  it('are waited for when there are none, and the report says so', async () => {
    stage.workers.clear();
    await stage.start();
    const campaignId = await stage.publish([members(10, 'unmanned')]);
    const waiting = await until('the reason', async () => (await stage.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'NO_WORKER', nextTryAt: null });
    expect(worker.heard(campaignId)).toBeUndefined();
    stage.workers.set('worker-1', { channel: 'EMAIL', hands: HANDS });
    expect(await worker.sendAll(campaignId)).toHaveLength(10);
    expect((await stage.report(campaignId)).waiting).toEqual([]);
  });
});
