import {
  type Audience,
  type BehaviorCondition,
  type Group,
  type Person,
  type Reply,
  type Segment,
  type SegmentTree,
  newId,
} from '@carillon/contracts';
import { anErasureStep, eventually } from '@carillon/testing';
import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { Behavior } from '../src/behavior/behavior';
import { Additions, BehaviorSets } from '../src/behavior/behavior-sets';
import { AttributeChanges, NumberedPeople, type PersonDocument, PeopleScans } from '../src/identity';
import { type Facts, evaluate } from '../src/segments/evaluate';
import { EditSegments } from '../src/segments/edit-segments';
import { sizeOfSet } from '../src/number-sets';
import { dayOf } from '../src/utc-days';
import { SubscriberService, code } from './subscriber-service';

let service: SubscriberService;
beforeAll(async () => {
  service = await SubscriberService.start();
});
afterAll(() => service.stop());

const by = { role: 'user', keyId: newId() } as const;
const names = ['city', 'visits', 'since', 'vip', 'tags'];
const texts = ['Köln', 'köln', 'KÖLN', 'Bonn', 'a.b', '(x)', 'ſtraße', 'STRASSE', 'İ', '3', '2026-01-31', ''];
const days = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-11-28'];

type Value = NonNullable<PersonDocument['attributes']>[number]['v'];
const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom(...texts),
  fc.integer({ min: -2, max: 5 }),
  fc.constantFrom(0.5, 1e9),
  fc.boolean(),
  fc.array(fc.constantFrom(...texts), { maxLength: 3 }),
  fc
    .tuple(fc.constantFrom(...days), fc.constantFrom('T00:00:00.000Z', 'T23:59:59.999Z'))
    .map(([day, time]) => new Date(day + time) as never),
);
const person = fc.record({
  attributes: fc
    .uniqueArray(fc.record({ k: fc.constantFrom(...names), v: value }), { selector: ({ k }) => k })
    .map((attributes) => (attributes.length > 0 ? attributes : undefined)),
  country: fc.constantFrom('DE', 'AT', undefined),
  locale: fc.constantFrom('de', 'de-AT', 'den', 'en', undefined),
  createdAt: fc.constantFrom(...days).map((day) => new Date(`${day}T12:00:00.000Z`)),
  /** The groups of its email address, and whether the address is suppressed. */
  groups: fc.subarray([0, 1, 2]),
  isSuppressed: fc.boolean(),
  /** What the person did in campaigns of two days ago, or a merged person whose number the person has. */
  events: fc.array(
    fc.record({
      kind: fc.constantFrom('SENT' as const, 'OPENED' as const),
      campaign: fc.nat(2),
      wasMerged: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
});
type Given = Omit<PersonDocument, '_id'> & {
  groups: number[];
  isSuppressed: boolean;
  events: { kind: 'SENT' | 'OPENED'; campaign: number; wasMerged: boolean }[];
};

/** Own numbers at both sides of the end of a chunk, and numbers of people who were merged into every third person. */
const FIRST = 65_520;
const MERGED = 200_000;
const numbersOf = (index: number): [number, ...number[]] =>
  index % 3 === 0 ? [FIRST + index, MERGED + index] : [FIRST + index];
const EVENTS_AGO = 2;

const range = fc.oneof(
  fc.record({ from: fc.constantFrom(...days), to: fc.constantFrom(...days) }, { requiredKeys: [] }),
  fc.record({ inLastDays: fc.constantFrom(0, 1, 30, 400) }),
  fc.record({ inNextDays: fc.constantFrom(0, 30) }),
);
const attribute = fc.constantFrom(...names);
/** Groups are numbers here, and become IDs. */
const condition = fc.oneof(
  fc.record({
    attribute,
    is: fc.array(fc.oneof(fc.constantFrom(...texts), fc.integer({ min: -2, max: 5 }), fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({ attribute, contains: fc.constantFrom('ö', 'Ö', '.', 'S', 'i', '(') }),
  fc.record({ attribute, startsWith: fc.constantFrom('k', 'K', 'a.', 's', 'İ') }),
  fc.record({
    attribute,
    number: fc.record(
      { from: fc.integer({ min: -1, max: 3 }), to: fc.integer({ min: 0, max: 4 }) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ attribute, date: range }),
  fc.record({ attribute, exists: fc.constant(true as const) }),
  fc.record({ group: fc.constantFrom('0', '1', '2') }),
  fc.record({ channel: fc.constantFrom('EMAIL' as const, 'SMS' as const) }),
  fc.record({ country: fc.subarray(['DE', 'AT'], { minLength: 1 }) }),
  fc.record({ locale: fc.subarray(['de', 'en', 'de-AT'], { minLength: 1 }) }),
  fc.record({ joined: range }),
  fc.record(
    {
      did: fc.constantFrom('SENT' as const, 'OPENED' as const),
      campaignId: fc.constantFrom('0', '1', '2'),
      inLastDays: fc.constantFrom(1, 2, 30),
      atLeast: fc.constantFrom(1, 2),
    },
    { requiredKeys: ['did'] },
  ),
);
const { tree } = fc.letrec<{ tree: SegmentTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.record({ all: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ not: tie('tree') }),
  ),
}));

/** IDs in place of the numbers of groups and campaigns. */
function withIds(
  of: SegmentTree,
  ids: { groups: readonly string[]; campaigns: readonly string[] },
): SegmentTree {
  if ('all' in of) return { all: of.all.map((each) => withIds(each, ids)) };
  if ('any' in of) return { any: of.any.map((each) => withIds(each, ids)) };
  if ('not' in of) return { not: withIds(of.not, ids) };
  if ('did' in of && of.campaignId !== undefined)
    return { ...of, campaignId: ids.campaigns[Number(of.campaignId)] ?? '' };
  return 'group' in of ? { group: ids.groups[Number(of.group)] ?? '' } : of;
}

/** Stores people of a new user with their memberships and suppressions. */
async function store(people: readonly Given[]): Promise<{
  userId: string;
  groups: string[];
  campaigns: string[];
  ids: string[];
}> {
  const userId = newId();
  const groups: string[] = [];
  for (const slug of ['g0', 'g1', 'g2']) groups.push((await service.group(userId, { name: slug, slug })).id);
  const ids = people.map(() => newId());
  const user = new ObjectId(userId);
  await service.stored('people').insertMany(
    people.map((each, index) => ({
      ...(JSON.parse(JSON.stringify({ country: each.country, locale: each.locale })) as object),
      ...(each.attributes && { attributes: each.attributes }),
      _id: new ObjectId(ids[index]),
      userId: user,
      n: numbersOf(index),
      number: numbersOf(index)[0],
      channels: [{ channel: 'EMAIL', address: `${index}@mail.test` }],
      rev: 1,
      createdAt: each.createdAt,
      updatedAt: each.createdAt,
    })),
  );
  await service
    .stored('attributeNames')
    .insertMany(names.map((name) => ({ userId: user, name, createdAt: new Date() })));
  const members = people.flatMap((each, index) =>
    each.groups.map((group) => ({
      _id: new ObjectId(),
      userId: user,
      groupId: new ObjectId(groups[group]),
      channel: 'EMAIL',
      address: `${index}@mail.test`,
      token: newId(),
      extraData: '{}',
      createdAt: new Date(),
      updatedAt: new Date(),
    })),
  );
  if (members.length > 0) await service.stored('subscribers').insertMany(members);
  for (const [index, { isSuppressed }] of people.entries())
    if (isSuppressed)
      await service.messenger.request('suppression.create', {
        id: newId(),
        userId,
        by,
        channel: 'EMAIL',
        address: `${index}@mail.test`,
      } as never);
  const campaigns = [newId(), newId(), newId()];
  const additions = new Additions();
  const day = dayOf(new Date()) - EVENTS_AGO;
  const happened = (kind: 'SENT' | 'OPENED', campaign: number, number: number): void =>
    additions.add({ campaign: campaigns[campaign] ?? '', kind, link: null }, day, number);
  for (const [index, { events }] of people.entries())
    for (const { kind, campaign, wasMerged } of events)
      happened(kind, campaign, (wasMerged ? numbersOf(index)[1] : undefined) ?? numbersOf(index)[0]);
  // People who no longer exist.
  for (const number of [1, 70_000]) happened('OPENED', 0, number);
  await service.part(BehaviorSets).add(userId, additions);
  const from = new Date();
  await service.part(Behavior).require(userId);
  await eventually(async () => (await service.part(Behavior).caughtUpTo(userId)) > from);
  return { userId, groups, campaigns, ids };
}

/** The meaning of a condition about these events, without sets. */
function hasDone(
  { events }: Given,
  { did, campaignId, inLastDays = Infinity, atLeast = 1 }: BehaviorCondition,
  campaigns: readonly string[],
): boolean {
  const which = events.flatMap(({ kind, campaign }) =>
    kind === did && (campaignId === undefined || campaigns[campaign] === campaignId) ? [campaign] : [],
  );
  return inLastDays >= EVENTS_AGO && new Set(which).size >= atLeast;
}

const factsOf = (
  people: readonly Given[],
  { groups, campaigns }: { groups: readonly string[]; campaigns: readonly string[] },
  asOf: Date,
): Facts => {
  const given = (each: { channels: { address: string }[] }): Given | undefined =>
    people[Number(each.channels[0]?.address.split('@')[0])];
  return {
    asOf,
    isMember: (each, group) => given(each)?.groups.some((index) => groups[index] === group) ?? false,
    isReachable: (each, channel) => {
      const found = given(each);
      return channel === 'EMAIL' && found !== undefined && found.groups.length > 0 && !found.isSuppressed;
    },
    did: (each, condition) => {
      const found = given(each);
      return found !== undefined && hasDone(found, condition, campaigns);
    },
    isKnown: () => true,
  };
};

const count = (userId: string, conditions: SegmentTree) =>
  service.messenger.request('segment.count', { userId, conditions });

/** On a busy machine, even the count of a few people can continue after the first reply. */
async function wholeCount(userId: string, conditions: SegmentTree): ReturnType<typeof count> {
  let reply = await count(userId, conditions);
  while (!reply.isComplete) reply = await count(userId, conditions);
  return reply;
}

async function matching(userId: string, conditions: SegmentTree): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page: { items: { id: string }[]; next: string | null } = await service.messenger.request(
      'segment.people',
      { userId, conditions, after, limit: 13 },
    );
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return ids;
}

describe('the people of a segment', () => {
  it('are those whom its evaluation finds, listed and counted', async () => {
    const people = fc.sample(person, { numRuns: 40, seed: 1 }) as unknown as Given[];
    const { userId, ids, ...named } = await store(people);
    const asOf = new Date();
    const facts = factsOf(people, named, asOf);
    const candidates = people.map((each, index) => ({
      ...each,
      n: numbersOf(index),
      _id: new ObjectId(ids[index]),
      channels: [{ channel: 'EMAIL' as const, address: `${index}@mail.test` }],
    }));
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(tree, async (generated) => {
        const conditions = withIds(generated, named);
        const wanted = candidates
          .filter((each) => evaluate(conditions, each, facts) === true)
          .map(({ _id }) => _id.toHexString());
        matched += wanted.length;
        expect((await matching(userId, conditions)).sort()).toEqual(wanted.sort());
        const counted = { people: wanted.length, isComplete: true, problems: [] };
        expect(await wholeCount(userId, conditions)).toEqual(counted);
        // An unknown part makes the filter of the database inexact, so that sets of people decide all others.
        const behavior = { did: 'REPLIED' as const };
        expect(await wholeCount(userId, { any: [conditions, behavior] })).toEqual(counted);
      }),
      { numRuns: 260 },
    );
    // Segments that match nobody would show nothing.
    expect(matched).toBeGreaterThan(300);
  }, 300_000);

  it('are counted among many who no longer exist', async () => {
    const group = await service.group(newId());
    const { userId } = group;
    await service.member(group);
    await service.part(Behavior).require(userId);
    const [person] = await service
      .stored('people')
      .find({ userId: new ObjectId(userId) })
      .toArray();
    expect(person).toMatchObject({ n: [1], number: 1 });
    const additions = new Additions();
    const campaign = { campaign: newId(), kind: 'OPENED', link: null } as const;
    for (let number = 1; number <= 30_000; number++) additions.add(campaign, dayOf(new Date()), number);
    await service.part(BehaviorSets).add(userId, additions);
    await eventually(async () => (await count(userId, { did: 'OPENED' })).isComplete);
    expect(await count(userId, { all: [{ did: 'OPENED' }] })).toMatchObject({ people: 1 });
    expect(await count(userId, { not: { did: 'OPENED' } })).toMatchObject({ people: 0 });
  });

  it('are looked up only if sets of people do not decide', async () => {
    const group = await service.group(newId());
    const { userId } = group;
    for (const [name, country] of Object.entries({ ann: 'DE', bob: 'AT', cid: 'AT' })) {
      const addresses = { EMAIL: [`${name}@mail.test`] };
      await service.messenger.request('person.create', { userId, id: newId(), addresses, country });
    }
    const lookedUp = jest.spyOn(service.part(NumberedPeople), 'withNumbers');
    const everyone = jest.spyOn(service.part(PeopleScans), 'all');
    const germans = { all: [{ country: ['DE'] }, { not: { group: group.id } }] };
    expect(await count(userId, germans)).toMatchObject({ people: 1, isComplete: true });
    expect(lookedUp.mock.calls.map(([, numbers]) => sizeOfSet(numbers))).toEqual([1]);
    const others = { not: { any: [{ country: ['DE'] }, { did: 'OPENED' as const }] } };
    expect(await count(userId, others)).toMatchObject({ people: 2 });
    expect(lookedUp.mock.calls.map(([, numbers]) => sizeOfSet(numbers))).toEqual([1, 0]);
    expect(everyone).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  it('are only those of the account', async () => {
    const group = await service.group(newId());
    await service.member(group);
    expect(await count(newId(), { all: [] })).toMatchObject({ people: 0 });
    expect(await count(group.userId, { all: [] })).toMatchObject({ people: 1 });
    expect(await count(group.userId, { group: (await service.group(newId())).id })).toMatchObject({
      people: 0,
      problems: [{ kind: 'GROUP' }],
    });
  });

  it('are nobody, with the reason, if the conditions name something that no longer exists', async () => {
    const group = await service.group(newId());
    await service.member(group);
    const { userId, id } = group;
    const conditions = { not: { any: [{ group: id }, { attribute: 'city', is: ['Oslo'] }] } };
    await service.messenger.request('group.delete', { userId, id });
    const problems = [
      { kind: 'GROUP', what: id },
      { kind: 'ATTRIBUTE', what: 'city' },
    ];
    expect(await count(userId, conditions)).toEqual({ people: 0, isComplete: true, problems });
    expect(await matching(userId, conditions)).toEqual([]);
  });
});

describe('a count that takes longer than one query may', () => {
  afterEach(() => jest.restoreAllMocks());

  it('counts all people, a part at a time', async () => {
    const group = await service.group(newId());
    for (let n = 0; n < 5; n++) await service.member(group);
    const people = service.part(PeopleScans);
    jest.spyOn(people, 'count').mockResolvedValue(null);
    const nth = people.nth.bind(people);
    jest.spyOn(people, 'nth').mockImplementation((userId, after) => nth(userId, after, 2));
    const all = { people: 5, isComplete: true, problems: [] };
    expect(await count(group.userId, { not: { country: ['DE'] } })).toEqual(all);
  });

  it('is a lower bound until it is complete, and continues meanwhile', async () => {
    const group = await service.group(newId());
    for (let n = 0; n < 4; n++) await service.member(group);
    const people = service.part(PeopleScans);
    jest.spyOn(people, 'count').mockResolvedValue(null);
    const nth = people.nth.bind(people);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    jest.spyOn(people, 'nth').mockImplementation(async (userId, after) => {
      if (after !== null) await gate;
      return nth(userId, after, 2);
    });
    const conditions = { not: { country: ['AT'] } };
    expect(await count(group.userId, conditions)).toEqual({ people: 2, isComplete: false, problems: [] });
    release();
    await eventually(async () => (await count(group.userId, conditions)).isComplete);
    expect(await count(group.userId, conditions)).toMatchObject({ people: 4, isComplete: true });
  });
});

describe('a segment', () => {
  const conditions = { country: ['DE'] };
  let userId: string;
  beforeEach(() => {
    userId = newId();
  });

  const create = (id = newId(), of: SegmentTree = conditions): Promise<Segment> =>
    service.messenger.request('segment.create', { by, userId, id, name: 'Germans', conditions: of });
  const update = (id: string, changes: { name?: string; conditions?: SegmentTree }): Promise<Segment> =>
    service.messenger.request('segment.update', { by, userId, id, ...changes });

  it('gets a new version when its conditions change, not when its name does', async () => {
    const { id, version } = await create();
    expect(version).toBe(1);
    expect(await update(id, { name: 'Others' })).toMatchObject({ name: 'Others', version: 1 });
    expect(await update(id, { conditions })).toMatchObject({ version: 1 });
    const austrians = { country: ['AT'] };
    expect(await update(id, { conditions: austrians })).toMatchObject({ version: 2, conditions: austrians });
  });

  it('is created once by repeats, and is listed', async () => {
    const id = newId();
    const [first, again] = await Promise.all([create(id), create(id)]);
    expect(again).toEqual(first);
    const other = await create();
    const page = { userId, after: null, limit: 10 };
    expect((await service.messenger.request('segment.list', page)).items).toEqual([first, other]);
  });

  it('keeps both of two concurrent changes', async () => {
    const { id } = await create();
    await Promise.all([update(id, { name: 'A' }), update(id, { conditions: { country: ['AT'] } })]);
    expect(await service.messenger.request('segment.get', { userId, id })).toMatchObject({
      name: 'A',
      version: 2,
      conditions: { country: ['AT'] },
    });
  });

  it('belongs to one account', async () => {
    const { id } = await create();
    const foreign = { by, userId: newId(), id };
    const wanted = { code: 'segment_not_found' };
    await expect(service.messenger.request('segment.get', foreign)).rejects.toMatchObject(wanted);
    await expect(
      service.messenger.request('segment.update', { ...foreign, name: 'x' }),
    ).rejects.toMatchObject(wanted);
    await expect(service.messenger.request('segment.delete', foreign)).rejects.toMatchObject(wanted);
    const { found, missing } = await service.messenger.request('segment.resolve', {
      userId: foreign.userId,
      ids: [id],
    });
    expect([found, missing]).toEqual([[], [id]]);
  });

  it('cannot be deleted while a campaign uses it', async () => {
    const { id } = await create();
    service.segmentInUse = true;
    const deletion = { by, userId, id };
    await expect(service.messenger.request('segment.delete', deletion)).rejects.toEqual(
      code('segment_in_use'),
    );
    service.segmentInUse = false;
    expect(await service.messenger.request('segment.delete', deletion)).toEqual({ ids: [id] });
    await expect(service.messenger.request('segment.get', { userId, id })).rejects.toEqual(
      code('segment_not_found'),
    );
  });

  it('is deleted once by a redelivered message, which gets the first reply again', async () => {
    const { id } = await create();
    const deletion = { by, userId, id };
    const edit = service.part(EditSegments);
    for (let delivery = 0; delivery < 2; delivery++)
      expect(await edit.delete(deletion, 'one')).toEqual({ ids: [id] });
    await expect(edit.delete(deletion, 'another')).rejects.toEqual(code('segment_not_found'));
  });

  it('is removed with its account', async () => {
    const { id } = await create();
    await service.messenger.request('segment.resolve', { userId, ids: [id] });
    const step = { ...anErasureStep(), userId, address: null };
    await service.messenger.request('erasure.step-in-subscriber', step);
    const all = { userId: new ObjectId(userId) };
    expect(await service.stored('segments').countDocuments(all)).toBe(0);
    expect(await service.stored('segmentVersions').countDocuments(all)).toBe(0);
  });
});

describe('the recipients of a campaign', () => {
  const none: Audience = { segments: [], excludeGroups: [], excludeSegments: [], topicId: null };
  let userId: string;
  let group: Group;
  let other: Group;
  beforeEach(async () => {
    userId = newId();
    group = await service.group(userId, { name: 'All', slug: 'all' });
    other = await service.group(userId, { name: 'Other', slug: 'other' });
  });

  const PHONE = '+4915112345678';
  const addPerson = (name: string, values: object = {}): Promise<Person> =>
    service.messenger.request('person.create', {
      userId,
      id: newId(),
      addresses: { EMAIL: [`${name}@mail.test`] },
      ...values,
    });
  const join = (to: Group, name: string, extraData = {}) =>
    service.member(to, { address: `${name}@mail.test`, extraData });

  async function segment(conditions: SegmentTree): Promise<{ id: string; version: number }> {
    const create = { by, userId, id: newId(), name: 'x', conditions };
    const { id } = await service.messenger.request('segment.create', create);
    const { found } = await service.messenger.request('segment.resolve', { userId, ids: [id] });
    return found[0] ?? { id, version: 0 };
  }

  interface SelectionOptions {
    limit?: number;
    keys?: string[];
    asOf?: string;
    first?: { order: string[]; groupIds: string[] | null };
  }
  /** The addresses that a campaign would be planned for, with marks, over pages of this size. */
  async function selected(
    source: object,
    changes: object = {},
    { limit = 1000, keys = [] as string[], asOf = new Date().toISOString(), ...more }: SelectionOptions = {},
  ): Promise<string[]> {
    const found: string[] = [];
    let after: string | null = null;
    do {
      const query = { userId, source, audience: { ...none, ...changes }, asOf, keys, after, limit, ...more };
      const page: { items: object[]; next: string | null } = await service.messenger.request(
        'audience.select',
        query as never,
      );
      for (const item of page.items as Record<string, unknown>[]) {
        const marks = ['suppressed', 'excluded'].filter((mark) => item[mark]);
        const variables = keys.length > 0 ? [JSON.stringify(item.variables)] : [];
        found.push([item.channel, item.address, ...marks, ...variables].join(' '));
      }
      after = page.next;
    } while (after !== null);
    return found.sort();
  }

  it('of a segment are its people with their memberships, each address once', async () => {
    await addPerson('ann', { country: 'DE', addresses: { EMAIL: ['ann@mail.test'], SMS: [PHONE] } });
    await addPerson('bob', { country: 'DE' });
    await addPerson('cid', { country: 'AT' });
    await addPerson('nomember', { country: 'DE' });
    for (const name of ['ann', 'bob', 'cid']) await join(group, name);
    await join(other, 'ann');
    await service.member(other, { channel: 'SMS', address: PHONE });
    const germans = await segment({ country: ['DE'] });
    const wanted = [`EMAIL ann@mail.test`, `EMAIL bob@mail.test`, `SMS ${PHONE}`].sort();
    expect(await selected({ segment: germans })).toEqual(wanted);
    expect(await selected({ segment: germans }, {}, { limit: 1 })).toEqual(wanted);
  });

  it('get the values of their oldest membership, and of the person', async () => {
    await addPerson('ann', { country: 'DE', attributes: { city: 'Oslo', name: 'Person' } });
    await join(group, 'ann', { name: 'First' });
    await join(other, 'ann', { name: 'Second' });
    const germans = await segment({ country: ['DE'] });
    expect(await selected({ segment: germans }, {}, { keys: ['name', 'city'] })).toEqual([
      'EMAIL ann@mail.test {"city":"Oslo","name":"First"}',
    ]);
  });

  it('are excluded by group, as people and not as addresses', async () => {
    await addPerson('ann', { addresses: { EMAIL: ['ann@mail.test'], SMS: [PHONE] } });
    await join(group, 'ann');
    await join(group, 'bob');
    await service.member(other, { channel: 'SMS', address: PHONE });
    const excluded = { excludeGroups: [other.id] };
    expect(await selected({ groupId: group.id }, excluded)).toEqual([
      'EMAIL ann@mail.test excluded',
      'EMAIL bob@mail.test',
    ]);
  });

  it('are excluded by segment, and marked as suppressed', async () => {
    await addPerson('ann', { country: 'DE' });
    await addPerson('bob', { country: 'AT' });
    for (const name of ['ann', 'bob', 'cid']) await join(group, name);
    await service.messenger.request('suppression.create', {
      ...{ id: newId(), userId, by, channel: 'EMAIL', address: 'bob@mail.test' },
    });
    const excluded = { excludeSegments: [await segment({ country: ['DE'] })] };
    expect(await selected({ groupId: group.id }, excluded)).toEqual([
      'EMAIL ann@mail.test excluded',
      'EMAIL bob@mail.test suppressed',
      'EMAIL cid@mail.test',
    ]);
  });

  it('follow the version of the segment that the campaign started with', async () => {
    await addPerson('ann', { country: 'DE' });
    await join(group, 'ann');
    const germans = await segment({ country: ['DE'] });
    const change = { by, userId, id: germans.id, conditions: { country: ['AT'] } };
    await service.messenger.request('segment.update', change);
    expect(await selected({ segment: germans })).toEqual(['EMAIL ann@mail.test']);
    await expect(selected({ segment: { ...germans, version: 2 } })).rejects.toEqual(
      code('segment_not_found'),
    );
  });

  it('are nobody, or all are excluded, if a group of the segment was deleted after the start', async () => {
    await addPerson('ann');
    await join(group, 'ann');
    const outside = await segment({ not: { group: other.id } });
    expect(await selected({ segment: outside })).toEqual(['EMAIL ann@mail.test']);
    expect(await selected({ groupId: group.id }, { excludeSegments: [outside] })).toEqual([
      'EMAIL ann@mail.test excluded',
    ]);
    await service.messenger.request('group.delete', { userId, id: other.id });
    expect(await selected({ segment: outside })).toEqual([]);
    expect(await selected({ groupId: group.id }, { excludeSegments: [outside] })).toEqual([
      'EMAIL ann@mail.test excluded',
    ]);
  });

  it('are nobody, or all are excluded, if an attribute of the segment was deleted after the start', async () => {
    await addPerson('ann', { attributes: { city: 'Oslo' } });
    await join(group, 'ann');
    const oslo = await segment({ attribute: 'city', is: ['Oslo'] });
    const others = await segment({ not: { attribute: 'city', is: ['Oslo'] } });
    expect(await selected({ segment: oslo })).toEqual(['EMAIL ann@mail.test']);
    const isGone = async (): Promise<boolean> => {
      const query = { userId, after: null, limit: 10 };
      return (await service.messenger.request('attribute.list', query)).items.length === 0;
    };
    await service.messenger.request('attribute.delete', { by, userId, name: 'city' });
    await eventually(isGone);
    for (const each of [oslo, others]) {
      expect(await selected({ segment: each })).toEqual([]);
      expect(await selected({ groupId: group.id }, { excludeSegments: [each] })).toEqual([
        'EMAIL ann@mail.test excluded',
      ]);
    }
  });

  /** The pages of a campaign to a segment, with one person each, and a change after the first page. */
  async function pagesAround(
    change: () => Promise<unknown>,
    query: { source: object; first?: object },
  ): Promise<{ address: string; personNumbers?: number[] }[]> {
    const found: { address: string; personNumbers?: number[] }[] = [];
    const asOf = new Date().toISOString();
    let after: string | null = null;
    for (let pages = 1; ; pages++) {
      const request = { userId, audience: none, asOf, keys: [], after, limit: 1, ...query };
      const page: Reply<'audience.select'> = await service.messenger.request(
        'audience.select',
        request as never,
      );
      found.push(...page.items);
      if (pages === 1) await change();
      if (page.next === null) return found;
      after = page.next;
    }
  }

  it('are matched by the values at that moment if an attribute gets another type during planning', async () => {
    for (const [name, visits] of Object.entries({ ann: '3', bob: '3', cid: 'none' })) {
      await addPerson(name, { attributes: { visits } });
      await join(group, name);
    }
    const change = { by, userId, name: 'visits', type: 'number' } as const;
    const retype = async (): Promise<void> => {
      const claim = jest.spyOn(service.part(AttributeChanges), 'claim').mockResolvedValue(null);
      await service.messenger.request('attribute.update', change);
      await expect(selected(source)).rejects.toEqual(code('service_unavailable'));
      claim.mockRestore();
      await eventually(async () => {
        const query = { userId, after: null, limit: 10 };
        return (await service.messenger.request('attribute.list', query)).items[0]?.converting === null;
      });
    };
    const either = {
      any: [
        { attribute: 'visits', is: ['3'] },
        { attribute: 'visits', number: { from: 3 } },
      ],
    };
    const source = { segment: await segment(either) };
    const found = await pagesAround(retype, { source });
    expect(found.map(({ address }) => address)).toEqual(['ann@mail.test', 'bob@mail.test']);
    const text = await segment({ attribute: 'visits', is: ['3', 'none'] });
    expect(await selected({ segment: text })).toEqual(['EMAIL cid@mail.test']);
  });

  it('wait until all people have an attribute with its new name', async () => {
    await addPerson('ann', { attributes: { city: 'Oslo' } });
    await join(group, 'ann');
    const old = await segment({ attribute: 'city', is: ['Oslo'] });
    const claim = jest.spyOn(service.part(AttributeChanges), 'claim').mockResolvedValue(null);
    const rename = { by, userId, name: 'city', newName: 'town' };
    await service.messenger.request('attribute.update', rename);
    const renamed = { excludeSegments: [await segment({ attribute: 'town', is: ['Oslo'] })] };
    await expect(selected({ groupId: group.id }, renamed)).rejects.toEqual(code('service_unavailable'));
    expect(await selected({ groupId: group.id }, { excludeSegments: [old] })).toEqual([
      'EMAIL ann@mail.test excluded',
    ]);
    claim.mockRestore();
    const excluded = () => selected({ groupId: group.id }, renamed).catch(() => []);
    await eventually(async () => (await excluded())[0] === 'EMAIL ann@mail.test excluded');
  });

  it('have the numbers of both people if they are merged during planning', async () => {
    const [ann, bob] = [await addPerson('ann', { country: 'DE' }), await addPerson('bob', { country: 'DE' })];
    for (const name of ['ann', 'bob']) await join(group, name);
    const source = { segment: await segment({ country: ['DE'] }) };
    const first = { order: ['EMAIL'], groupIds: null };
    const merge = () =>
      service.messenger.request('person.merge', { by, userId, id: bob.id, otherId: ann.id });
    const [reached, again] = await pagesAround(merge, { source, first });
    const [number] = reached?.personNumbers ?? [];
    expect(reached?.address).toBe('ann@mail.test');
    expect(again?.personNumbers).toContain(number);
    expect(again?.personNumbers).toHaveLength(2);
  });

  it('include the addresses of people who are merged into someone after that person’s page was planned', async () => {
    const people: Person[] = [];
    for (const name of ['ann', 'bob', 'cid']) {
      people.push(await addPerson(name, { country: name === 'cid' ? 'AT' : 'DE' }));
      await join(group, name);
    }
    const [ann, bob, cid] = people.map(({ id }) => id);
    const germans = await segment({ country: ['DE'] });
    const since = new Date().toISOString();
    const merge = (id = '', otherId = '') =>
      service.messenger.request('person.merge', { by, userId, id, otherId });
    const planned = await pagesAround(() => merge(ann, bob), { source: { segment: germans } });
    expect(planned.map(({ address }) => address)).toEqual(['ann@mail.test']);
    const merged = { mergedInto: [germans], since };
    const both = ['EMAIL ann@mail.test', 'EMAIL bob@mail.test'];
    expect(await selected(merged)).toEqual(both);
    expect(await selected(merged, {}, { limit: 1 })).toEqual(both);
    expect(await selected(merged, { excludeGroups: [group.id] })).toEqual(
      both.map((each) => `${each} excluded`),
    );
    expect(await selected({ mergedInto: [await segment({ country: ['AT'] })], since })).toEqual([]);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await selected({ mergedInto: [germans], since: later }, {}, { asOf: since })).toEqual([]);
    await merge(ann, cid);
    expect(await selected(merged)).toEqual([...both, 'EMAIL cid@mail.test']);
  });

  it('do not include people who were added after the start', async () => {
    const asOf = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await addPerson('late', { country: 'DE' });
    await join(group, 'late');
    const germans = await segment({ country: ['DE'] });
    expect(await selected({ segment: germans }, {}, { asOf })).toEqual([]);
    expect(await selected({ segment: germans })).toEqual(['EMAIL late@mail.test']);
  });

  it('are checked for values that a message needs, without those who are excluded', async () => {
    await addPerson('ann', { country: 'DE', attributes: { city: 'Oslo' } });
    await addPerson('bob', { country: 'DE' });
    await addPerson('cid', { country: 'AT' });
    for (const name of ['ann', 'bob', 'cid']) await join(group, name, { name });
    await join(other, 'bob');
    const germans = await segment({ country: ['DE'] });
    const needed = [{ channel: 'EMAIL' as const, key: 'city' }];
    const query = { userId, groupIds: [], needed, sms: null };
    const fields = (audience: Audience) =>
      service.messenger.request('audience.fields', { ...query, audience });
    const of = { ...none, segments: [germans.id] };
    expect(await fields(of)).toMatchObject({
      people: { EMAIL: 2 },
      isComplete: true,
      missing: [{ channel: 'EMAIL', key: 'city', people: 1 }],
    });
    expect(await fields({ ...of, excludeGroups: [other.id] })).toMatchObject({
      people: { EMAIL: 1 },
      missing: [],
    });
  });

  describe('who get one message each', () => {
    const ann = { addresses: { EMAIL: ['ann@mail.test', 'ann2@mail.test'], SMS: [PHONE] } };
    const suppress = (channel: 'EMAIL' | 'SMS', address: string) =>
      service.messenger.request('suppression.create', { id: newId(), userId, by, channel, address });
    /** The recipients of a group on the first of these channels. */
    const firsts = (
      order: string[],
      source: object = { groupId: group.id },
      groupIds: string[] | null = [group.id],
    ) => selected(source, {}, { first: { order, groupIds } });

    beforeEach(async () => {
      await addPerson('ann', ann);
      await service.member(group, { address: 'ann2@mail.test' });
      await join(group, 'ann');
      await service.member(group, { channel: 'SMS', address: PHONE });
      await join(group, 'bob');
    });

    it('get it on the first channel, at the preferred address', async () => {
      expect(await firsts(['EMAIL', 'SMS'])).toEqual(['EMAIL ann@mail.test', 'EMAIL bob@mail.test']);
      expect(await firsts(['SMS', 'EMAIL'])).toEqual(['EMAIL bob@mail.test', `SMS ${PHONE}`]);
    });

    it('get it on the first channel that reaches them', async () => {
      await suppress('EMAIL', 'ann@mail.test');
      expect(await firsts(['EMAIL', 'SMS'])).toEqual(['EMAIL ann2@mail.test', 'EMAIL bob@mail.test']);
      await suppress('EMAIL', 'ann2@mail.test');
      expect(await firsts(['EMAIL', 'SMS'])).toEqual(['EMAIL bob@mail.test', `SMS ${PHONE}`]);
    });

    it('are suppressed on the first channel if none reaches them', async () => {
      await suppress('EMAIL', 'ann@mail.test');
      await suppress('EMAIL', 'ann2@mail.test');
      await suppress('SMS', PHONE);
      expect(await firsts(['SMS', 'EMAIL'])).toEqual(['EMAIL bob@mail.test', `SMS ${PHONE} suppressed`]);
    });

    it('get it at addresses in the groups of the campaign only, or in any group for segments', async () => {
      await addPerson('cid', { addresses: { EMAIL: ['cid@mail.test'], SMS: ['+4915112345679'] } });
      await join(group, 'cid');
      await service.member(other, { channel: 'SMS', address: '+4915112345679' });
      expect(await firsts(['SMS', 'EMAIL'])).toContain('EMAIL cid@mail.test');
      const everyone = await segment({ all: [] });
      expect(await firsts(['SMS', 'EMAIL'], { segment: everyone }, null)).toEqual([
        'EMAIL bob@mail.test',
        `SMS ${PHONE}`,
        'SMS +4915112345679',
      ]);
    });

    it('are counted once, on that channel', async () => {
      const audience = { ...none, first: { order: ['SMS' as const, 'EMAIL' as const], fallbackHours: null } };
      const groupIds = [group.id, other.id];
      await join(other, 'ann');
      const query = { userId, groupIds, audience, usable: ['EMAIL' as const, 'SMS' as const] };
      const { channels } = await service.messenger.request('audience.count-selected', query);
      expect([channels.SMS.distinct, channels.EMAIL.distinct]).toEqual([1, 1]);
    });

    it('get it on the next channel after a failure, if the address is still theirs', async () => {
      const { items } = await service.messenger.request('audience.select', {
        ...{
          userId,
          source: { groupId: group.id },
          audience: { ...none, segments: [], excludeSegments: [] },
          asOf: new Date().toISOString(),
        },
        ...{ keys: [], after: null, limit: 10, first: { order: ['EMAIL', 'SMS'], groupIds: [group.id] } },
      });
      const [personNumber = 0] =
        items.find(({ address }) => address === 'ann@mail.test')?.personNumbers ?? [];
      const failed = (number: number) =>
        firsts(['SMS'], { failed: [{ personNumber: number, address: 'ann@mail.test' }] });
      expect(await failed(personNumber)).toEqual([`SMS ${PHONE}`]);
      expect(await failed(personNumber + 1_000)).toEqual([]);
    });
  });

  it('are counted with the same rules', async () => {
    await addPerson('ann', { country: 'DE' });
    await addPerson('bob', { country: 'AT' });
    for (const name of ['ann', 'bob', 'cid']) await join(group, name);
    await join(other, 'bob');
    await service.messenger.request('suppression.create', {
      ...{ id: newId(), userId, by, channel: 'EMAIL', address: 'cid@mail.test' },
    });
    const germans = await segment({ country: ['DE'] });
    const query = { userId, groupIds: [group.id] };
    const audience = { ...none, segments: [germans.id, newId()], excludeGroups: [other.id] };
    const { isComplete, channels } = await service.messenger.request('audience.count-selected', {
      ...query,
      ...{ audience, usable: ['EMAIL'] },
    });
    expect(isComplete).toBe(true);
    expect(channels.EMAIL).toEqual({ distinct: 3, excluded: 1, suppressed: 1 });
    expect(channels.SMS).toEqual({ distinct: 0, excluded: 0, suppressed: 0 });
  });
});
