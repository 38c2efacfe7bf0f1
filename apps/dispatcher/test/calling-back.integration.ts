import { Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(60_000);

describe('the deletion of a campaign with leases', () => {
  let fixture: Fixture;
  const stopped: string[] = [];

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start();
    await fixture.others.overhear({ 'dispatch.stopped': ({ campaignId }) => stopped.push(campaignId) });
  });
  afterAll(() => fixture.close());

  it('is broadcast to workers, and returned recipients are not sent again', async () => {
    const worker = new Worker(fixture);
    const campaignId = await fixture.publish([members(300, 'a')]);
    const lease = await worker.takeNext(campaignId);
    await fixture.delete(campaignId);
    await until('the broadcast', () => stopped.includes(campaignId));
    await worker.settle(lease, { sent: [0, 1] });
    await until(
      'the end of the ledger',
      async () => (await fixture.stored('batches').countDocuments()) === 0,
    );
    const stale = worker.pollHint(campaignId);
    expect(stale && (await worker.take(stale))).not.toEqual(expect.anything());
  });
});
