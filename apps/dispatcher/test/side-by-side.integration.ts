import { newId } from '@carillon/contracts';
import { PlanTurn } from '../src/planning/plan-turn';
import { type Dispatcher, Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(120_000);

describe('two dispatchers side by side', () => {
  let stage: Stage;
  let dispatchers: Dispatcher[];

  beforeAll(async () => {
    stage = await Stage.open();
    dispatchers = [await stage.start(), await stage.start()];
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());
  afterEach(() => jest.restoreAllMocks());

  /** Groups that overlap, and everybody in them. */
  function audience() {
    const prefix = newId();
    const [first, second, third] = [
      members(1950, `${prefix}a`),
      members(1550, `${prefix}b`),
      members(1500, `${prefix}c`),
    ];
    const again = first.slice(300, 900).map((member) => ({ ...member, subscriberId: newId() }));
    const everybody = [...first, ...second, ...third].map(({ address }) => address).sort();
    return { groups: [first, second, [...again, ...third]], everybody };
  }

  it('reach everybody of a campaign once, by two workers', async () => {
    const { groups, everybody } = audience();
    const campaignId = await stage.publish(groups);
    const workers = [new Worker(stage, 'worker-1'), new Worker(stage, 'worker-2')];
    const sent = await Promise.all(workers.map((worker) => worker.sendAll(campaignId)));
    expect(sent.flat().sort()).toEqual(everybody);
    expect(await stage.report(campaignId)).toMatchObject({ total: 5000, states: { SENT: 5000 } });
  });

  it('plan a campaign by turns, each at the place where the other has left it', async () => {
    const { groups, everybody } = audience();
    const turns = dispatchers.map((dispatcher) => {
      const planTurn = dispatcher.get(PlanTurn);
      const execute = planTurn.execute.bind(planTurn);
      jest.spyOn(planTurn, 'execute').mockResolvedValue(null);
      return execute;
    });
    const campaignId = await stage.publish(groups);
    const worker = new Worker(stage);
    await stage.report(campaignId);
    for (let n = 0, planned = false; !planned; n++) {
      planned = (await turns[n % 2]?.())?.end === 'planned';
    }
    expect((await worker.sendAll(campaignId)).sort()).toEqual(everybody);
  });

  it('do not let ten plans of thousands keep a small campaign waiting', async () => {
    const big = await Promise.all(
      Array.from({ length: 10 }, (_, n) => stage.publish([members(4000, `big${n}-`)])),
    );
    const userId = newId();
    const small = stage.order([members(10, 'small')], { userId });
    const from = performance.now();
    await stage.others.messenger.publish('campaign.published', small);
    await until('its batch', () => stage.hints.some(({ campaignId }) => campaignId === small.campaignId));
    expect(performance.now() - from).toBeLessThan(5_000);
    for (const campaignId of big) await stage.delete(campaignId);
  });
});
