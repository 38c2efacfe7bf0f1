import { DatabaseClock } from '@carillon/mongo';
import { Metrics } from '@carillon/platform';
import { Dispatches } from '../src/dispatch/dispatches';
import { LeaderLease } from '../src/leader/leader-lease';
import { BatchQueue } from '../src/ledger/batch-queue';
import { Breakers } from '../src/releasing/breakers';
import { WorkerRegistry } from '../src/releasing/worker-registry';
import { Backlog } from '../src/report/waiting';
import { type Dispatcher, Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

/** The current value of a series of a dispatcher, which updates the values only every 15 seconds. */
async function valueIn(dispatcher: Dispatcher, series: string): Promise<number | undefined> {
  const fresh = new Metrics('test');
  new Backlog(
    dispatcher.get(LeaderLease),
    dispatcher.get(BatchQueue, { strict: false }),
    dispatcher.get(Dispatches, { strict: false }),
    dispatcher.get(Breakers, { strict: false }),
    dispatcher.get(WorkerRegistry),
    dispatcher.get(DatabaseClock),
    fresh,
  );
  return valueOf(fresh, series);
}

async function valueOf(metrics: Metrics, series: string): Promise<number | undefined> {
  const [name = '', ...labels] = series.split(' ');
  const { text } = await metrics.scrape();
  const line = text
    .split('\n')
    .find((each) => each.startsWith(`${name}{`) && labels.every((label) => each.includes(`="${label}"`)));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
}

describe('backlog metrics', () => {
  let fixture: Fixture;
  let leader: Dispatcher;
  let other: Dispatcher;

  beforeEach(async () => {
    fixture = await Fixture.open();
    fixture.workers.clear();
    leader = await fixture.start();
    await until('a leader', () => leader.get(LeaderLease).leadership());
    other = await fixture.start();
  });
  afterEach(() => fixture.close());

  const planned = (campaignId: string) =>
    until('the plan', async () => (await fixture.report(campaignId)).planning.done);
  const waiting = (dispatcher: Dispatcher) => valueIn(dispatcher, 'carillon_recipients_waiting EMAIL');

  it('are reported only by the leader, without recipients of a paused campaign', async () => {
    const campaignId = await fixture.publish([members(450, 'a')]);
    await planned(campaignId);
    const paused = await fixture.publish([members(30, 'b')]);
    await planned(paused);
    expect(await waiting(leader)).toBe(480);
    await fixture.publishEvent('paused', paused, 3);
    await until('the pause', async () => (await waiting(leader)) === 450);
    expect(await valueIn(leader, 'carillon_batches EMAIL ready')).toBe(
      await fixture.stored('batches').countDocuments({ campaign: { $ne: null }, size: { $gt: 30 } }),
    );
    expect(await valueIn(leader, 'carillon_batches EMAIL leased')).toBe(0);
    expect(await valueIn(leader, 'carillon_recipients_waiting SMS')).toBe(0);
    expect(await valueIn(leader, 'carillon_oldest_waiting_seconds SMS')).toBe(0);
    expect(await valueIn(leader, 'carillon_workers EMAIL')).toBe(0);
    expect(await waiting(other)).toBeUndefined();
    const hourAgo = new Date(Date.now() - 3_600_000);
    await fixture.stored('batches').updateOne({ size: { $gt: 30 } }, { $set: { due: hourAgo } });
    const seconds = (await valueIn(leader, 'carillon_oldest_waiting_seconds EMAIL')) ?? 0;
    expect(seconds).toBeGreaterThan(3_590);
    expect(seconds).toBeLessThan(3_900);
  });

  it('are estimated beyond the batches that are read', async () => {
    const campaignId = await fixture.publish([members(3_000, 'c')]);
    await planned(campaignId);
    const queue = leader.get(BatchQueue, { strict: false });
    const sum = (read: number, most: number) =>
      queue.sumDue([campaignId], 'EMAIL', new Date(Date.now() + 60_000), { read, most });
    const all = await sum(1_000, 1_000);
    expect(all.recipients).toBe(3_000);
    const estimate = await sum(2, 1_000);
    expect(estimate.batches).toBe(all.batches);
    expect(Math.abs(estimate.recipients - 3_000)).toBeLessThan(2_000);
    expect((await sum(1, 2)).batches).toBe(2);
  });

  it('count unusable senders by owner', async () => {
    const down = { channel: 'EMAIL', reason: 'LOGIN_REFUSED', providerCode: null, detail: null, probe: null };
    const times = { since: new Date(), nextTryAt: new Date(Date.now() + 600_000), failures: 1 };
    const ids = ['default', '65e1c0000000000000000001', '65e1c0000000000000000002'];
    await fixture.stored('breakers').insertMany(ids.map((_id) => ({ _id: _id as never, ...down, ...times })));
    expect(await valueIn(leader, 'carillon_breakers_open EMAIL operator')).toBe(1);
    expect(await valueIn(leader, 'carillon_breakers_open EMAIL user')).toBe(2);
    expect(await valueIn(leader, 'carillon_breakers_open SMS user')).toBe(0);
  });

  it('count workers and lost leases', async () => {
    fixture.workers.set('worker-1', { channel: 'EMAIL', leases: 7 });
    const lost = async (): Promise<number> => {
      const counts = [leader, other].map((each) =>
        valueOf(each.get(Metrics), 'carillon_leases_lost_total EMAIL'),
      );
      return (await Promise.all(counts)).reduce<number>((sum, count) => sum + (count ?? NaN), 0);
    };
    expect(await lost()).toBe(0);
    await until('the worker', async () => (await valueIn(leader, 'carillon_worker_capacity EMAIL')) === 7);
    const campaignId = await fixture.publish([members(3, 'd')]);
    await new Worker(fixture).takeNext(campaignId);
    await until('the loss', async () => (await lost()) === 1);
  });
});
