import { setTimeout as pause } from 'node:timers/promises';
import { type BatchReleased, type Lease, newId } from '@carillon/contracts';
import { ReplicaSet, TestDatabase, testBroker } from '@carillon/testing';
import { mongo } from 'mongoose';
import { type Dispatcher, Fixture, members } from './fixture';
import { Worker } from './workers';

jest.setTimeout(180_000);

/** Less than the time after which a partitioned primary steps down (milliseconds). */
const SPLIT_MS = 6_000;

describe('dispatchers with a partitioned primary', () => {
  let set: ReplicaSet;
  let fixture: Fixture;
  let dispatchers: Dispatcher[];
  let worker: Worker;

  beforeAll(async () => {
    set = await ReplicaSet.start();
  });
  afterAll(() => set.remove());

  beforeEach(async () => {
    const name = newId();
    const client = await new mongo.MongoClient(set.url).connect();
    fixture = await Fixture.open(await testBroker(), new TestDatabase(set.url, name, client));
    worker = new Worker(fixture);
    const { url: MONGO_URL } = await set.untilPrimary();
    // These dispatchers do not see the others. The test uses two dispatchers, so that the dispatcher with the request
    // did not write the lease.
    const environment = { MONGO_URL, BATCH_LEASE_MS: '3000', LOG_LEVEL: 'silent' };
    dispatchers = [await fixture.start(environment), await fixture.start(environment)];
  });
  afterEach(async () => {
    set.heal();
    await fixture.close();
  });

  /** Sends requests like a worker that gets no reply: several times, with the same request ID. */
  const requestRepeatedly = async (hint: BatchReleased, requestId = newId()): Promise<(Lease | null)[]> => {
    const { batchId, release } = hint;
    const request = { batchId, release, holder: worker.name, requestId };
    const answers: (Lease | null)[] = [];
    const { messenger } = fixture.others;
    const end = Date.now() + SPLIT_MS;
    while (Date.now() < end) {
      await pause(500);
      void messenger.request('batch.lease', request).then(
        ({ lease }) => answers.push(lease),
        () => undefined,
      );
    }
    return answers;
  };

  it('grant no lease that only this primary has stored, even to repeated requests', async () => {
    const campaignId = await fixture.publish([members(3, 'a')]);
    const hint = await worker.nextHint(campaignId);
    const primary = await set.untilPrimary();
    await set.cutOff(primary);
    expect((await requestRepeatedly(hint)).filter(Boolean)).toEqual([]);
    for (const dispatcher of dispatchers) await fixture.stop(dispatcher);
    await set.untilPrimary(primary);
    set.heal();
    await fixture.start({ BATCH_LEASE_MS: '3000', LOG_LEVEL: 'silent' });
    const names = ['a0', 'a1', 'a2'];
    expect((await worker.sendAll(campaignId)).sort()).toEqual(names.map((name) => `${name}@example.com`));
  });
});
