import { LOCALE } from '@carillon/content';
import { getConnectionToken } from '@nestjs/mongoose';
import { ObjectId } from 'mongodb';
import type { Connection } from 'mongoose';
import {
  type AuditNote,
  type Channel,
  type Group,
  type Payload,
  type Person,
  newId,
} from '@carillon/contracts';
import { OtherServices, eventually, someone } from '@carillon/testing';
import { addPeopleOfMembers } from '../src/identity/add-people-of-members';
import { Importing } from './importing';
import { SubscriberService, code } from './subscriber-service';

let service: SubscriberService;
beforeAll(async () => {
  service = await SubscriberService.start();
});
afterAll(() => service.stop());

let userId: string;
let group: Group;
let importing: Importing;
beforeEach(async () => {
  userId = newId();
  group = await service.group(userId);
  importing = new Importing(service, userId, group);
});

const PHONE = '+4915112345678';

async function people(filter: Partial<Payload<'person.list'>> = {}): Promise<Person[]> {
  const query = { userId, address: null, externalId: null, after: null, limit: 1000, ...filter };
  return (await service.messenger.request('person.list', query)).items;
}

async function members(of: Pick<Group, 'id'> = group): Promise<string[]> {
  const query = { userId, groupId: of.id, channel: null, after: null, limit: 1000 };
  const { items } = await service.messenger.request('subscriber.list', query);
  return items.map(({ channel, address }) => `${channel} ${address}`);
}

const create = (values: Partial<Payload<'person.create'>>): Promise<Person> =>
  service.messenger.request('person.create', { userId, id: newId(), ...values });
const update = (id: string, values: Partial<Payload<'person.update'>>): Promise<Person> =>
  service.messenger.request('person.update', { userId, id, ...values });

const shown = ({ channels, attributes }: Person): [string[], object] => [
  channels.map(({ channel, address }) => `${channel} ${address}`),
  attributes,
];

describe('the people of a group', () => {
  const page = (query: Partial<Payload<'group.people'>> = {}) =>
    service.messenger.request('group.people', {
      ...{ userId, groupId: group.id, search: null, after: null, limit: 100, ...query },
    });
  type GroupPerson = Awaited<ReturnType<typeof page>>['items'][number];
  const inGroup = ({ person, memberships }: GroupPerson) => [
    person?.channels.map(({ address }) => address),
    memberships.map(({ channel, address }) => `${channel} ${address}`),
  ];
  const PHONE_2 = '+4915112345670';

  it('are listed once with all their addresses, by their first membership, page by page', async () => {
    const other = await service.group(userId, { name: 'Other', slug: 'other' });
    await service.member(group, { address: 'ann@mail.test' });
    await service.member(group, { address: 'bob@mail.test' });
    await service.member(group, { channel: 'SMS', address: PHONE });
    await service.member(group, { channel: 'WHATSAPP', address: PHONE });
    await service.member(other, { address: 'zoe@mail.test' });
    const [ann, , phone] = await people();
    await service.messenger.request('person.merge', {
      ...{ by: someone, userId, id: ann?.id ?? '', otherId: phone?.id ?? '' },
    });
    const expected = [
      [
        ['ann@mail.test', PHONE, PHONE],
        ['EMAIL ann@mail.test', `SMS ${PHONE}`, `WHATSAPP ${PHONE}`],
      ],
      [['bob@mail.test'], ['EMAIL bob@mail.test']],
    ];
    expect((await page()).items.map(inGroup)).toEqual(expected);
    const first = await page({ limit: 1 });
    expect(first.next).not.toBeNull();
    const second = await page({ limit: 1, after: first.next });
    expect([...first.items, ...second.items].map(inGroup)).toEqual(expected);
    expect(second.next).toBeNull();
    expect((await page({ groupId: other.id })).items.map(inGroup)).toEqual([
      [['zoe@mail.test'], ['EMAIL zoe@mail.test']],
    ]);
  });

  it('are found by the names of their attributes and of their memberships, only in the group', async () => {
    const other = await service.group(userId, { name: 'Other', slug: 'other' });
    await create({
      addresses: { EMAIL: ['a@mail.test'] },
      externalId: 'K-7',
      attributes: { name: 'Ann Smith' },
    });
    await create({ addresses: { EMAIL: ['b@mail.test'] }, attributes: { name: 'Bea Smith' } });
    await service.member(group, { address: 'a@mail.test' });
    await service.member(other, { address: 'b@mail.test' });
    await service.member(group, { address: 'c@mail.test', extraData: { Vorname: 'Smilla' } });
    const found = async (search: string) =>
      (await page({ search })).items.map(({ memberships: [first] }) => first?.address);
    expect(await found('smi')).toEqual(['a@mail.test', 'c@mail.test']);
    expect(await found('ann smith')).toEqual(['a@mail.test']);
    expect(await found('k-7')).toEqual(['a@mail.test']);
    expect(await found('bea')).toEqual([]);
    expect((await page({ search: 'smi', limit: 1 })).items).toHaveLength(1);
  });

  it('are more than one read takes, each once, also those whose addresses joined long after each other', async () => {
    const many = Array.from({ length: 450 }, (_, n) => `p${n}@mail.test`);
    for (const address of many) await service.member(group, { address });
    const first = (await page({ search: 'p0' })).items[0]?.person?.id ?? '';
    await update(first, { addresses: { SMS: [PHONE_2] } });
    await service.member(group, { channel: 'SMS', address: PHONE_2 });
    const { items, next } = await page({ limit: 1000 });
    expect(next).toBeNull();
    expect(items.map(({ person }) => person?.channels[0]?.address)).toEqual(many);
    expect(items[0] && inGroup(items[0])[1]).toEqual(['EMAIL p0@mail.test', `SMS ${PHONE_2}`]);
  });

  it('are also listed and found if an upgrade has not added them yet', async () => {
    await service.member(group, { address: 'ann@mail.test' });
    await service.member(group, { channel: 'SMS', address: PHONE });
    await service.member(group, { channel: 'WHATSAPP', address: PHONE });
    await service.stored('people').deleteMany({ userId: new ObjectId(userId) });
    const expected = [
      [undefined, ['EMAIL ann@mail.test']],
      [undefined, [`SMS ${PHONE}`, `WHATSAPP ${PHONE}`]],
    ];
    expect((await page()).items.map(inGroup)).toEqual(expected);
    expect((await page({ search: 'ann' })).items.map(inGroup)).toEqual(expected.slice(0, 1));
  });

  it('are those of one account', async () => {
    await service.member(group, { address: 'ann@mail.test' });
    for (const search of [null, 'ann'])
      await expect(page({ userId: newId(), search })).rejects.toEqual(code('group_not_found'));
  });

  it('are listed in pages of a limited size', async () => {
    const extraData = { text: 'x'.repeat(15_000) };
    for (let n = 0; n < 80; n++) await service.member(group, { address: `p${n}@mail.test`, extraData });
    const first = await page();
    expect(first.items.length).toBeLessThan(75);
    const second = await page({ after: first.next });
    expect([first.items.length + second.items.length, second.next]).toEqual([80, null]);
  });
});

describe('the person of a member', () => {
  it('exists as soon as an address is added to a group, once for all groups', async () => {
    const other = await service.group(userId, { name: 'Other', slug: 'other' });
    await service.member(group, { address: 'ann@mail.test' });
    await service.member(other, { address: 'ann@mail.test' });
    expect((await people()).map(shown)).toEqual([[['EMAIL ann@mail.test'], {}]]);
  });

  it('is the same on SMS and WhatsApp for one phone number', async () => {
    await service.member(group, { channel: 'SMS', address: PHONE });
    await service.member(group, { channel: 'WHATSAPP', address: PHONE });
    expect((await people()).map(shown)).toEqual([[[`SMS ${PHONE}`, `WHATSAPP ${PHONE}`], {}]]);
  });

  it('is added once by concurrent requests', async () => {
    const groups = await Promise.all(
      Array.from({ length: 20 }, (_, n) => service.group(userId, { name: `G${n}`, slug: `g${n}` })),
    );
    await Promise.all(groups.map((each) => service.member(each, { address: 'ann@mail.test' })));
    expect(await people()).toHaveLength(1);
  });

  it('belongs to one user', async () => {
    await service.member(group, { address: 'ann@mail.test' });
    const [ann] = await people();
    const other = newId();
    const id = ann?.id ?? '';
    await expect(service.messenger.request('person.get', { userId: other, id })).rejects.toEqual(
      code('person_not_found'),
    );
    await expect(
      service.messenger.request('person.update', { userId: other, id, locale: 'de' }),
    ).rejects.toEqual(code('person_not_found'));
    expect(await service.messenger.request('person.delete', { userId: other, id })).toEqual({ ids: [] });
    expect(await people({ userId: other })).toEqual([]);
    expect(await people()).toHaveLength(1);
  });

  it('is added by the migration for members that were added before', async () => {
    await service.member(group, { address: 'ann@mail.test' });
    await service.member(group, { channel: 'SMS', address: PHONE });
    await service.member(group, { channel: 'WHATSAPP', address: PHONE });
    const user = new ObjectId(userId);
    await service.stored('people').deleteMany({ userId: user });
    const log = { info: () => undefined };
    const connection = service.part<Connection>(getConnectionToken() as never);
    const never = new AbortController().signal;
    for (let run = 0; run < 2; run++) await addPeopleOfMembers.run(connection, never, log as never);
    expect((await people()).map(shown)).toEqual([
      [['EMAIL ann@mail.test'], {}],
      [[`SMS ${PHONE}`, `WHATSAPP ${PHONE}`], {}],
    ]);
    const added = await service.stored('people').find({ userId: user }).toArray();
    expect(added.flatMap(({ n }) => n as number[]).sort()).toEqual([3, 4]);
  });
});

describe('the number of a person', () => {
  const numbers = async (): Promise<number[][]> => {
    const ofUser = { userId: new ObjectId(userId) };
    const found = await service.stored('people').find(ofUser).sort({ _id: 1 }).toArray();
    return found.map(({ n }) => n as number[]);
  };

  it('is the next one of the user, however the person is added', async () => {
    await service.member(group, { address: 'ann@mail.test' });
    await create({ addresses: { EMAIL: ['bob@mail.test'] } });
    await importing.run('email\ncarl@mail.test\ndora@mail.test\n');
    expect((await numbers()).flat().sort()).toEqual([1, 2, 3, 4]);
  });

  it('is never given to another person', async () => {
    const ann = await create({ addresses: { EMAIL: ['ann@mail.test'] } });
    await service.messenger.request('person.delete', { userId, id: ann.id });
    await create({ addresses: { EMAIL: ['ann@mail.test'] } });
    expect(await numbers()).toEqual([[2]]);
  });

  it('is unique among people who are added concurrently', async () => {
    const addresses = Array.from({ length: 20 }, (_, n) => `p${n}@mail.test`);
    await Promise.all(addresses.map((address) => create({ addresses: { EMAIL: [address] } })));
    expect(new Set((await numbers()).flat()).size).toBe(20);
  });

  it('stays with the person after a merge and an update, with the numbers of merged people', async () => {
    const [ann, bob] = [
      await create({ addresses: { EMAIL: ['ann@mail.test'] } }),
      await create({ addresses: { SMS: [PHONE] } }),
    ];
    const by = { role: 'user' as const, keyId: newId() };
    await service.messenger.request('person.merge', { by, userId, id: bob.id, otherId: ann.id });
    await update(bob.id, { country: 'DE' });
    expect(await numbers()).toEqual([[2, 1]]);
  });

  it('is replaced when one of several addresses is erased', async () => {
    await create({ addresses: { EMAIL: ['ann@mail.test'], SMS: [PHONE] } });
    await service.messenger.request('erasure.step-in-subscriber', {
      erasureId: newId(),
      userId,
      address: 'ann@mail.test',
      after: null,
      begunAt: new Date().toISOString(),
      repeatsAfterMs: 0,
    });
    expect(await numbers()).toEqual([[2]]);
  });
});

describe('importing people with all channels', () => {
  it('makes one person and a member for each address of a line', async () => {
    const file = `email,phone,whatsapp,externalId,Stadt\nann@mail.test,${PHONE},${PHONE},7,Köln\nbob@mail.test,,,,Bonn\n`;
    expect(await importing.run(file)).toEqual({ state: 'DONE', lines: 2, created: 2 });
    expect((await people()).map(shown)).toEqual([
      [['EMAIL ann@mail.test', `SMS ${PHONE}`, `WHATSAPP ${PHONE}`], { Stadt: 'Köln' }],
      [['EMAIL bob@mail.test'], { Stadt: 'Bonn' }],
    ]);
    expect(await people({ externalId: '7' })).toMatchObject([{ channels: [{}, {}, {}] }]);
    expect((await members()).sort()).toEqual(
      ['EMAIL ann@mail.test', 'EMAIL bob@mail.test', `SMS ${PHONE}`, `WHATSAPP ${PHONE}`].sort(),
    );
  });

  it('makes members that a search finds by the name of the person', async () => {
    await importing.run('email,phone,Vorname\nann@mail.test,+4915112345678,Annegret\n');
    const query = { userId, search: 'annegr', groupId: group.id, channel: null, limit: 10 };
    const { items } = await service.messenger.request('subscriber.search', query);
    expect(items.map(({ channel }) => channel).sort()).toEqual(['EMAIL', 'SMS']);
  });

  it('changes nothing when the same file is imported again', async () => {
    const file = `email,phone,city\nann@mail.test,${PHONE},Oslo\n`;
    await importing.run(file);
    const before = await people();
    expect(await importing.run(file)).toEqual({ state: 'DONE', lines: 1, skipped: 1 });
    expect(await people()).toEqual(before);
    expect(await members()).toHaveLength(2);
  });

  it('adds addresses of a known person, and values only if the import updates', async () => {
    await importing.run('email,city\nann@mail.test,Oslo\n');
    const file = `email,phone,city,plan\nann@mail.test,${PHONE},Bergen,gold\n`;
    expect(await importing.run(file)).toEqual({ state: 'DONE', lines: 1, created: 1 });
    expect((await people()).map(shown)).toEqual([
      [['EMAIL ann@mail.test', `SMS ${PHONE}`], { city: 'Oslo' }],
    ]);
    expect(await importing.run(file, { fills: true })).toEqual({ state: 'DONE', lines: 1, updated: 1 });
    expect((await people()).map(shown)[0]?.[1]).toEqual({ city: 'Oslo', plan: 'gold' });
    expect(await importing.run(file, { onExisting: 'update' })).toEqual({
      state: 'DONE',
      lines: 1,
      updated: 1,
    });
    expect((await people()).map(shown)[0]?.[1]).toEqual({ city: 'Bergen', plan: 'gold' });
  });

  it('rejects a line whose addresses belong to different people, and names both', async () => {
    await importing.run(`email,phone\nann@mail.test,\n,${PHONE}\n`);
    const [ann, bob] = await people();
    const { id, kind } = await importing.finished(
      await importing.upload(`email,phone\nann@mail.test,${PHONE}\n`),
    );
    expect(await importing.rejected({ id, kind })).toEqual([
      { line: 2, reason: `person_conflict: ${ann?.id} ${bob?.id}`, text: `ann@mail.test,${PHONE}` },
    ]);
    expect(await people()).toHaveLength(2);
  });

  it('merges lines about one person within a file, also of a later batch', async () => {
    const fill = Array.from({ length: 1_500 }, (_, n) => `p${n}@mail.test,,x`);
    const file = ['email,phone,city', `ann@mail.test,,Oslo`, ...fill, `ann@mail.test,${PHONE},Oslo`].join(
      '\n',
    );
    expect(await importing.run(file)).toEqual({ state: 'DONE', lines: 1_502, created: 1_502 });
    expect((await people({ address: PHONE })).map(shown)).toEqual([
      [['EMAIL ann@mail.test', `SMS ${PHONE}`], { city: 'Oslo' }],
    ]);
    expect(await service.stored('subscribers').countDocuments({ groupId: new ObjectId(group.id) })).toBe(
      1_502,
    );
  });

  it('makes one person of each when two files with the same people are imported at the same time', async () => {
    const rows = Array.from(
      { length: 500 },
      (_, n) => `p${n}@mail.test,+4915112${String(n).padStart(6, '0')}`,
    );
    const other = await service.group(userId, { name: 'Other', slug: 'other' });
    const file = ['email,phone', ...rows].join('\n');
    const both = [importing, new Importing(service, userId, other)];
    const results = await Promise.all(both.map((each) => each.run(file)));
    expect(results).toEqual([
      { state: 'DONE', lines: 500, created: 500 },
      { state: 'DONE', lines: 500, created: 500 },
    ]);
    expect(await people()).toHaveLength(500);
  });

  it('reads national phone numbers with a default country', async () => {
    await importing.run('email,phone\nann@mail.test,0151 12345678\n', { defaultCountry: 'DE' });
    expect(await members()).toContain(`SMS ${PHONE}`);
  });

  it('accepts only addresses in a file of removals', async () => {
    const done = await importing.finished(
      await importing.upload('email\nann@mail.test\n', { kind: 'REMOVE' }),
    );
    expect(done.state).toBe('FAILED');
  });

  it('stops at the maximum number of attributes of an account', async () => {
    const lines = Array.from({ length: 11 }, (_, person) => {
      const names = Array.from({ length: 100 }, (_each, n) => `a${100 * person + n}`);
      const attributes = Object.fromEntries(names.map((name) => [name, 'x']));
      return JSON.stringify({ email: `p${person}@mail.test`, attributes });
    });
    const job = await importing.upload(lines.join('\n'), { format: 'ndjson' });
    const done = await importing.finished(job);
    expect([done.state, await members()]).toEqual(['FAILED', []]);
    expect(await importing.rejected(done)).toMatchObject([{ line: 1, reason: 'limit_reached: attributes' }]);
  });

  it('stops at the quota of people', async () => {
    userId = newId();
    service.limits.set(userId, { people: 1 });
    group = await service.group(userId);
    importing = new Importing(service, userId, group);
    const { id, kind } = await importing.finished(
      await importing.upload('email\na@mail.test\nb@mail.test\n'),
    );
    expect((await importing.rejected({ id, kind })).at(-1)).toMatchObject({
      reason: 'quota_exceeded: people',
    });
    expect(await members()).toEqual([]);
  });
});

describe('the attributes of a person', () => {
  it('fill placeholders; extra data of the member overrides them', async () => {
    await importing.run(`email,phone,city,name\nann@mail.test,${PHONE},Oslo,Ann\n`);
    const other = await service.group(userId, { name: 'Other', slug: 'other' });
    await service.member(other, { address: 'ann@mail.test', extraData: { name: 'Annie' } });
    const variables = async (of: Group): Promise<object[]> =>
      (await service.audience(of, ['name', 'city', 'none'])).map((each) => each.variables);
    expect(await variables(group)).toEqual([
      { name: 'Ann', city: 'Oslo' },
      { name: 'Ann', city: 'Oslo' },
    ]);
    expect(await variables(other)).toEqual([{ name: 'Annie', city: 'Oslo' }]);
  });

  it("aren't read if the message needs none", async () => {
    await importing.run('email,city\nann@mail.test,Oslo\n');
    expect(await service.audience(group, [])).toMatchObject([{ variables: {} }]);
  });

  it('give the language of links by the locale', async () => {
    await importing.run('email,locale\nann@mail.test,de-AT\n');
    expect((await service.audience(group, ['carillon.language']))[0]?.variables).toEqual({
      'carillon.language': 'de',
    });
  });

  it('give the locale for translations, even if nobody knows it', async () => {
    await importing.run('email,locale\nann@mail.test,pt-BR\nben@mail.test,\n');
    await service.member(group, { address: 'cleo@mail.test', extraData: { lang: 'Französisch' } });
    const locales = await service.audience(group, [LOCALE]);
    expect(locales.map(({ address, variables }) => [address, variables]).sort()).toEqual([
      ['ann@mail.test', { [LOCALE]: 'pt-BR' }],
      ['ben@mail.test', { [LOCALE]: '' }],
      ['cleo@mail.test', { [LOCALE]: 'fr' }],
    ]);
  });

  it('complete the data of a member for a preview of its messages', async () => {
    await importing.run('email,city,name,locale\nann@mail.test,Oslo,Ann,de-AT\n');
    const other = await service.group(userId, { name: 'Other', slug: 'other' });
    const member = await service.member(other, { address: 'ann@mail.test', extraData: { name: 'Annie' } });
    const read = async (query: { withValues?: boolean }) =>
      (await service.messenger.request('subscriber.get', { userId, id: member.id, ...query })).extraData;
    expect(await read({})).toEqual({ name: 'Annie' });
    expect(await read({ withValues: true })).toEqual({ name: 'Annie', city: 'Oslo', language: 'de-AT' });
  });

  it('are in the export of a group', async () => {
    await importing.run('email,city,locale\nann@mail.test,Oslo,de\n');
    const query = { userId, groupId: group.id, after: null };
    expect((await service.messenger.request('export.columns', query)).columns).toEqual(['city']);
    const list = { ...query, channel: null, withAttributes: true, limit: 10 };
    const { items } = await service.messenger.request('subscriber.list', list);
    expect(items.map(({ extraData }) => extraData)).toEqual([{ city: 'Oslo' }]);
  });

  it('count as values that a message needs', async () => {
    await importing.run('email,city\nann@mail.test,Oslo\nbob@mail.test,\n');
    const query = {
      userId,
      groupIds: [group.id],
      needed: [{ channel: 'EMAIL' as Channel, key: 'city' }],
      sms: null,
    };
    const { missing, fields } = await service.messenger.request('audience.fields', query);
    expect(missing).toEqual([{ channel: 'EMAIL', key: 'city', people: 1 }]);
    expect(fields.map(({ name }) => name)).toEqual(['city']);
  });
});

describe('editing people', () => {
  it('adds a person once for a repeated command', async () => {
    const id = newId();
    const values = { addresses: { EMAIL: ['ann@mail.test'] }, attributes: { vip: true } };
    const [first, second] = [await create({ id, ...values }), await create({ id, ...values })];
    expect(second).toEqual(first);
    expect(await people()).toEqual([first]);
  });

  it('refuses an address or an external ID of another person', async () => {
    const ann = await create({ addresses: { EMAIL: ['ann@mail.test'] }, externalId: '7' });
    const conflict = expect.objectContaining({
      code: 'person_conflict',
      extra: { personIds: ann.id },
    }) as unknown;
    await expect(create({ addresses: { EMAIL: ['ann@mail.test'] } })).rejects.toEqual(conflict);
    await expect(create({ externalId: '7' })).rejects.toEqual(conflict);
    const bob = await create({ addresses: { EMAIL: ['bob@mail.test'] } });
    await expect(update(bob.id, { addresses: { EMAIL: ['ann@mail.test'] } })).rejects.toEqual(conflict);
    await expect(update(bob.id, { externalId: '7' })).rejects.toEqual(conflict);
  });

  it('changes only the given fields, and removes values with null', async () => {
    const { id } = await create({
      addresses: { EMAIL: ['ann@mail.test'] },
      locale: 'de',
      attributes: { a: '1', b: 2 },
    });
    const changed = await update(id, { locale: null, country: 'DE', attributes: { a: null, c: ['x'] } });
    expect(changed).toMatchObject({
      channels: [{ channel: 'EMAIL', address: 'ann@mail.test' }],
      locale: null,
      country: 'DE',
      attributes: { b: 2, c: ['x'] },
    });
    expect(await service.messenger.request('person.get', { userId, id })).toEqual(changed);
  });

  it('loses none of several concurrent changes', async () => {
    const { id } = await create({ addresses: { EMAIL: ['ann@mail.test'] } });
    await Promise.all(Array.from({ length: 5 }, (_, n) => update(id, { attributes: { [`a${n}`]: n } })));
    const { attributes } = await service.messenger.request('person.get', { userId, id });
    expect(Object.keys(attributes).sort()).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  });

  it('takes an address that the person loses out of all groups', async () => {
    await importing.run(`email,phone\nann@mail.test,${PHONE}\n`);
    const [ann] = await people();
    await update(ann?.id ?? '', { addresses: { EMAIL: ['new@mail.test'] } });
    expect(await members()).toEqual([`SMS ${PHONE}`]);
  });

  it('removes a person with all memberships', async () => {
    await importing.run(`email,phone\nann@mail.test,${PHONE}\nbob@mail.test,\n`);
    const [ann] = await people();
    expect(await service.messenger.request('person.delete', { userId, id: ann?.id ?? '' })).toEqual({
      ids: [ann?.id],
    });
    expect(await members()).toEqual(['EMAIL bob@mail.test']);
    expect(await people()).toHaveLength(1);
  });

  it.each([
    [{ addresses: { EMAIL: Array.from({ length: 51 }, (_, n) => `a${n}@mail.test`) } }],
    [{ attributes: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, n])) }],
    [{ attributes: { a: 'x'.repeat(17_000) } }],
  ])('refuses more than a person can have', async (values) => {
    await expect(create(values)).rejects.toEqual(code('limit_reached'));
  });
});

describe('merging people', () => {
  const by = { role: 'user' as const, keyId: newId() };
  const merge = (id: string, otherId: string): Promise<Person> =>
    service.messenger.request('person.merge', { by, userId, id, otherId });

  it('gives all addresses and missing values to one person, who stays in all groups', async () => {
    const other = await service.group(userId, { name: 'Other', slug: 'other' });
    await importing.run('email,city,plan\nann@mail.test,Oslo,gold\n');
    await new Importing(service, userId, other).run(`phone,city,age\n${PHONE},Bergen,30\n`);
    const [[ann], [phone]] = [await people({ address: 'ann@mail.test' }), await people({ address: PHONE })];
    const merged = await merge(ann?.id ?? '', phone?.id ?? '');
    expect(shown(merged)).toEqual([
      ['EMAIL ann@mail.test', `SMS ${PHONE}`],
      { city: 'Oslo', plan: 'gold', age: '30' },
    ]);
    expect(await people()).toEqual([merged]);
    expect(await members(other)).toEqual([`SMS ${PHONE}`]);
    expect((await service.audience(other, ['plan']))[0]?.variables).toEqual({ plan: 'gold' });
  });

  it('returns the same when it is repeated', async () => {
    const [ann, bob] = [
      await create({ addresses: { EMAIL: ['a@mail.test'] } }),
      await create({ addresses: { SMS: [PHONE] } }),
    ];
    const merged = await merge(ann.id, bob.id);
    expect(await merge(ann.id, bob.id)).toEqual(merged);
  });

  it('refuses people with two external IDs, an unknown person, and one person', async () => {
    const [ann, bob] = [await create({ externalId: '1' }), await create({ externalId: '2' })];
    await expect(merge(ann.id, bob.id)).rejects.toEqual(code('person_conflict'));
    await expect(merge(ann.id, newId())).rejects.toEqual(code('person_not_found'));
    await expect(merge(ann.id, ann.id)).rejects.toEqual(code('person_conflict'));
  });

  it('is recorded in the audit trail', async () => {
    const [ann, bob] = [await create({ externalId: '1' }), await create({ addresses: { SMS: [PHONE] } })];
    const noted: AuditNote[] = [];
    const account = await OtherServices.on(service.broker);
    await account.hear('account.events', { 'audit.noted': (note) => noted.push(note) });
    await merge(ann.id, bob.id);
    await eventually(() => noted.some(({ target }) => target.id === ann.id));
    await account.close();
    const changes = [{ field: 'mergedPerson', before: null, after: bob.id }];
    expect(noted.find(({ target }) => target.id === ann.id)).toMatchObject({
      action: 'person.merged',
      by,
      changes,
    });
  });
});

describe('erasing an address of a person', () => {
  const erase = (address: string | null) =>
    service.messenger.request('erasure.step-in-subscriber', {
      erasureId: newId(),
      userId,
      address,
      after: null,
      begunAt: new Date().toISOString(),
      repeatsAfterMs: 0,
    });

  it('takes the address from the person', async () => {
    await importing.run(`email,phone,city\nann@mail.test,${PHONE},Oslo\n`);
    await erase('ann@mail.test');
    expect((await people()).map(shown)).toEqual([[[`SMS ${PHONE}`], { city: 'Oslo' }]]);
  });

  it('removes a person without another address, with all attributes', async () => {
    await importing.run('email,externalId,city\nann@mail.test,7,Oslo\n');
    await erase('ann@mail.test');
    expect(await people()).toEqual([]);
    expect(await service.stored('people').countDocuments({ userId: new ObjectId(userId) })).toBe(0);
  });

  it('removes all people of an erased user', async () => {
    await importing.run('email,city\nann@mail.test,Oslo\n');
    await erase(null);
    expect(await service.stored('people').countDocuments({ userId: new ObjectId(userId) })).toBe(0);
    expect(await service.stored('attributeNames').countDocuments({ userId: new ObjectId(userId) })).toBe(0);
    expect(await service.stored('personNumbers').findOne({ _id: new ObjectId(userId) })).toBeNull();
  });
});
