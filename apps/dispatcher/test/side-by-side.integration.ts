import { newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { PlanPage } from '../src/planning/plan-page';
import { type Dispatcher, Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

describe('two dispatchers', () => {
  let fixture: Fixture;
  let dispatchers: Dispatcher[];

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatchers = [await fixture.start(), await fixture.start()];
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());
  afterEach(() => jest.restoreAllMocks());

  /** Overlapping groups and the list of all their members. */
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

  it('send to each recipient of a campaign once, with two workers', async () => {
    const { groups, everybody } = audience();
    const campaignId = await fixture.publish(groups);
    const workers = [new Worker(fixture, 'worker-1'), new Worker(fixture, 'worker-2')];
    const sent = await Promise.all(workers.map((worker) => worker.sendAll(campaignId)));
    expect(sent.flat().sort()).toEqual(everybody);
    expect(await fixture.report(campaignId)).toMatchObject({ total: 5000, states: { SENT: 5000 } });
  });

  it('alternate in planning a campaign', async () => {
    const { groups, everybody } = audience();
    const turns = dispatchers.map((dispatcher) => {
      const planPage = dispatcher.get(PlanPage);
      const planNext = planPage.planNext.bind(planPage);
      jest.spyOn(planPage, 'planNext').mockResolvedValue(null);
      return planNext;
    });
    const campaignId = await fixture.publish(groups);
    const worker = new Worker(fixture);
    await fixture.report(campaignId);
    for (let n = 0, planned = false; !planned; n++) {
      planned = (await turns[n % 2]?.())?.end === 'planned';
    }
    expect((await worker.sendAll(campaignId)).sort()).toEqual(everybody);
  });

  it('do not delay a small campaign by the planning of ten large ones', async () => {
    const big = await Promise.all(
      Array.from({ length: 10 }, (_, n) => fixture.publish([members(4000, `big${n}-`)])),
    );
    const userId = newId();
    const small = fixture.order([members(10, 'small')], { userId });
    const at = new Date();
    await fixture.others.messenger.publish('campaign.published', small);
    await until('its batch', () => fixture.hints.some(({ campaignId }) => campaignId === small.campaignId));
    const batches = fixture.stored<{ plannedAt: Date; size: number }>('batches');
    const own = await batches.findOne({ campaign: new ObjectId(small.campaignId) });
    expect(own).not.toBeNull();
    const ofBig = { campaign: { $in: big.map((id) => new ObjectId(id)) } };
    const meanwhile = { plannedAt: { $gte: at, $lt: own?.plannedAt ?? at } };
    const planned = await batches.find({ ...ofBig, ...meanwhile }).toArray();
    expect(planned.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(20_000);
    for (const campaignId of big) await fixture.delete(campaignId);
  });
});
