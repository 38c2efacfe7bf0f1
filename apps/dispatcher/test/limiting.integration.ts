import { type Hand, newId } from '@carillon/contracts';
import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(120_000);

/** Four hands share it, with five recipients each: see portionOf. */
const RATE = 10;

describe('what an integration bears', () => {
  let stage: Stage;
  let workers: Worker[];

  beforeAll(async () => {
    stage = await Stage.open();
    stage.workers.set('worker-3', { channel: 'EMAIL', hands: 64 });
    await stage.start({ HAND_LEASE_MS: '60000' });
    await stage.start({ HAND_LEASE_MS: '60000' });
    workers = ['worker-1', 'worker-2', 'worker-3'].map((name) => new Worker(stage, name));
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());

  function bears(limits: { ratePerSecond?: number; maxConnections?: number }): string {
    const integrationId = newId();
    stage.profile.routes.EMAIL = { integrationId, ratePerSecond: null, maxConnections: null, ...limits };
    return integrationId;
  }

  /** Whatever is offered to three workers, until there are so many hands. */
  async function take(campaignId: string, count: number): Promise<Hand[]> {
    const hands: Hand[] = [];
    await until('the hands', async () => {
      for (const worker of workers) {
        const hint = worker.heard(campaignId);
        const hand = hint && (await worker.take(hint));
        if (hand) hands.push(hand);
      }
      return hands.length >= count;
    });
    return hands;
  }

  const settle = async (hands: Hand[]): Promise<void> => {
    for (const hand of hands) await workers[0]?.settle(hand);
  };
  const sum = (hands: Hand[], of: (hand: Hand) => number | null): number =>
    hands.reduce((total, hand) => total + (of(hand) ?? 0), 0);
  /** Until a time by which anything that can be offered has been offered: another user's campaign was, twice. */
  async function afterAWhile(): Promise<void> {
    const kept = stage.profile.routes.EMAIL;
    for (const name of ['one', 'other']) {
      bears({});
      const small = await stage.publish([members(1, `${name}${newId()}`)], { userId: newId() });
      await until('a batch of somebody else', () =>
        stage.hints.some(({ campaignId }) => campaignId === small),
      );
    }
    stage.profile.routes.EMAIL = kept;
  }

  it('is a rate that hands share, whoever grants and takes them', async () => {
    bears({ ratePerSecond: RATE });
    const campaignId = await stage.publish([members(1_000, 'rate')]);
    const hands = await take(campaignId, 4);
    expect(sum(hands, ({ pacePerSecond }) => pacePerSecond)).toBeCloseTo(RATE);
    await afterAWhile();
    expect(workers[0]?.heard(campaignId)).toBeUndefined();
    await stage.delete(campaignId);
  });

  it('is in the long run as many as the rate says, also of hands that were settled at once', async () => {
    bears({ ratePerSecond: RATE });
    const campaignId = await stage.publish([members(1_000, 'run')]);
    const from = performance.now();
    let sends = 0;
    let lastEnd = 0;
    while (sends < 60) {
      const hands = await take(campaignId, 1);
      for (const { startInMs, recipients } of hands) {
        sends += recipients.length;
        lastEnd = Math.max(lastEnd, performance.now() - from + startInMs);
      }
      await settle(hands);
    }
    // All but the head start of hands that begin at once, and what the last one has before it.
    expect(sends).toBeLessThanOrEqual((lastEnd / 1_000) * RATE + 2.5 * RATE);
    expect(lastEnd).toBeLessThan((60 / RATE) * 1_000 * 4);
    await stage.delete(campaignId);
  });

  it('is one a minute, without keeping a worker from others meanwhile', async () => {
    bears({ ratePerSecond: 1 / 60 });
    const campaignId = await stage.publish([members(10, 'slow')]);
    const [first] = await take(campaignId, 1);
    expect(first).toMatchObject({ startInMs: 0, pacePerSecond: 1 / 60 });
    expect(first?.recipients).toHaveLength(1);
    await settle(first ? [first] : []);
    await afterAWhile();
    expect(workers[0]?.heard(campaignId)).toBeUndefined();
    await stage.delete(campaignId);
  });

  it('may change while a campaign is sent', async () => {
    const integrationId = bears({ ratePerSecond: 1 / 60 });
    const campaignId = await stage.publish([members(100, 'changed')]);
    await settle(await take(campaignId, 1));
    stage.profile.routes.EMAIL = { integrationId, ratePerSecond: null, maxConnections: null };
    await settle(await take(campaignId, 1));
    expect(await workers[0]?.sendAll(campaignId)).toBeDefined();
  });

  it('is a number of connections that hands share', async () => {
    bears({ maxConnections: 13 });
    const campaignId = await stage.publish([members(3_000, 'connected')]);
    const hands = await take(campaignId, 2);
    expect(sum(hands, ({ concurrency }) => concurrency)).toBeLessThanOrEqual(13);
    await afterAWhile();
    expect(workers[0]?.heard(campaignId)).toBeUndefined();
    await settle(hands.slice(1));
    const next = await take(campaignId, 1);
    expect(sum([...hands.slice(0, 1), ...next], ({ concurrency }) => concurrency)).toBeLessThanOrEqual(13);
    await stage.delete(campaignId);
  });
});
