import { type AudienceMember, AppError, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Database } from '@carillon/mongo';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import { DispatchPlanning } from '../src/dispatch';
import { DeliveryKeys } from '../src/ledger/delivery-keys';
import { BatchQueue } from '../src/ledger/batch-queue';
import { Batches } from '../src/ledger/batches';
import { RecipientPages } from '../src/ledger/recipient-pages';
import { WorkerRegistry } from '../src/releasing/worker-registry';
import { callsOver, type Dispatcher, Fixture, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(90_000);

describe('planning', () => {
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

  /** Makes a method succeed but throw to its caller, every other time or the first `times` times. */
  function crashAfter<T extends object>(target: T, method: keyof T & string, times = 0): void {
    const real = (target[method] as (...args: unknown[]) => Promise<unknown>).bind(target);
    let calls = 0;
    jest.spyOn(target, method as never).mockImplementation((async (...args: unknown[]) => {
      const result = await real(...args);
      calls += 1;
      if (times > 0 ? calls <= times : calls % 2 === 1) throw new Error('crash');
      return result;
    }) as never);
  }

  /** The number of delivery keys of a campaign. */
  const keysOf = (campaignId: string): Promise<number> => {
    const _id = { $gte: keyBound(campaignId, 0x00), $lte: keyBound(campaignId, 0xff) };
    return fixture.stored('deliveryKeys').countDocuments({ _id } as never);
  };

  const addressesOf = (people: AudienceMember[]): string[] => people.map(({ address }) => address).sort();

  /** Publishes a campaign to two groups that share a hundred people, with planners that crash. Returns its ID. */
  async function reachesBothOnce(crash: () => void): Promise<string> {
    const prefix = newId();
    const [first, second] = [members(1300, prefix), members(250, `${prefix}x`)];
    const both = first.slice(1200).map((member) => ({ ...member, subscriberId: newId() }));
    crash();
    const campaignId = await fixture.publish([first, [...both, ...second]]);
    expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf([...first, ...second]));
    expect(await fixture.report(campaignId)).toMatchObject({ total: 1550, states: { SENT: 1550 } });
    return campaignId;
  }

  /** Runs an action before the `nth` page is stored. */
  function beforePage(nth: number, act: () => unknown): void {
    const recipientPages = dispatcher.get(RecipientPages);
    const insert = recipientPages.insert.bind(recipientPages);
    const inserting = jest.spyOn(recipientPages, 'insert').mockImplementation((...page) => {
      if (inserting.mock.calls.length === nth) act();
      return insert(...page);
    });
  }

  it('starts after the publication, regardless of clock differences', async () => {
    const publishedAt = new Date(Date.now() + 60_000).toISOString();
    const campaignId = await fixture.publish([members(1, 'early')], { publishedAt });
    await worker.sendAll(campaignId);
    expect(await fixture.report(campaignId)).toMatchObject({ startedAt: publishedAt });
  });

  it('accepts an empty page and a deleted group', async () => {
    const order = fixture.order([members(3, 'first'), [], members(3, 'last')]);
    fixture.groups.delete(order.groups[1] ?? '');
    await fixture.others.messenger.publish('campaign.published', order);
    expect(await worker.sendAll(order.campaignId)).toHaveLength(6);
  });

  it('ends when a group is deleted during planning', async () => {
    const order = fixture.order([members(2_500, 'going'), members(30, 'staying')]);
    const [group = ''] = order.groups;
    beforePage(2, () => fixture.groups.delete(group));
    await fixture.others.messenger.publish('campaign.published', order);
    const sent = await worker.sendAll(order.campaignId);
    expect(sent.filter((address) => address.startsWith('staying'))).toHaveLength(30);
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.length).toBeGreaterThanOrEqual(130);
    expect(sent.length).toBeLessThan(2_530);
    expect(await fixture.report(order.campaignId)).toMatchObject({
      total: sent.length,
      planning: { done: true },
    });
  });

  describe('the pause of planning after each page', () => {
    const people = members(22_100, 'many');
    /** Plans all pages. Returns whether planning paused after each page. */
    const restsOf = async (leases: number, audience: AudienceMember[][]): Promise<boolean[]> => {
      for (const holder of ['worker-1', 'worker-2'])
        fixture.workers.set(holder, { channel: 'EMAIL', leases });
      await fixture.sendHeartbeats();
      const registry = dispatcher.get(WorkerRegistry);
      await until('the workers', () => registry.capacity('EMAIL') === 2 * leases);
      const advance = jest.spyOn(dispatcher.get(DispatchPlanning), 'advance');
      const campaignId = await fixture.publish(audience);
      await until('the end of planning', async () => {
        // The timeout allows for a busy dispatcher that responds late.
        const report = await fixture.report(campaignId).catch(() => null);
        return report?.planning.done;
      });
      await fixture.delete(campaignId);
      const pages = advance.mock.calls.filter(([{ campaign }]) => campaign === campaignId);
      return pages.map(([, , { restsUntil }]) => restsUntil !== null);
    };
    let usual: [string, { channel: AudienceMember['channel']; leases: number }][];
    beforeAll(() => (usual = [...fixture.workers]));
    afterAll(async () => {
      for (const [holder, worker] of usual) fixture.workers.set(holder, worker);
      await fixture.sendHeartbeats();
    });

    it.each([
      ['one group', [people]],
      ['two groups', [people, []]],
    ])('occurs if enough batches wait, in a campaign to %s', async (_, audience) => {
      const rests = await restsOf(2, audience);
      // The first pages have batches of 200, and no page follows the last page.
      expect(rests.slice(0, 7)).not.toContain(true);
      expect(rests.slice(16)).not.toContain(false);
      expect(rests.length).toBeGreaterThan(20);
    });

    it('does not occur because of batches that wait for a retry', async () => {
      for (const [holder, worker] of fixture.workers) fixture.workers.set(holder, { ...worker, leases: 0 });
      await fixture.sendHeartbeats();
      const registry = dispatcher.get(WorkerRegistry);
      await until('no worker', () => registry.capacity('EMAIL') === 0);
      const campaignId = await fixture.publish([members(500, 'few')]);
      await until('the end of planning', async () => (await fixture.report(campaignId)).planning.done);
      const queue = dispatcher.get(BatchQueue);
      const later = new Date(Date.now() + 60_000);
      const planned = await queue.waiting(campaignId, 'EMAIL', later, 100);
      expect(planned).toBeGreaterThan(2);
      expect(await queue.waiting(campaignId, 'EMAIL', later, 2)).toBe(2);
      await fixture
        .stored('batches')
        .updateOne({ campaign: new ObjectId(campaignId) }, { $set: { due: new Date(later.getTime() + 1) } });
      expect(await queue.waiting(campaignId, 'EMAIL', later, 100)).toBe(planned - 1);
      await fixture.delete(campaignId);
    });

    it.each([
      ['without workers', 0],
      ['with workers that process as much at the same time', 64],
    ])('does not occur %s', async (_, leases) => {
      expect(await restsOf(leases, [people])).not.toContain(true);
    });
  });

  it('of a campaign with an obstacle does not delay other campaigns, and continues afterward', async () => {
    const messenger = dispatcher.get(Messenger);
    const request = messenger.request.bind(messenger);
    const stuck = fixture.order([members(3, 'stuck')], { userId: newId() });
    let broken = true;
    let tries = 0;
    jest.spyOn(messenger, 'request').mockImplementation((async (
      name: never,
      payload: { groupId?: string },
    ) => {
      if (broken && payload.groupId === stuck.groups[0]) {
        tries += 1;
        throw new AppError('timeout');
      }
      return request(name, payload as never);
    }) as never);
    await fixture.others.messenger.publish('campaign.published', stuck);
    await fixture.dispatchIs(stuck.campaignId, { planFailures: { $gt: 1 } });
    const [from, triesBefore] = [performance.now(), tries];
    await worker.sendAll(await fixture.publish([members(5_000, 'free')]));
    const halfSeconds = (performance.now() - from) / 500;
    expect(tries - triesBefore).toBeLessThanOrEqual(1 + halfSeconds);
    const query = { userId: stuck.userId, campaignId: stuck.campaignId };
    const { report } = await fixture.others.messenger.request('dispatch.report', query);
    expect(report?.waiting).toEqual([
      expect.objectContaining({ channel: 'EMAIL', reason: 'SERVICE_UNAVAILABLE' }),
    ]);
    broken = false;
    expect(await worker.sendAll(stuck.campaignId)).toHaveLength(3);
  });

  it('of other campaigns continues while one campaign waits for a page', async () => {
    const messenger = dispatcher.get(Messenger);
    const request = messenger.request.bind(messenger);
    const stuck = fixture.order([members(3, 'hanging')], { userId: newId() });
    let giveUp: (() => void) | undefined;
    let hangs = true;
    jest.spyOn(messenger, 'request').mockImplementation((async (
      name: never,
      payload: { groupId?: string },
    ) => {
      if (!hangs || payload.groupId !== stuck.groups[0]) return request(name, payload as never);
      return new Promise((_, reject) => (giveUp = () => reject(new AppError('timeout'))));
    }) as never);
    await fixture.others.messenger.publish('campaign.published', stuck);
    await until('the wait', () => giveUp);
    const campaignId = await fixture.publish([members(3_000, 'passing')]);
    expect(await worker.sendAll(campaignId)).toHaveLength(3_000);
    hangs = false;
    giveUp?.();
    expect(await worker.sendAll(stuck.campaignId)).toHaveLength(3);
  });

  it('waits while the account is suspended, and shows it', async () => {
    fixture.profile = { ...fixture.profile, status: 'SUSPENDED' };
    const campaignId = await fixture.publish([members(3, 'suspended')]);
    const waiting = await until('the reason', async () => (await fixture.report(campaignId)).waiting[0]);
    expect(waiting).toMatchObject({ channel: 'EMAIL', reason: 'ACCOUNT_SUSPENDED' });
    fixture.profile = { ...fixture.profile, status: 'ACTIVE' };
    await fixture.endClaims();
    expect(await worker.sendAll(campaignId)).toHaveLength(3);
    expect((await fixture.report(campaignId)).waiting).toEqual([]);
  });

  describe('by concurrent planners', () => {
    const moments: [string, () => void][] = [
      ['the cursor was moved', () => crashAfter(dispatcher.get(DispatchPlanning), 'advance')],
      ['the page was written', () => crashAfter(dispatcher.get(RecipientPages), 'insert')],
      ['the addresses were claimed', () => crashAfter(dispatcher.get(DeliveryKeys), 'insert')],
      ['the batches were written', () => crashAfter(dispatcher.get(Batches), 'insert')],
      ['everything was stored', () => crashAfter(dispatcher.get(Database), 'transaction')],
    ];

    /** Halts the next page before it is stored. */
    function haltNextInsert() {
      const recipientPages = dispatcher.get(RecipientPages);
      const insert = recipientPages.insert.bind(recipientPages);
      let wake: () => void = () => undefined;
      const halted = new Promise<void>((resolve) => (wake = resolve));
      const late = jest.spyOn(recipientPages, 'insert').mockImplementationOnce(async (...page) => {
        await halted;
        return insert(...page);
      });
      return { late, halt: () => fixture.haltedIn(late), wake };
    }

    it.each(moments)(
      'of one group reaches all recipients once, without keys, after crashes when %s',
      async (_, crash) => {
        const people = members(2_300, newId());
        crash();
        const campaignId = await fixture.publish([people]);
        expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf(people));
        expect(await fixture.report(campaignId)).toMatchObject({ total: 2_300, states: { SENT: 2_300 } });
        expect(await keysOf(campaignId)).toBe(0);
      },
    );

    it.each(moments)(
      'of several groups reaches all recipients once after crashes when %s',
      async (_, crash) => {
        const campaignId = await reachesBothOnce(crash);
        expect(await keysOf(campaignId)).toBe(1550);
      },
    );

    it('of several groups makes the same batches as of one group', async () => {
      const campaignId = await fixture.publish([members(6_000, newId()), members(1_000, newId())]);
      await until('the end of planning', async () => (await fixture.report(campaignId)).planning.done);
      const batches = fixture.stored<{ size: number }>('batches');
      const largest = await batches.countDocuments({
        campaign: new ObjectId(campaignId),
        size: 500,
      });
      expect(largest).toBeGreaterThan(2);
      await fixture.delete(campaignId);
    });

    it('of several groups excludes a member who reappears in the same group', async () => {
      const people = members(1_300, newId());
      const order = fixture.order([people, []]);
      // The second page has been read, but not the third.
      beforePage(1, () => {
        const again = people.slice(0, 3).map((member) => ({ ...member, subscriberId: newId() }));
        fixture.groups.set(order.groups[0] ?? '', [...people, ...again]);
      });
      const looking = jest.spyOn(dispatcher.get(DeliveryKeys), 'claimed');
      await fixture.others.messenger.publish('campaign.published', order);
      expect((await worker.sendAll(order.campaignId)).sort()).toEqual(addressesOf(people));
      expect(await fixture.report(order.campaignId)).toMatchObject({ total: 1_300 });
      expect(looking.mock.calls.flatMap(([, places]) => places)).toHaveLength(1_303);
    });

    it('excludes a member who moves to a later group', async () => {
      const people = members(1_300, newId());
      const [ann] = people;
      if (!ann) throw new Error('expected people');
      const order = fixture.order([people, members(3, newId())]);
      const [first = '', second = ''] = order.groups;
      // The first page has been stored.
      beforePage(2, () => {
        fixture.groups.set(first, people.slice(1));
        const others = fixture.groups.get(second) ?? [];
        fixture.groups.set(second, [...others, { ...ann, subscriberId: newId() }]);
      });
      await fixture.others.messenger.publish('campaign.published', order);
      const sent = await worker.sendAll(order.campaignId);
      expect(sent.filter((address) => address === ann.address)).toHaveLength(1);
      expect(await fixture.report(order.campaignId)).toMatchObject({ total: 1_303 });
    });

    it('reads a page again if one of its addresses was claimed in the meantime', async () => {
      const people = members(50, newId());
      const again = people.slice(40).map((member) => ({ ...member, subscriberId: newId() }));
      const claimed = jest.spyOn(dispatcher.get(DeliveryKeys), 'claimed').mockResolvedValueOnce([]);
      const campaignId = await fixture.publish([people, again]);
      expect((await worker.sendAll(campaignId)).sort()).toEqual(addressesOf(people));
      expect(await fixture.report(campaignId)).toMatchObject({ total: 50, states: { SENT: 50 } });
      expect(claimed.mock.calls.filter(([campaign]) => campaign === campaignId)).toHaveLength(2);
    });

    it('includes a member once who moves from an unread group to a group that was already read', async () => {
      const people = members(60, newId());
      const [early, late, missed] = [people.slice(0, 30), people.slice(30, 50), people.slice(50)];
      fixture.moved.push(...missed, ...early.slice(0, 5), ...late.slice(0, 5));
      const order = fixture.order([early, late]);
      await fixture.others.messenger.publish('campaign.published', order);
      expect((await worker.sendAll(order.campaignId)).sort()).toEqual(addressesOf(people));
      expect(await fixture.report(order.campaignId)).toMatchObject({ total: 60, states: { SENT: 60 } });
      const { userId, publishedAt: since } = order;
      const query = { userId, groupIds: order.groups, since };
      expect(fixture.movedRequests).toMatchObject([
        { ...query, after: null },
        { ...query, after: '12' },
      ]);
    });

    it('requests no moved members for one group', async () => {
      fixture.moved.push(...members(1, newId()));
      const people = members(3, newId());
      expect((await worker.sendAll(await fixture.publish([people]))).sort()).toEqual(addressesOf(people));
      expect(fixture.movedRequests).toEqual([]);
    });

    it('excludes a member who reappears, if the subscriber service marks them as recent', async () => {
      const people = members(1_300, newId());
      const again = [people[3], people[700], people[1_250]].map((member) => ({
        ...(member ?? people[0]),
        subscriberId: newId(),
      })) as AudienceMember[];
      // A different person on another channel is not a duplicate.
      const [bySms] = members(1, '9', 'SMS');
      const order = fixture.order([people]);
      const messenger = dispatcher.get(Messenger);
      const request = messenger.request.bind(messenger);
      jest.spyOn(messenger, 'request').mockImplementation((async (name: never, payload: never) => {
        const reply = await request(name, payload);
        if (name !== 'audience.page') return reply;
        const [group = ''] = order.groups;
        fixture.groups.set(group, [...people, ...again, ...(bySms ? [bySms] : [])]);
        for (const { address } of again) fixture.recent.add(address);
        return reply;
      }) as never);
      await fixture.others.messenger.publish('campaign.published', order);
      const sent = await worker.sendAll(order.campaignId);
      expect(sent.filter((address) => address.includes('@')).sort()).toEqual(addressesOf(people));
      expect(await fixture.report(order.campaignId)).toMatchObject({ total: 1_301 });
    });

    it.each([
      ['one group', [members(1_300, newId())], 0],
      ['several groups', [members(1_200, newId()), members(100, newId())], 1_300],
    ])(
      'of %s changes no data by a late planner of a page that others have planned',
      async (_, audience, keys) => {
        const { late, halt, wake } = haltNextInsert();
        const campaignId = await fixture.publish(audience);
        await halt();
        await fixture.endClaims();
        const other = await fixture.start();
        expect(await worker.sendAll(campaignId)).toHaveLength(1_300);
        wake();
        await expect(late.mock.results[0]?.value).rejects.toThrow('E11000');
        await worker.sendAll(await fixture.publish([[]]));
        expect(await fixture.report(campaignId)).toMatchObject({ total: 1_300, states: { SENT: 1_300 } });
        expect(await keysOf(campaignId)).toBe(keys);
        await fixture.stop(other);
      },
    );

    it.each([
      ['one group', [members(50, newId())]],
      ['several groups', [members(30, newId()), members(20, newId())]],
    ])('of %s writes no data for a campaign that was canceled within a page', async (_, audience) => {
      const { halt, wake } = haltNextInsert();
      const campaignId = await fixture.publish(audience);
      await halt();
      await fixture.publishEvent('cancelled', campaignId, 3);
      await fixture.dispatchIs(campaignId, { state: 'CANCELLED' });
      const advance = jest.spyOn(dispatcher.get(DispatchPlanning), 'advance');
      wake();
      const [isStored] = await callsOver(advance, 1);
      expect(isStored).toBe(false);
      const left = { _id: { $regex: `^${campaignId}` } } as never;
      for (const collection of ['recipientPages', 'batches']) {
        expect(await fixture.stored(collection).countDocuments(left)).toBe(0);
      }
      expect(await keysOf(campaignId)).toBe(0);
    });

    /** Locks a dispatch in a transaction before it is due to be planned. */
    async function lockAsPlanner(_id: ObjectId): Promise<{ due: Date; unlock: () => Promise<void> }> {
      const dispatches = fixture.stored<{ _id: ObjectId }>('dispatches');
      const session = fixture.database.db.client.startSession();
      let due: Date;
      for (let leftMs = 500; ; leftMs *= 2) {
        due = new Date(Date.now() + leftMs);
        await dispatches.updateOne({ _id }, { $set: { 'planner.until': due } });
        session.startTransaction();
        await dispatches.updateOne({ _id }, { $set: { lastStepAt: new Date() } }, { session });
        if (new Date() < due) break;
        await session.abortTransaction();
      }
      const unlock = async () => {
        await session.abortTransaction();
        await session.endSession();
      };
      return { due, unlock };
    }

    /** Sets the time limit of transactions in the database (seconds). Returns the previous limit. */
    async function limitTransactions(seconds: number): Promise<number> {
      const setting = { setParameter: 1, transactionLifetimeLimitSeconds: seconds };
      const answer = await fixture.database.db.client.db('admin').command(setting);
      return Number((answer as { was: unknown }).was);
    }

    it('does not delay others while the transaction of a killed planner has locked a campaign', async () => {
      const userId = newId();
      fixture.suspended.add(userId);
      const locked = await fixture.publish([members(50, newId())], { userId });
      await fixture.dispatchIs(locked, { planFailures: { $gt: 0 } });
      // Raises the limit for slow machines, because the database would end the transaction after ten seconds.
      const limitSeconds = await limitTransactions(3_600);
      const { due, unlock } = await lockAsPlanner(new ObjectId(locked));
      try {
        fixture.suspended.clear();
        await fixture
          .stored('planningLine')
          .updateMany({}, { $set: { restsUntil: due }, $inc: { joined: 1 } });
        const others = await Promise.all(
          [1, 2, 3].map(() => fixture.publish([members(1_300, newId())], { userId: newId() })),
        );
        for (const other of others) await fixture.dispatchIs(other, { planned: true });
        expect(await fixture.dispatch(locked)).toMatchObject({ step: 0 });
        for (const other of others) expect(await worker.sendAll(other)).toHaveLength(1_300);
      } finally {
        await unlock();
        await limitTransactions(limitSeconds);
      }
      await fixture.endClaims();
      expect(await worker.sendAll(locked)).toHaveLength(50);
    });
  });
});

/** The lowest and the highest key of a campaign. */
function keyBound(campaignId: string, fill: number): mongo.Binary {
  return new mongo.Binary(Buffer.concat([Buffer.from(campaignId, 'hex'), Buffer.alloc(12, fill)]));
}
