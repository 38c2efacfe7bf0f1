import { type RetrySelection, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { Dispatches } from '../src/dispatch/dispatches';
import { Batches } from '../src/ledger/batches';
import { type Dispatcher, Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(90_000);

const failed: RetrySelection = { states: ['FAILED'], channels: null, reasons: null };

describe('a retried campaign', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;

  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start();
    worker = new Worker(fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.clear());
  afterEach(() => jest.restoreAllMocks());

  const refusal = {
    ...{ kind: 'failed' as const, providerCode: null, providerId: null, segments: null },
    // Longer than the maximum age, so that it fails immediately.
    retryAfterMs: 80 * 3_600_000,
  };
  const temporary = { ...refusal, permanent: false, reason: 'MAILBOX_FULL' } as const;
  const forGood = { ...refusal, permanent: true, reason: 'NO_SUCH_ADDRESS' } as const;

  /**
   * A finished campaign: in each lease, the first recipient FAILED temporarily, and the second recipient FAILED
   * permanently.
   */
  async function finished(people: number, prefix: string): Promise<{ campaignId: string; again: string[] }> {
    const campaignId = await fixture.publish([members(people, prefix)]);
    const again: string[] = [];
    await until('the end of the first run', async () => {
      const hint = worker.pollHint(campaignId);
      const lease = hint && (await worker.take(hint));
      if (!lease) return fixture.isComplete(campaignId);
      const [first, second] = lease.recipients;
      if (first) again.push(first.address);
      const outcomes = [
        ...(first ? [{ i: first.i, ...temporary }] : []),
        ...(second ? [{ i: second.i, ...forGood }] : []),
      ];
      await worker.settle(lease, { outcomes });
      return false;
    });
    fixture.clear();
    return { campaignId, again: again.sort() };
  }

  const retryable = async (
    campaignId: string,
    selection = failed,
    userId = fixture.userId,
  ): Promise<number> =>
    (await fixture.others.messenger.request('dispatch.retryable', { userId, campaignId, selection })).count;
  const retry = (campaignId: string, selection = failed, more = {}): Promise<void> =>
    fixture.others.messenger.publish('campaign.retried', {
      ...{ campaignId, rev: 10, run: 2, userId: fixture.userId, selection },
      ...more,
    });
  const runOf = (campaignId: string): number | undefined =>
    fixture.completed.find((event) => event.campaignId === campaignId)?.run;

  it('reaches only temporary failures, and publishes that this run is complete', async () => {
    const { campaignId, again } = await finished(1_450, 'a');
    const { total } = await fixture.report(campaignId);
    expect(await retryable(campaignId)).toBe(again.length);
    await retry(campaignId);
    expect((await worker.sendAll(campaignId)).sort()).toEqual(again);
    expect(runOf(campaignId)).toBe(2);
    const report = await fixture.report(campaignId);
    expect(report).toMatchObject({ total, states: { SENT: total - again.length, FAILED: again.length } });
    const { items } = await fixture.deliveries(campaignId, { address: again[0] ?? '' });
    expect(items).toEqual([expect.objectContaining({ state: 'SENT', attempts: 2, reason: null })]);
  });

  it('reaches failures with a chosen reason, even permanent ones', async () => {
    const { campaignId } = await finished(10, 'b');
    const chosen = { ...failed, reasons: ['NO_SUCH_ADDRESS'] };
    expect(await retryable(campaignId, chosen)).toBe(1);
    await retry(campaignId, chosen);
    expect(await worker.sendAll(campaignId)).toEqual(['b1@example.com']);
  });

  it('uses the current sender of the user instead of a deleted sender', async () => {
    const { campaignId, again } = await finished(10, 'c');
    const before = fixture.profile.routes;
    fixture.profile = { ...fixture.profile, routes: { ...before, EMAIL: null } };
    expect(await retryable(campaignId)).toBe(0);
    const senderId = newId();
    const replaced = { senderId, ratePerSecond: null, maxConnections: null };
    fixture.profile = { ...fixture.profile, routes: { ...before, EMAIL: replaced } };
    await retry(campaignId);
    const lease = await worker.takeNext(campaignId);
    expect(lease).toMatchObject({ senderId, recipients: [{ address: again[0] }] });
    await worker.settle(lease);
    await worker.sendAll(campaignId);
    fixture.profile = { ...fixture.profile, routes: before };
  });

  it('ends unchanged if no sender is left', async () => {
    const { campaignId } = await finished(10, 'd');
    const before = fixture.profile.routes;
    fixture.profile = { ...fixture.profile, routes: { ...before, EMAIL: null } };
    const { states } = await fixture.report(campaignId);
    await retry(campaignId);
    await until('the end of the run', () => runOf(campaignId) === 2);
    expect((await fixture.report(campaignId)).states).toEqual(states);
    fixture.profile = { ...fixture.profile, routes: before };
  });

  it('is sent again once if the order arrives twice, two dispatchers process it, and one crashes', async () => {
    const { campaignId, again } = await finished(1_450, 'e');
    const other = await fixture.start();
    for (const each of [dispatcher, other]) {
      const dispatches = each.get(Dispatches);
      jest.spyOn(dispatches, 'advanceRetry').mockRejectedValueOnce(new Error('crash'));
      const batches = each.get(Batches);
      const change = batches.change.bind(batches);
      let changes = 0;
      jest.spyOn(batches, 'change').mockImplementation(async (id, ...rest) => {
        const result = await change(id, ...rest);
        if ((changes += 1) === 4) throw new Error('crash');
        return result;
      });
    }
    await retry(campaignId);
    await retry(campaignId);
    expect((await worker.sendAll(campaignId)).sort()).toEqual(again);
    // Both dispatchers may publish the same end before either has recorded the publication.
    const [end, ...repeats] = fixture.completed;
    expect(end).toMatchObject({ campaignId, run: 2 });
    for (const repeat of repeats) expect(repeat).toEqual(end);
    await fixture.stop(other);
  });

  it('is not completed before its recipients are known', async () => {
    const { campaignId, again } = await finished(450, 'f');
    const dispatches = dispatcher.get(Dispatches);
    const advance = dispatches.advanceRetry.bind(dispatches);
    let go: () => void = () => undefined;
    const halted = new Promise<void>((resolve) => (go = resolve));
    const spy = jest.spyOn(dispatches, 'advanceRetry').mockImplementationOnce(async (...args) => {
      await halted;
      return advance(...args);
    });
    await retry(campaignId);
    await until('the halt', () => spy.mock.calls.length > 0);
    for (const _ of again) await worker.settle(await worker.takeNext(campaignId));
    await until('all to be sent', async () => (await fixture.report(campaignId)).states.QUEUED === 0);
    await worker.sendAll(await fixture.publish([members(3, 'g')]));
    expect(runOf(campaignId)).toBeUndefined();
    go();
    await until('the end of the run', () => runOf(campaignId) === 2);
  });

  it('starts paused if the pause arrives first, and is canceled without queued recipients', async () => {
    const { campaignId, again } = await finished(450, 'h');
    await fixture.publishEvent('paused', campaignId, 11);
    await fixture.dispatchIs(campaignId, { rev: 11, state: 'DONE' });
    await retry(campaignId);
    await until('the batches', async () => (await fixture.report(campaignId)).states.QUEUED === again.length);
    await worker.sendAll(await fixture.publish([members(3, 'i')]));
    expect(worker.pollHint(campaignId)).toBeUndefined();
    await fixture.publishEvent('cancelled', campaignId, 12);
    await until('the end', async () => (await fixture.report(campaignId)).states.CANCELLED === again.length);
    expect(runOf(campaignId)).toBeUndefined();
  });

  it('is checked again if it was canceled while a dispatcher requeued recipients', async () => {
    const { campaignId, again } = await finished(10, 'l');
    const batches = dispatcher.get(Batches);
    const change = batches.change.bind(batches);
    let halted = false;
    jest.spyOn(batches, 'change').mockImplementation(async (id, decide, known) => {
      if (!halted && id.startsWith(campaignId)) {
        halted = true;
        await fixture.publishEvent('cancelled', campaignId, 11);
        await fixture.dispatchIs(campaignId, { 'cancellation.again': true });
      }
      return change(id, decide, known);
    });
    await retry(campaignId);
    await until('the second check', async () => {
      const { states } = await fixture.report(campaignId);
      return halted && states.CANCELLED === again.length && states.QUEUED === 0;
    });
  });

  it.each(['suspended', 'deleted'] as const)(
    'starts even if the accounts of many other users are %s',
    async (so) => {
      const suspended = new ObjectId();
      fixture[so].add(suspended.toHexString());
      const example = { _id: new ObjectId((await finished(3, `m${so}`)).campaignId) };
      const document = await until('an example', () => fixture.stored('dispatches').findOne(example));
      const waiting = Array.from({ length: 25 }, () => ({
        ...document,
        ...{ _id: new ObjectId(), user: suspended, state: 'OPEN', run: 2 },
        retry: { selection: failed, routed: false, after: null },
      }));
      await fixture.stored('dispatches').insertMany(waiting);
      const { campaignId, again } = await finished(10, `n${so}`);
      await retry(campaignId);
      expect(await worker.sendAll(campaignId)).toEqual(again);
      const ids = waiting.map(({ _id }) => _id);
      await fixture.stored('dispatches').deleteMany({ _id: { $in: ids } });
    },
  );

  it('has no recipients for another user, or after its ledger is deleted', async () => {
    const { campaignId } = await finished(10, 'j');
    expect(await retryable(campaignId, failed, newId())).toBe(0);
    expect(await retryable(newId())).toBe(0);
    const key = { _id: new ObjectId(campaignId) };
    await fixture
      .stored('dispatches')
      .updateOne(key, { $set: { ledger: 'DELETING', deleteAt: new Date(0) } });
    await until('the ledger to go', async () => (await retryable(campaignId)) === 0);
    await retry(campaignId);
    await until('the end of the run', () => runOf(campaignId) === 2);
  });

  it('waits while the account is suspended, and shows it', async () => {
    const { campaignId, again } = await finished(10, 'k');
    fixture.profile = { ...fixture.profile, status: 'SUSPENDED' };
    await retry(campaignId);
    const waiting = await until('the reason', async () => (await fixture.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'ACCOUNT_SUSPENDED' });
    fixture.profile = { ...fixture.profile, status: 'ACTIVE' };
    expect(await worker.sendAll(campaignId)).toEqual(again);
  });
});
