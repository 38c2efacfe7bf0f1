import { newId } from '@carillon/contracts';
import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

let fixture: Fixture;
let worker: Worker;

beforeAll(async () => {
  fixture = await Fixture.open();
  await fixture.start();
  worker = new Worker(fixture);
});
afterAll(() => fixture.close());

describe('a suspended account', () => {
  it('gets no more leases, shows the suspension in the report, and continues when it is active again', async () => {
    const campaignId = await fixture.publish([members(3000, 'a')]);
    const begun = await worker.takeNext(campaignId);
    fixture.profile = { ...fixture.profile, status: 'SUSPENDED' };
    await fixture.others.messenger.broadcast('access.changed', { userId: fixture.userId });
    await until('the reason', async () => {
      const hint = worker.pollHint(campaignId);
      const lease = hint && (await worker.take(hint));
      if (lease) await worker.settle(lease);
      return (await fixture.report(campaignId)).waiting.find(({ reason }) => reason === 'ACCOUNT_SUSPENDED');
    });
    await worker.settle(begun);
    expect((await fixture.report(campaignId)).states.QUEUED).toBeGreaterThan(0);
    fixture.profile = { ...fixture.profile, status: 'ACTIVE' };
    await worker.sendAll(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ states: { SENT: 3000 }, waiting: [] });
  });
});

describe('a deleted account', () => {
  it('gets no more leases, and does not delay other accounts', async () => {
    const userId = newId();
    const campaignId = await fixture.publish([members(10, 'a')], { userId });
    const hint = await until('an offer', () => Promise.resolve(worker.pollHint(campaignId)));
    fixture.deleted.add(userId);
    await fixture.others.messenger.broadcast('access.changed', { userId });
    expect(await worker.take(hint)).toBeNull();
    const others = await fixture.publish([members(10, 'b')]);
    expect(await worker.sendAll(others)).toHaveLength(10);
    expect(fixture.isComplete(campaignId)).toBe(false);
  });
});
