import { Stage, members, until } from './stage';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('a suspended account', () => {
  let stage: Stage;
  let worker: Worker;

  beforeAll(async () => {
    stage = await Stage.open();
    await stage.start();
    worker = new Worker(stage);
  });
  afterAll(() => stage.close());

  it('has nothing more handed out, says so in the report, and goes on when it is active again', async () => {
    const campaignId = await stage.publish([members(3000, 'a')]);
    const begun = await worker.takeNext(campaignId);
    stage.profile = { ...stage.profile, status: 'SUSPENDED' };
    await stage.others.messenger.broadcast('access.changed', { userId: stage.userId });
    await until('the reason', async () => {
      const hint = worker.heard(campaignId);
      const hand = hint && (await worker.take(hint));
      if (hand) await worker.settle(hand);
      return (await stage.report(campaignId)).waiting.find(({ reason }) => reason === 'ACCOUNT_SUSPENDED');
    });
    await worker.settle(begun);
    expect((await stage.report(campaignId)).states.QUEUED).toBeGreaterThan(0);
    stage.profile = { ...stage.profile, status: 'ACTIVE' };
    await worker.sendAll(campaignId);
    expect(await stage.report(campaignId)).toMatchObject({ states: { SENT: 3000 }, waiting: [] });
  });
});
