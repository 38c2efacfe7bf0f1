import {
  type Audience,
  type AudienceMember,
  type AudienceSource,
  type Channel,
  type Group,
  type Payload,
  type Reply,
  type SegmentTree,
  channels,
  eachChannel,
  memberSkipReason,
  newId,
} from '@carillon/contracts';
import { someone } from '@carillon/testing/someone';
import { eventually } from '@carillon/testing';
import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { SelectAudience } from '../src/audience';
import { ServiceWindows } from '../src/inbound';
import { SubscriberService } from './subscriber-service';

type Query = Payload<'audience.rehearse'>;
type Rehearsal = Reply<'audience.rehearse'>;

const allSent: Query['skipped'] = eachChannel(() => null);
const none: Audience = { segments: [], excludeGroups: [], excludeSegments: [], topicId: null };
const anId = expect.any(String) as string;
const PHONE = '+4915112345678';

let service: SubscriberService;
let userId: string;
let group: Group;
let other: Group;
beforeAll(async () => {
  service = await SubscriberService.start();
});
beforeEach(async () => {
  userId = newId();
  group = await service.group(userId, { name: 'All', slug: 'all' });
  other = await service.group(userId, { name: 'Other', slug: 'other' });
});
afterAll(() => service.stop());

const rehearse = (changes: Partial<Query> = {}): Promise<Rehearsal> =>
  service.messenger.request('audience.rehearse', {
    ...{ userId, groupIds: [group.id], skipped: allSent, needed: [], texts: [] },
    ...changes,
  });
const join = (to: Group, name: string, extraData = {}) =>
  service.member(to, { address: `${name}@mail.test`, extraData });
const joinByPhone = (to: Group, address = PHONE, extraData = {}, channel: Channel = 'SMS') =>
  service.member(to, { channel, address, extraData });
const addPerson = (values: Partial<Payload<'person.create'>>) =>
  service.messenger.request('person.create', { userId, id: newId(), ...values });
const suppress = (address: string) =>
  service.messenger.request('suppression.create', {
    ...{ id: newId(), userId, by: someone, channel: 'EMAIL', address },
  });
const choose = (address: string, changes: Partial<Payload<'preferences.save'>>) =>
  service.messenger.request('preferences.save', {
    ...{ userId, address, campaignId: newId(), at: new Date().toISOString() },
    ...{ leave: [], join: [], turnOff: [], turnOn: [], ...changes },
  });
const topic = async (): Promise<string> => {
  const created = { id: newId(), userId, by: someone, name: 'Offers', description: '' };
  return (await service.messenger.request('topic.create', created)).id;
};
const segment = async (conditions: SegmentTree): Promise<string> => {
  const created = { by: someone, userId, id: newId(), name: 'x', conditions };
  return (await service.messenger.request('segment.create', created)).id;
};
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();
const unreached = ({ channels: counts }: Rehearsal, channel: Channel = 'EMAIL') =>
  counts[channel].unreached.map(({ state, reason, count }) => `${state} ${reason} ${count}`).sort();

describe('a rehearsal', () => {
  it('counts whom the campaign reaches, whom it does not, and why', async () => {
    const topicId = await topic();
    await addPerson({ addresses: { EMAIL: ['eve@mail.test', 'eve.other@mail.test'] } });
    for (const name of ['ann', 'bob', 'cid', 'dan', 'eve', 'fay']) await join(group, name);
    await join(other, 'ann');
    await suppress('bob@mail.test');
    await choose('cid@mail.test', { leave: [topicId] });
    await choose('dan@mail.test', { snoozeUntil: tomorrow() });
    await join(other, 'eve.other');
    const audience = { ...none, excludeGroups: [other.id], topicId };
    const rehearsal = await rehearse({ audience });
    expect(rehearsal).toMatchObject({
      isComplete: true,
      channels: { EMAIL: { members: 6, total: 6, reached: 1 }, SMS: { total: 0, reached: 0, unreached: [] } },
      missing: [],
      sms: null,
    });
    expect(unreached(rehearsal)).toEqual([
      'SKIPPED EXCLUDED 2',
      'SKIPPED SNOOZED 1',
      'SKIPPED SUPPRESSED 1',
      'SKIPPED TOPIC_OPTED_OUT 1',
    ]);
    expect(Date.parse(rehearsal.asOf)).toBeLessThanOrEqual(Date.now());
  });

  it('counts an address in several groups and segments once, and its memberships', async () => {
    await addPerson({ country: 'DE', addresses: { EMAIL: ['ann@mail.test'] } });
    for (const to of [group, other]) await join(to, 'ann');
    await joinByPhone(group);
    await joinByPhone(other, PHONE, {}, 'WHATSAPP');
    const audience = { ...none, segments: [await segment({ country: ['DE'] })] };
    const { channels: counts } = await rehearse({ groupIds: [group.id, other.id], audience });
    expect(counts).toMatchObject({
      EMAIL: { members: 3, total: 1, reached: 1 },
      SMS: { members: 1, total: 1, reached: 1 },
      WHATSAPP: { members: 1, total: 1, reached: 1 },
    });
  });

  it('gives the reason of a channel precedence, as planning does', async () => {
    await join(group, 'ann');
    await suppress('ann@mail.test');
    await joinByPhone(group);
    const skipped: Query['skipped'] = { EMAIL: 'NO_MESSAGE', SMS: 'NO_INTEGRATION', WHATSAPP: null };
    const rehearsal = await rehearse({ skipped, texts: [{ channel: 'SMS', text: 'x' }] });
    expect(unreached(rehearsal)).toEqual(['SKIPPED NO_MESSAGE 1']);
    expect(unreached(rehearsal, 'SMS')).toEqual(['SKIPPED NO_INTEGRATION 1']);
    expect(rehearsal.sms).toEqual({ segments: 0, longest: 0 });
  });

  it('shows five people for each reason, with their names', async () => {
    const person = await addPerson({
      addresses: { EMAIL: ['p0@mail.test'] },
      attributes: { firstName: 'Ada', lastName: 'Lovelace' },
    });
    for (let n = 0; n < 7; n++) await join(group, `p${n}`, n === 1 ? { name: ' Bob ' } : {});
    for (let n = 0; n < 7; n++) await suppress(`p${n}@mail.test`);
    const { channels: counts } = await rehearse();
    const [row] = counts.EMAIL.unreached;
    expect(row).toMatchObject({ reason: 'SUPPRESSED', count: 7 });
    expect(row?.people).toHaveLength(5);
    expect(row?.people.slice(0, 3)).toEqual([
      { personId: person.id, subscriberId: anId, address: 'p0@mail.test', name: 'Ada Lovelace' },
      { personId: anId, subscriberId: anId, address: 'p1@mail.test', name: 'Bob' },
      { personId: anId, subscriberId: anId, address: 'p2@mail.test', name: null },
    ]);
  });

  it('fills in the texts for each recipient: their segments, and those that cannot be sent', async () => {
    await joinByPhone(group, '+4915100000001', { text: 'x'.repeat(200) });
    await joinByPhone(group, '+4915100000002', { text: 'x' });
    await joinByPhone(group, '+4915100000003');
    await joinByPhone(group, '+4915100000004', { text: 'x'.repeat(2_000) });
    const rehearsal = await rehearse({ texts: [{ channel: 'SMS', text: '{{text|}}' }] });
    expect(rehearsal.channels.SMS.reached).toBe(2);
    expect(unreached(rehearsal, 'SMS')).toEqual(['FAILED EMPTY_MESSAGE 1', 'FAILED MESSAGE_TOO_LONG 1']);
    expect(rehearsal.sms).toEqual({ segments: 3, longest: 2 });
  });

  it('counts recipients to whom WhatsApp accepts no free text, among those who get it', async () => {
    const phones = ['+4915100000001', '+4915100000002', '+4915100000003'];
    for (const phone of phones) await joinByPhone(group, phone, {}, 'WHATSAPP');
    await service.part(ServiceWindows).note(userId, '+4915100000001', new Date());
    await service.part(ServiceWindows).note(userId, '+4915100000002', new Date(Date.now() - 25 * 3_600_000));
    const texts = [{ channel: 'WHATSAPP' as const, text: 'Hi' }];
    expect(await rehearse({ texts })).toMatchObject({ outsideWindow: 2, sms: null });
    const nobody: Query['skipped'] = { ...allSent, WHATSAPP: 'NO_INTEGRATION' };
    expect(await rehearse({ texts, skipped: nobody })).toMatchObject({ outsideWindow: 0 });
    expect(await rehearse()).toMatchObject({ outsideWindow: null });
  });

  it('counts recipients without a value that the message needs, among those who get it', async () => {
    await addPerson({ addresses: { EMAIL: ['ann@mail.test'] }, attributes: { city: 'Oslo' } });
    for (const name of ['ann', 'bob', 'cid']) await join(group, name);
    await suppress('cid@mail.test');
    const { missing } = await rehearse({
      needed: [
        { channel: 'EMAIL', key: 'city' },
        { channel: 'SMS', key: 'city' },
      ],
    });
    expect(missing).toMatchObject([
      { channel: 'EMAIL', key: 'city', count: 1, people: [{ address: 'bob@mail.test' }] },
    ]);
  });

  it('stores nothing', async () => {
    await addPerson({ country: 'DE', addresses: { EMAIL: ['ann@mail.test'] } });
    await join(group, 'ann');
    const germans = await segment({ country: ['DE'] });
    const audience = { ...none, segments: [germans], excludeSegments: [germans] };
    expect(unreached(await rehearse({ audience }))).toEqual(['SKIPPED EXCLUDED 1']);
    const versions = { userId: new ObjectId(userId) };
    expect(await service.stored('segmentVersions').countDocuments(versions)).toBe(0);
  });

  it('reaches nobody of groups of another account, or of segments that no longer exist', async () => {
    const foreign = await service.group(newId());
    await service.member(foreign);
    const { channels: counts } = await rehearse({
      groupIds: [foreign.id, newId()],
      audience: { ...none, segments: [newId()] },
    });
    expect(counts).toEqual(eachChannel(() => ({ members: 0, total: 0, reached: 0, unreached: [] })));
  });

  it('is a lower bound while it takes longer, and continues meanwhile', async () => {
    await join(group, 'ann');
    await join(other, 'bob');
    const select = service.part(SelectAudience);
    const pages = select.pages.bind(select);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const walks = jest.spyOn(select, 'pages').mockImplementation(async function* (draft) {
      let isFirst = true;
      for await (const page of pages(draft)) {
        if (!isFirst) await gate;
        isFirst = false;
        yield page;
      }
    });
    const both = { groupIds: [group.id, other.id] };
    const partial = await rehearse(both);
    expect([partial.isComplete, partial.channels.EMAIL.reached]).toEqual([false, 1]);
    release();
    await eventually(async () => (await rehearse(both)).isComplete);
    expect(walks).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });
});

/** What planning would do with each address or person, by the pages of the planner. */
async function planned(
  groupIds: string[],
  audience: Audience,
  usable: readonly Channel[] = channels,
): Promise<Record<string, number>> {
  const { segments, excludeSegments } = audience;
  const ids = [...new Set([...segments, ...excludeSegments])];
  const { found } = await service.messenger.request('segment.resolve', { userId, ids });
  const frozen = (of: string[]) => found.filter(({ id }) => of.includes(id));
  const sources: AudienceSource[] = [
    ...groupIds.map((groupId) => ({ groupId })),
    ...frozen(segments).map((each) => ({ segment: each })),
  ];
  const first = audience.first && {
    order: audience.first.order.filter((channel) => usable.includes(channel)),
    groupIds: segments.length > 0 ? null : groupIds,
  };
  const asOf = new Date().toISOString();
  const results: AudienceMember[] = [];
  const known = new Set<string>();
  for (const source of sources) {
    const query = {
      ...{ userId, source, asOf, keys: [], after: null, limit: 1_000, ...(first && { first }) },
      audience: { ...audience, segments: frozen(segments), excludeSegments: frozen(excludeSegments) },
    };
    for (const member of (await service.messenger.request('audience.select', query)).items) {
      const keys = [`${member.channel} ${member.address}`, ...(member.personNumbers ?? []).map(String)];
      if (!keys.some((key) => known.has(key))) results.push(member);
      for (const key of keys) known.add(key);
    }
  }
  const counts: Record<string, number> = {};
  for (const member of results) {
    const result = `${member.channel} ${memberSkipReason(member) ?? 'REACHED'}`;
    counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
}

function countsOf({ channels: counts }: Rehearsal): Record<string, number> {
  const rows = channels.flatMap((channel) => [
    [`${channel} REACHED`, counts[channel].reached] as const,
    ...counts[channel].unreached.map(({ reason, count }) => [`${channel} ${reason}`, count] as const),
  ]);
  return Object.fromEntries(rows.filter(([, count]) => count > 0));
}

const PEOPLE = 6;
const some = () => fc.subarray(Array.from({ length: PEOPLE }, (_, n) => n));

describe('the audience of a campaign with an order of channels', () => {
  it('counts each person once, on the channel that the campaign would use', async () => {
    await addPerson({ addresses: { EMAIL: ['ann@mail.test'], SMS: [PHONE] } });
    await addPerson({ addresses: { EMAIL: ['bob@mail.test', 'bob.other@mail.test'] } });
    for (const name of ['ann', 'bob', 'bob.other']) await join(group, name);
    await joinByPhone(group);
    const audience = { ...none, first: { order: ['SMS' as const, 'EMAIL' as const], fallbackHours: null } };
    const count = async (usable: Channel[]) => {
      const query = { userId, groupIds: [group.id], audience, usable };
      const { channels: counts } = await service.messenger.request('audience.count-selected', query);
      return [counts.SMS, counts.EMAIL];
    };
    const reached = (distinct: number) => ({ distinct, excluded: 0, suppressed: 0 });
    expect(await count(['EMAIL', 'SMS'])).toEqual([reached(1), reached(1)]);
    expect(await count(['EMAIL'])).toEqual([reached(0), reached(2)]);
    await suppress('ann@mail.test');
    expect(await count(['EMAIL'])).toEqual([reached(0), { distinct: 2, excluded: 0, suppressed: 1 }]);
    expect(await count([])).toEqual([reached(0), { distinct: 2, excluded: 0, suppressed: 1 }]);
  });

  it('has the fields of each person once', async () => {
    await addPerson({ addresses: { EMAIL: ['ann@mail.test'], SMS: [PHONE] }, attributes: { city: 'Oslo' } });
    await join(group, 'ann');
    await joinByPhone(group);
    const audience = { ...none, first: { order: ['SMS' as const, 'EMAIL' as const], fallbackHours: null } };
    const query = { userId, groupIds: [group.id], audience, needed: [], sms: null };
    const fields = (usable: Channel[]) => service.messenger.request('audience.fields', { ...query, usable });
    expect((await fields(['SMS', 'EMAIL'])).people).toEqual({ EMAIL: 0, WHATSAPP: 0, SMS: 1 });
    expect((await fields(['EMAIL'])).people).toEqual({ EMAIL: 1, WHATSAPP: 0, SMS: 0 });
  });
});

describe('a rehearsal of any audience', () => {
  it('matches what is planned, and the counts of the audience', async () => {
    const choices = fc.record({
      ...{ inGroup: some(), inOther: some(), withPhone: some(), germans: some() },
      ...{ suppressed: some(), left: some(), snoozed: some() },
      targets: fc.record({
        groups: fc.subarray(['all', 'other']),
        excludesOther: fc.boolean(),
        segment: fc.constantFrom('none', 'target', 'excluded'),
        hasTopic: fc.boolean(),
        order: fc.constantFrom<Channel[] | null>(
          null,
          ['SMS', 'EMAIL', 'WHATSAPP'],
          ['EMAIL', 'WHATSAPP', 'SMS'],
        ),
        usable: fc.subarray([...channels]),
      }),
    });
    const property = fc.asyncProperty(choices, async ({ targets, ...of }) => {
      userId = newId();
      group = await service.group(userId, { name: 'All', slug: 'all' });
      other = await service.group(userId, { name: 'Other', slug: 'other' });
      const topicId = await topic();
      for (let n = 0; n < PEOPLE; n++) {
        const [email, phone] = [`p${n}@mail.test`, `+491511234567${n}`];
        await addPerson({
          addresses: { EMAIL: [email], ...(of.withPhone.includes(n) && { SMS: [phone] }) },
          ...(of.germans.includes(n) && { country: 'DE' }),
        });
        for (const [to, members] of [[group, of.inGroup] as const, [other, of.inOther] as const]) {
          if (!members.includes(n)) continue;
          await service.member(to, { address: email });
          if (of.withPhone.includes(n)) await joinByPhone(to, phone);
        }
        if (of.suppressed.includes(n)) await suppress(email);
        if (of.left.includes(n)) await choose(email, { leave: [topicId] });
        if (of.snoozed.includes(n)) await choose(email, { snoozeUntil: tomorrow() });
      }
      const germans = await segment({ country: ['DE'] });
      const groupIds = targets.groups.map((slug) => (slug === 'all' ? group.id : other.id));
      const audience: Audience = {
        segments: targets.segment === 'target' ? [germans] : [],
        excludeGroups: targets.excludesOther ? [other.id] : [],
        excludeSegments: targets.segment === 'excluded' ? [germans] : [],
        topicId: targets.hasTopic ? topicId : null,
        ...(targets.order && { first: { order: targets.order, fallbackHours: null } }),
      };
      const rehearsal = await rehearse({ groupIds, audience });
      expect(countsOf(rehearsal)).toEqual(await planned(groupIds, audience));
      const selected = await service.messenger.request('audience.count-selected', {
        ...{ userId, groupIds, audience, usable: targets.usable },
      });
      const expected = await planned(groupIds, audience, targets.usable);
      const counted = await service.messenger.request('audience.count', { userId, groupIds });
      const byGroups = await rehearse({ groupIds });
      for (const channel of channels) {
        const { distinct, excluded, suppressed } = selected.channels[channel];
        const results = Object.entries(expected).filter(([result]) => result.startsWith(`${channel} `));
        expect(distinct).toBe(results.reduce((sum, [, count]) => sum + count, 0));
        expect(excluded).toBe(expected[`${channel} EXCLUDED`] ?? 0);
        expect(distinct - excluded - suppressed).toBe(expected[`${channel} REACHED`] ?? 0);
        const ofGroups = byGroups.channels[channel];
        expect(counted[channel]).toEqual({
          members: ofGroups.members,
          distinct: ofGroups.total,
          suppressed: ofGroups.total - ofGroups.reached,
        });
      }
    });
    await fc.assert(property, { numRuns: 15 });
  });
});
