import {
  type Group,
  type Payload,
  type Person,
  type Reply,
  type SegmentTree,
  type Topic,
  newId,
} from '@carillon/contracts';
import { anErasureStep, eventually } from '@carillon/testing';
import { someone } from '@carillon/testing/someone';
import { ObjectId } from 'mongodb';
import { SubscriberService, code } from './subscriber-service';

const PHONE = '+4915112345678';
const soon = (ms = 0): string => new Date(Date.now() + ms).toISOString();
const HOUR = 3_600_000;

/** A clause whose outcome is certain. */
function clause(
  depth: number,
  operator: string | null,
  condition: object | null,
  outcome: boolean,
  value: unknown,
) {
  return { depth, operator, condition, outcome, value, mayHaveChanged: false };
}

let service: SubscriberService;
beforeAll(async () => {
  service = await SubscriberService.start();
});
afterAll(() => service.stop());

describe('the explanation of an audience', () => {
  let userId: string;
  let friends: Group;
  let others: Group;
  let ann: Person;
  beforeEach(async () => {
    userId = newId();
    friends = await service.group(userId, { name: 'Friends', slug: 'friends' });
    others = await service.group(userId, { name: 'Others', slug: 'others' });
    ann = await service.messenger.request('person.create', {
      ...{ userId, id: newId(), country: 'NO' },
      addresses: { EMAIL: ['ann@mail.test'], SMS: [PHONE] },
      attributes: { city: 'Oslo', visits: 3 },
    });
  });

  type Query = Payload<'audience.explain'>;
  const explain = (changes: Partial<Query> = {}): Promise<Reply<'audience.explain'>> => {
    const at = changes.at ?? soon();
    return service.messenger.request('audience.explain', {
      ...{ userId, campaignId: newId(), personId: ann.id, mergedId: null, addresses: [] },
      ...{ groups: [], segments: [] },
      ...{ excludeGroups: [], excludeSegments: [], topicId: null, asOf: at, at, checkedAt: at },
      ...changes,
    });
  };
  async function segment(conditions: SegmentTree, name = 'Some'): Promise<{ id: string; version: number }> {
    const create = { by: someone, userId, id: newId(), name, conditions };
    const { id } = await service.messenger.request('segment.create', create);
    const { found } = await service.messenger.request('segment.resolve', { userId, ids: [id] });
    return found[0] ?? { id, version: 0 };
  }
  const update = (changes: object) =>
    service.messenger.request('person.update', { userId, id: ann.id, ...changes });

  it('has the groups of the campaign, and with which addresses the person is in them', async () => {
    const member = await service.member(friends, { channel: 'SMS', address: PHONE });
    const { groups, excludeGroups, hasMembership } = await explain({
      groups: [friends.id],
      excludeGroups: [others.id],
    });
    expect(groups).toEqual([
      {
        ...{ id: friends.id, name: 'Friends', outcome: true, mayHaveChanged: false },
        memberships: [
          {
            ...{ subscriberId: member.id, channel: 'SMS', address: PHONE },
            ...{ createdAt: member.createdAt, updatedAt: member.updatedAt },
          },
        ],
      },
    ]);
    expect(excludeGroups).toMatchObject([
      { name: 'Others', outcome: false, mayHaveChanged: false, memberships: [] },
    ]);
    expect(hasMembership).toBe(true);
  });

  it('knows who joined, moved, or left after the campaign was planned', async () => {
    const at = soon();
    const member = await service.member(friends, { address: 'ann@mail.test', channel: 'EMAIL' });
    const before = { at: new Date(Date.parse(member.createdAt) - 1).toISOString() };
    const [later] = (await explain({ ...before, groups: [friends.id] })).groups;
    expect(later).toMatchObject({ outcome: false, memberships: [{ subscriberId: member.id }] });

    const planned = soon();
    await service.messenger.request('subscriber.update', { userId, id: member.id, groupSlug: 'others' });
    const moved = await explain({ at: planned, groups: [friends.id, others.id] });
    expect(moved.groups).toMatchObject([
      { outcome: false, mayHaveChanged: true, memberships: [] },
      { outcome: true, mayHaveChanged: true, memberships: [{ subscriberId: member.id }] },
    ]);
    const remove = { userId, groupId: others.id, ids: [member.id] };
    await service.messenger.request('subscriber.delete', remove);
    const left = await explain({ at, groups: [others.id] });
    expect(left).toMatchObject({ hasMembership: false, groups: [{ outcome: false, mayHaveChanged: true }] });
  });

  it('has every clause of a segment, in the version of the campaign, with the values of the person', async () => {
    await service.member(friends, { address: 'ann@mail.test' });
    const conditions: SegmentTree = {
      all: [
        {
          any: [
            { attribute: 'city', is: ['Bergen'] },
            { attribute: 'visits', number: { from: 3 } },
          ],
        },
        { not: { group: others.id } },
        { channel: 'SMS' },
      ],
    };
    const version = await segment(conditions, 'Frequent');
    const changes = { conditions: { all: [] } };
    await service.messenger.request('segment.update', { by: someone, userId, id: version.id, ...changes });
    const { segments } = await explain({ segments: [version] });
    expect(segments).toEqual([
      {
        ...{ ...version, name: 'Frequent', outcome: false, mayHaveChanged: false, isTooNew: false },
        clauses: [
          clause(0, 'all', null, false, null),
          clause(1, 'any', null, true, null),
          clause(2, null, { attribute: 'city', is: ['Bergen'] }, false, 'Oslo'),
          clause(2, null, { attribute: 'visits', number: { from: 3 } }, true, 3),
          clause(1, 'not', null, true, null),
          clause(2, null, { group: others.id }, false, false),
          clause(1, null, { channel: 'SMS' }, false, false),
        ],
      },
    ]);
    const draft = await explain({ segments: [{ id: version.id, version: null }] });
    expect(draft.segments).toMatchObject([{ version: 2, outcome: true, clauses: [{ operator: 'all' }] }]);
  });

  describe('about a person who has changed', () => {
    const versions = () =>
      service
        .stored('personVersions')
        .find({ userId: new ObjectId(userId) })
        .toArray();
    const values = async (version: { id: string; version: number }, at: string) => {
      const [of] = (await explain({ at, segments: [version] })).segments;
      return of?.clauses.map(({ outcome, value, mayHaveChanged }) => [outcome, value, mayHaveChanged]);
    };

    it('uses the values that the person had when the campaign was planned', async () => {
      const version = await segment({
        all: [{ attribute: 'city', is: ['Oslo'] }, { country: ['NO'] }, { joined: { from: '2020-01-01' } }],
      });
      const first = soon();
      await new Promise((resolve) => setTimeout(resolve, 2));
      await update({ attributes: { city: 'Bergen' } });
      const second = soon();
      await new Promise((resolve) => setTimeout(resolve, 2));
      await update({ attributes: { city: null, visits: 4 }, country: 'SE' });
      const joined = [true, ann.createdAt, false];
      const [oslo, bergen, none] = [
        [true, 'Oslo', false],
        [false, 'Bergen', false],
        [false, null, false],
      ];
      const [norway, sweden] = [
        [true, 'NO', false],
        [false, 'SE', false],
      ];
      expect(await values(version, first)).toEqual([[true, null, false], oslo, norway, joined]);
      expect(await values(version, second)).toEqual([[false, null, false], bergen, norway, joined]);
      expect(await values(version, soon())).toEqual([[false, null, false], none, sweden, joined]);
    });

    it('says which values may have been different if they are not kept', async () => {
      const version = await segment({ attribute: 'city', is: ['Oslo'] });
      const at = soon();
      await new Promise((resolve) => setTimeout(resolve, 2));
      await update({ attributes: { city: 'Bergen' } });
      await service.stored('personVersions').deleteMany({ userId: new ObjectId(userId) });
      expect(await values(version, at)).toEqual([[false, 'Bergen', true]]);
      expect(await values(version, soon())).toEqual([[false, 'Bergen', false]]);
    });

    describe('find a person', () => {
      type Whom = Payload<'person.holders'>['whom'];
      const holders = async (whom: Whom, since: string, of = userId) =>
        (await service.messenger.request('person.holders', { userId: of, whom, since })).people;
      const aTime = expect.any(String) as string;
      const past = { from: null, until: aTime };
      const address = 'ann@mail.test';
      let since: string;
      beforeEach(async () => {
        since = soon();
        await new Promise((resolve) => setTimeout(resolve, 2));
      });

      it('with an address that the person no longer has', async () => {
        expect(await holders({ address }, since)).toMatchObject([{ personId: ann.id }]);
        await update({ addresses: { EMAIL: ['ann@other.test'] } });
        const [found] = await holders({ address }, since);
        expect(found?.personId).toBe(ann.id);
        expect(found?.held.toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual([
          { personId: ann.id, address: PHONE, from: null, until: null },
          { personId: ann.id, address, ...past },
          { personId: ann.id, address: 'ann@other.test', from: aTime, until: null },
        ]);
        expect(await holders({ personId: ann.id }, since)).toEqual([found]);
        expect(await holders({ address }, soon(1))).toEqual([]);
        expect(await holders({ address }, since, newId())).toEqual([]);
      });

      it('with an address that has belonged to another person since then', async () => {
        await update({ addresses: { EMAIL: [] } });
        const bob = await service.messenger.request('person.create', {
          ...{ userId, id: newId(), addresses: { EMAIL: [address] } },
        });
        const found = await holders({ address }, since);
        expect(found.map(({ personId }) => personId)).toEqual([bob.id, ann.id]);
        const [ofBob, ofAnn] = found.map(({ held }) => held.find((each) => each.address === address));
        expect(ofAnn).toMatchObject(past);
        expect(ofBob).toMatchObject({ from: ofAnn?.until, until: null });
      });

      it('who was merged into a person that lost the address later', async () => {
        const { id } = await service.messenger.request('person.create', {
          ...{ userId, id: newId(), addresses: { EMAIL: ['bob@mail.test'] } },
        });
        await service.messenger.request('person.merge', { by: someone, userId, id, otherId: ann.id });
        const [merged] = await holders({ address }, since);
        const own = merged?.held.filter((each) => each.address === address);
        expect(own).toMatchObject([
          { personId: ann.id, from: null },
          { personId: id, from: own?.[0]?.until, until: null },
        ]);
        const changes = { addresses: { EMAIL: [] }, attributes: { city: 'Bergen' } };
        await service.messenger.request('person.update', { userId, id, ...changes });
        for (const whom of [{ address }, { personId: ann.id }, { personId: id }])
          expect(await holders(whom, since)).toMatchObject([{ personId: id }]);
        const { segments } = await explain({
          ...{ personId: id, mergedId: ann.id, at: since, asOf: soon() },
          segments: [await segment({ attribute: 'city', is: ['Oslo'] })],
        });
        expect(segments).toMatchObject([{ outcome: true, clauses: [{ value: 'Oslo' }] }]);
        await expect(holders({ personId: ann.id }, since, newId())).rejects.toEqual(code('person_not_found'));
      });

      it('not after an erasure', async () => {
        const { id } = await service.messenger.request('person.create', {
          ...{ userId, id: newId(), addresses: { EMAIL: ['bob@mail.test'] } },
        });
        await service.messenger.request('person.merge', { by: someone, userId, id, otherId: ann.id });
        await service.messenger.request('person.update', { userId, id, addresses: { SMS: [] } });
        const step = { ...anErasureStep(), userId, address };
        await service.messenger.request('erasure.step-in-subscriber', step);
        for (const each of [address, PHONE]) expect(await holders({ address: each }, since)).toEqual([]);
        expect(await versions()).toEqual([]);
      });
    });

    it('keeps nothing for new people and unchanged ones, and drops old values after a while', async () => {
      await service.member(friends, { address: 'new@mail.test' });
      await update({ attributes: { city: 'Oslo' } });
      expect(await versions()).toEqual([]);
      await update({ attributes: { city: 'Bergen' } });
      const [kept, ...others] = await versions();
      expect(others).toEqual([]);
      expect(kept).toMatchObject({ _id: `${ann.id}-1`, country: 'NO' });
      const { until, expiresAt } = kept as unknown as { until: Date; expiresAt: Date };
      expect(expiresAt.getTime() - until.getTime()).toBe(90 * 24 * HOUR);
      const [index] = (await service.stored('personVersions').indexes()).filter(({ key }) => key.expiresAt);
      expect(index).toMatchObject({ expireAfterSeconds: 0 });
    });

    it('keeps the values of people who are merged, or get another channel', async () => {
      const bob = await service.messenger.request('person.create', {
        ...{ userId, id: newId(), addresses: { EMAIL: ['bob@mail.test'] } },
      });
      const merge = { by: someone, userId, id: ann.id, otherId: bob.id };
      await service.messenger.request('person.merge', merge);
      await service.member(friends, { channel: 'WHATSAPP', address: PHONE });
      const kept = await versions();
      expect(kept.map(({ channels }) => (channels as unknown[]).length).sort()).toEqual([1, 2, 3]);
      expect(kept.find(({ personId }) => String(personId) === bob.id)).toMatchObject({
        mergedInto: new ObjectId(ann.id),
      });
    });

    it('is exported, and erased with each address of the person', async () => {
      const read = async (address: string) =>
        (await service.messenger.request('person.versions', { userId, address, after: null, limit: 10 }))
          .items;
      const list = async () => {
        const found: string[] = [];
        let after: string | null = null;
        do {
          const step: Reply<'person.addresses-in-subscriber'> = await service.messenger.request(
            'person.addresses-in-subscriber',
            { userId, after },
          );
          found.push(...step.items);
          after = step.next;
        } while (after !== null);
        return found;
      };
      await update({ addresses: { EMAIL: ['ann@other.test'] } });
      await update({ attributes: { city: 'Bergen' } });
      expect(await read('ann@mail.test')).toEqual([
        {
          ...{ id: `${ann.id}-1`, attributes: { city: 'Oslo', visits: 3 }, locale: null, country: 'NO' },
          ...{ channels: ann.channels, until: expect.any(String) as string },
        },
      ]);
      expect(await read('ann@other.test')).toMatchObject([{ attributes: { city: 'Oslo' } }]);
      expect(await list()).toContain('ann@mail.test');
      expect(await read('nobody@mail.test')).toEqual([]);

      // The address no longer belongs to the person, but previous values have it.
      const step = { ...anErasureStep(), userId, address: 'ann@mail.test' };
      await service.messenger.request('erasure.step-in-subscriber', step);
      expect(await versions()).toHaveLength(1);
      expect(await list()).not.toContain('ann@mail.test');
      const other = { ...anErasureStep(), userId, address: 'ann@other.test' };
      await service.messenger.request('erasure.step-in-subscriber', other);
      expect(await versions()).toEqual([]);
    });

    it('is removed with the person, and with the account', async () => {
      await update({ attributes: { city: 'Bergen' } });
      await service.messenger.request('person.delete', { userId, id: ann.id });
      expect(await versions()).toEqual([]);
      await service.stored('personVersions').insertOne({ userId: new ObjectId(userId) });
      const step = { ...anErasureStep(), userId, address: null };
      await service.messenger.request('erasure.step-in-subscriber', step);
      expect(await versions()).toEqual([]);
    });

    it('forgets the values of a deleted attribute', async () => {
      await update({ attributes: { city: 'Bergen' } });
      expect(JSON.stringify(await versions())).toContain('city');
      await service.messenger.request('attribute.delete', { by: someone, userId, name: 'city' });
      await eventually(async () => !JSON.stringify(await versions()).includes('city'));
    });
  });

  it('is open about conditions on something that was deleted, and about deleted segments', async () => {
    const version = await segment({ any: [{ group: others.id }, { country: ['SE'] }] });
    await service.messenger.request('group.delete', { userId, id: others.id });
    await service.messenger.request('segment.delete', { by: someone, userId, id: version.id });
    const { excludeSegments, excludeGroups } = await explain({
      excludeSegments: [version],
      excludeGroups: [others.id],
    });
    expect(excludeSegments).toMatchObject([
      {
        ...{ name: null, outcome: null, mayHaveChanged: true },
        clauses: [{ outcome: null }, { outcome: null, value: null }, { outcome: false, value: 'NO' }],
      },
    ]);
    expect(excludeGroups).toMatchObject([{ name: null, outcome: null, mayHaveChanged: true }]);
  });

  it('leaves out people who were added after the campaign started', async () => {
    const version = await segment({ country: ['NO'] });
    const asOf = soon(-HOUR);
    expect((await explain({ asOf, at: asOf, segments: [version] })).segments).toMatchObject([
      { outcome: false, isTooNew: true, mayHaveChanged: false, clauses: [{ outcome: true }] },
    ]);
  });

  it('has suppressions with their causes, and whether they were in force', async () => {
    await service.member(friends, { address: 'ann@mail.test' });
    const reachable = await segment({ channel: 'EMAIL' });
    const before = soon();
    const create = { id: newId(), userId, channel: 'EMAIL' as const, address: 'ann@mail.test', by: someone };
    const { suppression } = await service.messenger.request('suppression.create', create);
    const during = soon(1);
    const [early, then] = [
      await explain({ at: before, segments: [reachable] }),
      await explain({ at: during, segments: [reachable] }),
    ];
    expect(early.suppressions).toMatchObject([{ applied: false, reason: 'MANUAL' }]);
    expect(early.segments).toMatchObject([{ outcome: true }]);
    expect(then.suppressions).toEqual([
      {
        ...{ channel: 'EMAIL', address: 'ann@mail.test', applied: true, reason: 'MANUAL', sender: null },
        ...{ source: expect.any(String) as string, createdAt: suppression.createdAt, liftedAt: null },
      },
    ]);
    expect(then.segments).toMatchObject([{ outcome: false }]);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await service.messenger.request('suppression.delete', {
      ...{ userId, ids: [suppression.id], confirmConsent: false, by: someone },
    });
    expect((await explain({ at: during })).suppressions).toMatchObject([
      { applied: true, liftedAt: expect.any(String) as string },
    ]);
    expect((await explain({ at: soon(1) })).suppressions).toEqual([]);
  });

  it('has opt-outs of the topic and pauses, with any address of the person', async () => {
    const topic: Topic = await service.messenger.request('topic.create', {
      ...{ id: newId(), userId, by: someone, name: 'Offers', description: '' },
    });
    const save = (changes: object) =>
      service.messenger.request('preferences.save', {
        ...{ userId, address: PHONE, campaignId: newId(), at: soon() },
        ...{ leave: [], join: [], turnOff: [], turnOn: [], ...changes },
      });
    const until = soon(HOUR);
    const before = soon(-1);
    await save({ leave: [topic.id], snoozeUntil: until });
    const left = await explain({ topicId: topic.id, at: soon(1) });
    expect(left.topic).toMatchObject({ id: topic.id, name: 'Offers', isLeft: true });
    expect(left.topic?.optOuts).toMatchObject([{ address: PHONE, applied: true, liftedAt: null }]);
    expect(left.snoozes).toMatchObject([{ address: PHONE, applied: true, until }]);
    expect(await explain({ topicId: topic.id, at: before })).toMatchObject({
      topic: { isLeft: false, optOuts: [{ applied: false }] },
      snoozes: [{ applied: false }],
    });
    expect(await explain({ at: soon(2 * HOUR) })).toMatchObject({ topic: null, snoozes: [] });
  });

  it('knows memberships and suppressions of an address without a person', async () => {
    await service.member(friends, { address: 'bob@mail.test' });
    await service.stored('people').deleteMany({ userId: new ObjectId(userId) });
    const version = await segment({ country: ['NO'] });
    const query = { personId: null, addresses: ['bob@mail.test'], groups: [friends.id] };
    expect(await explain({ ...query, segments: [version] })).toMatchObject({
      groups: [{ outcome: true }],
      segments: [{ outcome: null, mayHaveChanged: true, clauses: [] }],
    });
  });

  it('contains nothing of other users', async () => {
    await service.member(friends, { address: 'ann@mail.test' });
    const version = await segment({ all: [] });
    const stranger = { userId: newId(), addresses: ['ann@mail.test'] };
    expect(await explain({ ...stranger, groups: [friends.id], topicId: newId() })).toMatchObject({
      groups: [{ name: null, memberships: [] }],
      ...{ hasMembership: false, suppressions: [], snoozes: [], topic: { name: null, optOuts: [] } },
    });
    await expect(explain({ ...stranger, segments: [version] })).rejects.toEqual(code('segment_not_found'));
  });
});
