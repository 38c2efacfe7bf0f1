import { type ProviderAccountControls, newId } from '@carillon/contracts';
import { Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

const RATE = 10;

describe('a provider account that senders of several users share', () => {
  let fixture: Fixture;
  let worker: Worker;
  let users: [string, string];

  beforeAll(async () => {
    fixture = await Fixture.open();
    await fixture.start(lasting);
    await fixture.start(lasting);
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => {
    fixture.clear();
    users = [newId(), newId()];
  });

  /** Gives each user a sender of their own with this account. */
  async function share(controls: Partial<ProviderAccountControls>): Promise<void> {
    const providerAccount = { id: accountId, ratePerSecond: null, ...controls };
    for (const user of users) {
      const known = fixture.profiles.get(user)?.routes.EMAIL?.senderId ?? newId();
      const EMAIL = { senderId: known, ratePerSecond: null, maxConnections: null, providerAccount };
      fixture.profiles.set(user, { ...fixture.profile, routes: { ...fixture.profile.routes, EMAIL } });
    }
    await fixture.others.messenger.broadcast('provider-accounts.changed', {});
  }
  let accountId: string;
  beforeEach(() => {
    accountId = newId();
  });

  const waitingOf = async (userId: string, campaignId: string) => {
    const { report } = await fixture.others.messenger.request('dispatch.report', { userId, campaignId });
    return report?.waiting ?? [];
  };

  it('has a rate that all senders together keep, with a fair share for each user', async () => {
    await share({ ratePerSecond: RATE });
    const campaigns = await Promise.all(
      users.map((userId, index) => fixture.publish([members(600, `shared${index}`)], { userId })),
    );
    const sends = [0, 0];
    const from = performance.now();
    let lastEnd = 0;
    const total = () => sends.reduce((sum, each) => sum + each, 0);
    await until('the leases', async () => {
      for (const [index, campaignId] of campaigns.entries()) {
        const hint = worker.pollHint(campaignId);
        const lease = hint && (await worker.take(hint));
        if (!lease) continue;
        expect(lease.sendsPerSecond).toBeLessThanOrEqual(RATE);
        sends[index] = (sends[index] ?? 0) + lease.recipients.length;
        lastEnd = Math.max(lastEnd, performance.now() - from + lease.startInMs);
        await worker.settle(lease);
      }
      return total() >= 100;
    });
    // The head start of leases that share the rate, and the time reserved for the last one.
    expect(total()).toBeLessThanOrEqual((lastEnd / 1_000) * RATE + 2.5 * RATE);
    for (const count of sends) expect(count).toBeGreaterThanOrEqual(total() / 4);
    for (const campaignId of campaigns) await fixture.delete(campaignId);
  });

  it('can be paused, so that nobody gets a message and nobody fails until it is resumed', async () => {
    const pausedAt = '2026-03-01T10:00:00.000Z';
    await share({ pausedAt });
    const [userId] = users;
    const campaignId = await fixture.publish([members(2, 'paused')], { userId });
    const waiting = await until('the reason', async () => {
      const found = await waitingOf(userId, campaignId);
      return found.length > 0 ? found : null;
    });
    expect(waiting).toEqual([
      { channel: 'EMAIL', reason: 'PROVIDER_ACCOUNT_PAUSED', since: pausedAt, nextTryAt: null },
    ]);
    // The senders of other accounts continue, and their batches are offered later than these would have been.
    const other = await fixture.publish([members(1, 'other')], { userId: newId() });
    await worker.settle(await worker.takeNext(other));
    expect(worker.pollHint(campaignId)).toBeUndefined();

    await share({});
    await worker.settle(await worker.takeNext(campaignId));
    await until('the end', () => fixture.isComplete(campaignId));
    const { items } = await fixture.deliveries(campaignId, { userId });
    expect(items.map(({ state }) => state)).toEqual(['SENT', 'SENT']);
    expect(await waitingOf(userId, campaignId)).toEqual([]);
  });

  it('gets no lease after an offer if it was paused in between', async () => {
    await share({});
    const [userId] = users;
    const campaignId = await fixture.publish([members(1, 'between')], { userId });
    const hint = await worker.nextHint(campaignId);
    await share({ pausedAt: '2026-03-01T10:00:00.000Z' });
    await until('the pause', async () => (await waitingOf(userId, campaignId)).length > 0);
    expect(await worker.take(hint)).toBeNull();
    await share({});
    await worker.settle(await worker.takeNext(campaignId));
    await until('the end', () => fixture.isComplete(campaignId));
  });
});
