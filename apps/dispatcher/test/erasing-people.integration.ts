import { type EraseStepEnd, newId } from '@carillon/contracts';
import { anErasureStep } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { idRange } from '../src/ledger/batch-document';
import { RecipientPages } from '../src/ledger/recipient-pages';
import { AudiencePages } from '../src/planning/audience-pages';
import { type Dispatcher, Fixture, lasting, members, until } from './fixture';
import { Worker } from './workers';

jest.setTimeout(120_000);

describe('erasing a person from campaigns', () => {
  let fixture: Fixture;
  let worker: Worker;
  let dispatcher: Dispatcher;
  beforeAll(async () => {
    fixture = await Fixture.open();
    dispatcher = await fixture.start(lasting);
    worker = new Worker(fixture);
  });
  beforeEach(() => fixture.clear());
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => fixture.close());

  async function erase(address: string): Promise<string> {
    const erasureId = newId();
    let after: string | null = null;
    for (;;) {
      const step = { ...anErasureStep(), erasureId, userId: fixture.userId, address, after };
      const end: EraseStepEnd = await fixture.others.messenger.request('erasure.step-in-dispatcher', step);
      if (end.state === 'done') return erasureId;
      after = end.next;
    }
  }

  async function pages(): Promise<string> {
    return JSON.stringify(await fixture.stored('recipientPages').find().toArray());
  }

  /** The number of delivery keys of a campaign. */
  function keysOf(campaignId: string): Promise<number> {
    const [from, to] = idRange(campaignId).bytes;
    return fixture.stored('deliveryKeys').countDocuments({ _id: { $gte: from, $lte: to } as never });
  }

  it('keeps the delivery and the counts of an ended campaign without the address and the values', async () => {
    const people = members(1_200, 'ended').map((each) => ({
      ...each,
      variables: { name: `N ${each.address}` },
    }));
    const [ann] = [people[777]?.address ?? ''];
    const campaignId = await fixture.publish([people, people.slice(700, 800)], {
      content: { bodies: { EMAIL: 'Hi {{name}}' } },
    });
    await worker.sendAll(campaignId);
    const before = await fixture.report(campaignId);
    expect(await pages()).toContain(ann);
    const [delivery] = (await fixture.deliveries(campaignId, { address: ann })).items;
    const erasureId = await erase(ann);
    expect(await pages()).not.toContain(ann);
    const { asOf: _, ...counts } = await fixture.report(campaignId);
    const { asOf: _1, ...countsBefore } = before;
    expect(counts).toEqual(countsBefore);
    expect((await fixture.deliveries(campaignId, { address: ann })).items).toEqual([]);
    const query = { userId: fixture.userId, campaignId, id: delivery?.id ?? '' };
    expect(await fixture.others.messenger.request('dispatch.delivery', query)).toEqual({
      ...delivery,
      address: `erased:${erasureId}`,
      subscriberId: '0'.repeat(24),
    });
  });

  it('skips unsent recipients as ERASED, even if their batch was already offered', async () => {
    const people = members(3, 'running');
    const ann = people[1]?.address ?? '';
    const campaignId = await fixture.publish([people]);
    const hint = await worker.nextHint(campaignId);
    await erase(ann);
    const lease = await worker.take(hint);
    expect(lease?.recipients.map(({ address }) => address)).toEqual([people[0]?.address, people[2]?.address]);
    if (lease) await worker.settle(lease);
    await until('the end', () => fixture.isComplete(campaignId));
    const { states, reasons } = await fixture.report(campaignId);
    expect(states).toMatchObject({ SENT: 2, SKIPPED: 1 });
    expect(reasons).toMatchObject([{ state: 'SKIPPED', reason: 'ERASED', count: 1 }]);
  });

  it('does not retry a recipient after an erasure between two attempts', async () => {
    const people = members(2, 'between');
    const ann = people[0]?.address ?? '';
    const campaignId = await fixture.publish([people]);
    const lease = await worker.takeNext(campaignId);
    await erase(ann);
    await worker.settle(lease, { sent: [1] });
    expect(await worker.take(await worker.nextHint(campaignId))).toBeNull();
    await until('the end', () => fixture.isComplete(campaignId));
    expect((await fixture.report(campaignId)).reasons).toMatchObject([{ reason: 'ERASED', count: 1 }]);
  });

  it('skips a recipient after an erasure that follows a granted lease with a lost response', async () => {
    const people = members(3, 'lost');
    const ann = people[1]?.address ?? '';
    const campaignId = await fixture.publish([people]);
    const hint = await worker.nextHint(campaignId);
    const requestId = newId();
    expect((await worker.take(hint, requestId))?.recipients).toHaveLength(3);
    await erase(ann);
    const lease = await worker.take(hint, requestId);
    expect(lease?.recipients.map(({ address }) => address)).toEqual([people[0]?.address, people[2]?.address]);
    const { reasons } = await fixture.report(campaignId);
    expect(reasons).toMatchObject([{ state: 'SKIPPED', reason: 'ERASED', count: 1 }]);
    if (lease) await worker.settle(lease);
    await until('the end', () => fixture.isComplete(campaignId));
    expect((await fixture.report(campaignId)).states).toMatchObject({ SENT: 2, SKIPPED: 1 });
  });

  it('ends a campaign whose last recipient is erased after the response with the lease was lost', async () => {
    const people = members(1, 'last');
    const campaignId = await fixture.publish([people]);
    const hint = await worker.nextHint(campaignId);
    const requestId = newId();
    expect((await worker.take(hint, requestId))?.recipients).toHaveLength(1);
    await erase(people[0]?.address ?? '');
    expect(await worker.take(hint, requestId)).toBeNull();
    expect((await fixture.report(campaignId)).states).toMatchObject({ SKIPPED: 1 });
    await until('the end', () => fixture.isComplete(campaignId));
  });

  it.each([
    ['long before, by a planner that stalled', 40_000, 1, 2],
    ['long before, of several groups', 40_000, 2, 2],
    ['shortly before, so that the second erasure finds it', 20_000, 1, 1],
  ])('reads a page again, or stores it, if it was read %s', async (_, age, groups, reads) => {
    const people = members(5, `stalled${newId()}`);
    const ann = people[2]?.address ?? '';
    const order = fixture.order(groups === 1 ? [people] : [people, []]);
    const audience = dispatcher.get(AudiencePages);
    const read = audience.page.bind(audience);
    let readings = 0;
    jest.spyOn(audience, 'page').mockImplementation(async (dispatch, keys) => {
      const page = await read(dispatch, keys);
      if (dispatch.campaign !== order.campaignId || dispatch.cursor?.group !== 0) return page;
      if (readings++ > 0) return page;
      const left = people.filter(({ address }) => address !== ann);
      fixture.groups.set(order.groups[0] ?? '', left);
      await erase(ann);
      return { ...page, readAt: new Date(page.readAt.getTime() - age) };
    });
    await fixture.others.messenger.publish('campaign.published', order);
    expect(await worker.sendAll(order.campaignId)).toHaveLength(reads === 2 ? 4 : 5);
    expect(readings).toBe(reads);
    expect((await pages()).includes(ann)).toBe(reads === 1);
    await erase(ann);
    expect(await pages()).not.toContain(ann);
  });

  it('finds the person in the pages of a campaign to a single group, which has no keys', async () => {
    const people = members(1_200, 'keyless');
    const ann = people[1_111]?.address ?? '';
    const campaignId = await fixture.publish([people]);
    await worker.sendAll(campaignId);
    const query = { userId: fixture.userId, address: ann, after: null };
    const { items } = await fixture.others.messenger.request('person.deliveries', query);
    expect(items).toMatchObject([{ campaignId, address: ann, state: 'SENT' }]);
    expect((await fixture.deliveries(campaignId, { address: ann })).items).toMatchObject([
      { id: items[0]?.id, address: ann },
    ]);
    await erase(ann);
    expect(await pages()).not.toContain(ann);
    expect((await fixture.deliveries(campaignId, { address: ann })).items).toEqual([]);
  });

  it.each([
    ['one group', 1],
    ['several groups', 2],
  ])(
    'prevents a second delivery if the person is added again before a campaign to %s is planned',
    async (_, count) => {
      const people = members(1_300, `again${count}`);
      const ann = people[7];
      if (!ann) throw new Error('expected people');
      const order = fixture.order(count === 1 ? [people] : [people, []]);
      const recipientPages = dispatcher.get(RecipientPages);
      const insert = recipientPages.insert.bind(recipientPages);
      const inserting = jest.spyOn(recipientPages, 'insert').mockImplementation(async (page, session) => {
        await insert(page, session);
        // Only the first page has been stored.
        if (inserting.mock.calls.length !== 2) return;
        await erase(ann.address);
        const last = order.groups.at(-1) ?? '';
        fixture.groups.set(last, [...(fixture.groups.get(last) ?? []), { ...ann, subscriberId: newId() }]);
        fixture.recent.add(ann.address);
        throw new Error('crash');
      });
      await fixture.others.messenger.publish('campaign.published', order);
      const sent = await worker.sendAll(order.campaignId);
      expect(sent.filter((address) => address === ann.address).length).toBeLessThanOrEqual(1);
      expect((await fixture.report(order.campaignId)).total).toBe(1_300);
    },
  );

  it.each([
    ['one group', 1, 0],
    ['several groups', 2, 1],
  ])(
    'leaves no key of the person if a campaign to %s was canceled during planning',
    async (_, count, gone) => {
      const people = members(1_300, `cancelled${count}`);
      const ann = people[7]?.address ?? '';
      const order = fixture.order(count === 1 ? [people] : [people, []]);
      const { campaignId } = order;
      const recipientPages = dispatcher.get(RecipientPages);
      const insert = recipientPages.insert.bind(recipientPages);
      let inserted = 0;
      jest.spyOn(recipientPages, 'insert').mockImplementation(async (page, session) => {
        await insert(page, session);
        inserted += 1;
        // Only the first page has been stored.
        if (inserted !== 2) return;
        await fixture.publishEvent('cancelled', campaignId, 3);
        await fixture.dispatchIs(campaignId, { state: 'CANCELLED' });
      });
      await fixture.others.messenger.publish('campaign.published', order);
      await fixture.dispatchIs(campaignId, { finishedAt: { $ne: null }, planned: false });
      expect(await pages()).toContain(ann);
      const before = await keysOf(campaignId);
      await erase(ann);
      expect(await pages()).not.toContain(ann);
      expect(before - (await keysOf(campaignId))).toBe(gone);
    },
  );

  it('does not affect other users', async () => {
    const people = members(2, 'others');
    const campaignId = await fixture.publish([people], { userId: newId() });
    await until('the page', async () => (await pages()).includes('others1@'));
    await erase(people[1]?.address ?? '');
    expect(await pages()).toContain('others1@');
    await fixture.delete(campaignId);
  });

  it('lists a person’s deliveries in all campaigns with their values', async () => {
    const people = members(3, 'shown').map((each, n) => ({ ...each, variables: { n } }));
    const first = await fixture.publish([people], { content: { bodies: { EMAIL: '{{n}}' } } });
    await worker.sendAll(first);
    const query = { userId: fixture.userId, address: people[2]?.address ?? '', after: null };
    expect(await fixture.others.messenger.request('person.deliveries', query)).toMatchObject({
      items: [{ campaignId: first, state: 'SENT', variables: { n: 2 } }],
      next: null,
    });
  });

  it('starts no campaign of an erased user after a late order', async () => {
    const userId = newId();
    const step = { ...anErasureStep(), userId, address: null };
    expect(await fixture.others.messenger.request('erasure.step-in-dispatcher', step)).toMatchObject({
      state: 'done',
    });
    const late = await fixture.publish([members(1, 'late')], { userId });
    const campaignId = await fixture.publish([members(1, 'marker')]);
    await until('the event after it', async () => {
      return (await fixture.stored('dispatches').countDocuments({ _id: new ObjectId(campaignId) })) === 1;
    });
    for (const collection of ['dispatches', 'content']) {
      expect(await fixture.stored(collection).countDocuments({ _id: new ObjectId(late) })).toBe(0);
    }
    await fixture.delete(campaignId);
  });
});
