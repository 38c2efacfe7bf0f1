import { ObjectId } from 'mongodb';
import {
  type Attribute,
  type AttributeType,
  type AuditNote,
  type Group,
  type Payload,
  type Person,
  newId,
} from '@carillon/contracts';
import { OtherServices, eventually } from '@carillon/testing';
import { AttributeChanges } from '../src/identity';
import { Importing } from './importing';
import { SubscriberService, code } from './subscriber-service';

let service: SubscriberService;
beforeAll(async () => {
  service = await SubscriberService.start();
});
afterAll(() => service.stop());

afterEach(() => {
  jest.restoreAllMocks();
});

let userId: string;
let group: Group;
let importing: Importing;
beforeEach(async () => {
  userId = newId();
  group = await service.group(userId);
  importing = new Importing(service, userId, group);
});

const create = (values: Partial<Payload<'person.create'>>): Promise<Person> =>
  service.messenger.request('person.create', { userId, id: newId(), ...values });
const update = (id: string, values: Partial<Payload<'person.update'>>): Promise<Person> =>
  service.messenger.request('person.update', { userId, id, ...values });

/** Gives attributes a declared type. */
async function declare(types: Readonly<Record<string, AttributeType>>): Promise<void> {
  for (const [name, type] of Object.entries(types))
    await service
      .stored('attributeNames')
      .updateOne(
        { userId: new ObjectId(userId), name },
        { $set: { type }, $setOnInsert: { _id: new ObjectId(), createdAt: new Date() } },
        { upsert: true },
      );
}

/** The attributes of all people as they are stored, oldest person first. */
async function stored(): Promise<Record<string, unknown>[]> {
  const people = await service
    .stored('people')
    .find<{ attributes?: { k: string; v: unknown }[] }>({ userId: new ObjectId(userId) })
    .sort({ _id: 1 })
    .toArray();
  return people.map(({ attributes = [] }) => Object.fromEntries(attributes.map(({ k, v }) => [k, v])));
}

describe('a value of a declared attribute', () => {
  beforeEach(() =>
    declare({ birthday: 'date', visits: 'number', vip: 'boolean', tags: 'list', code: 'text' }),
  );

  it('is stored with the type of the attribute, and a date is text for everybody else', async () => {
    const attributes = {
      birthday: '1990-05-01',
      visits: '12',
      vip: 'yes',
      tags: 'choir, tea',
      code: 7,
      free: '1990-05-01',
    };
    const person = await create({ attributes });
    const shown = { birthday: '1990-05-01', visits: 12, vip: true, tags: ['choir', 'tea'], code: '7' };
    expect(person.attributes).toEqual({ ...shown, free: '1990-05-01' });
    expect(await stored()).toEqual([{ ...shown, birthday: new Date('1990-05-01'), free: '1990-05-01' }]);
    const read = await service.messenger.request('person.get', { userId, id: person.id });
    expect(read).toEqual(person);
  });

  it('stays text if it does not have the type', async () => {
    const attributes = { birthday: '1.5.1990', visits: true, vip: 'perhaps', tags: ['x'], code: ['a', 'b'] };
    const { id } = await create({ attributes });
    expect(await stored()).toEqual([
      { birthday: '1.5.1990', visits: 'true', vip: 'perhaps', tags: ['x'], code: 'a, b' },
    ]);
    await update(id, { attributes: { birthday: '1990-05-01T10:00:00+02:00', visits: null } });
    expect(await stored()).toMatchObject([{ birthday: new Date('1990-05-01T08:00:00Z'), code: 'a, b' }]);
  });

  it('is replaced by another import only if it differs', async () => {
    const file = 'email,birthday,visits\nann@mail.test,1990-05-01,3\n';
    await importing.run(file);
    const revision = () => service.stored('people').findOne({ userId: new ObjectId(userId) });
    const before = await revision();
    await importing.run(file, { onExisting: 'update' });
    expect(await revision()).toEqual(before);
    await importing.run('email,birthday\nann@mail.test,1990-05-02\n', { onExisting: 'update' });
    expect(await stored()).toEqual([{ birthday: new Date('1990-05-02'), visits: 3 }]);
  });

  it('fills placeholders and exports as text', async () => {
    await importing.run('email,birthday,visits\nann@mail.test,1990-05-01,3\n');
    const base = { userId, groupId: group.id, after: null, limit: 10 };
    const page = await service.messenger.request('audience.page', { ...base, keys: ['birthday', 'visits'] });
    expect(page.items).toMatchObject([{ variables: { birthday: '1990-05-01', visits: 3 } }]);
    const list = await service.messenger.request('subscriber.list', {
      ...base,
      channel: null,
      withAttributes: true,
    });
    expect(list.items).toMatchObject([{ extraData: { birthday: '1990-05-01', visits: 3 } }]);
  });

  it('survives a merge of two people', async () => {
    const ann = await create({ attributes: { birthday: '1990-05-01' } });
    const other = await create({ attributes: { birthday: '1991-01-01', visits: '4' } });
    const by = { role: 'user' as const, keyId: newId() };
    const merge = { by, userId, id: ann.id, otherId: other.id };
    const merged = await service.messenger.request('person.merge', merge);
    expect(merged.attributes).toEqual({ birthday: '1990-05-01', visits: 4 });
    expect(await stored()).toEqual([{ birthday: new Date('1990-05-01'), visits: 4 }]);
  });

  it('is counted by the import if it does not have the type', async () => {
    const lines = Array.from(
      { length: 1_500 },
      (_, n) => `p${n}@mail.test,${n % 3 === 0 ? 'soon' : '1990-05-01'},x`,
    );
    const file = `email,birthday,visits\n${lines.join('\n')}\n`;
    const done = await importing.finished(await importing.upload(file));
    expect(done).toMatchObject({ state: 'DONE', counts: { created: 1_500, rejected: 0 } });
    expect(done.misfits).toEqual([
      { column: 'birthday', values: 500 },
      { column: 'visits', values: 1_500 },
    ]);
    expect((await stored())[0]).toEqual({ birthday: 'soon', visits: 'x' });
  });
});

type Update = Partial<Payload<'attribute.update'>>;

const by = { role: 'user' as const, keyId: newId() };
const describeAs = (name: string, values: Update): Promise<Attribute> =>
  service.messenger.request('attribute.update', { by, userId, name, ...values });
const remove = (name: string) => service.messenger.request('attribute.delete', { by, userId, name });
const list = async (): Promise<Attribute[]> =>
  (await service.messenger.request('attribute.list', { userId, after: null, limit: 1000 })).items;
const named = async (name: string) => (await list()).find((each) => each.name === name);
const settled = (name: string) => eventually(async () => (await named(name))?.converting === null);
const values = (name: string, search = '') =>
  service.messenger.request('attribute.values', { userId, name, search, limit: 50 });

/** The second step writes people, but not its progress. */
function crashOnce() {
  const changes = service.part(AttributeChanges);
  const advance = changes.advance.bind(changes);
  return jest
    .spyOn(changes, 'advance')
    .mockImplementationOnce(advance)
    .mockRejectedValueOnce(new Error('crash'));
}

const leaseIsOver = () =>
  service
    .stored('attributeNames')
    .updateMany(
      { userId: new ObjectId(userId), change: { $exists: true } },
      { $set: { 'change.dueAt': new Date(0) } },
    );

/** Imports people with an address and these cells. */
const people = (header: string, rows: readonly string[]) =>
  importing.run(`email,${header}\n${rows.map((row, n) => `p${n}@mail.test,${row}`).join('\n')}\n`);

describe('the list of attributes', () => {
  it('counts the people who have each, and shows frequent values', async () => {
    await people('city,visits', ['Oslo,1', 'Oslo,2', 'Bergen,', ',']);
    await declare({ visits: 'number' });
    expect(await list()).toEqual([
      {
        ...{ userId, name: 'city', label: null, type: null, people: 3, fillRate: 0.75, isComplete: true },
        ...{ examples: ['Oslo', 'Bergen'], misfits: 0, converting: null },
      },
      expect.objectContaining({ name: 'visits', type: 'number', people: 2, fillRate: 0.5, misfits: 2 }),
    ]);
  });

  it('has pages, and nothing of other users or of the language of people', async () => {
    await people('city,visits,locale', ['Oslo,1,de']);
    const first = await service.messenger.request('attribute.list', { userId, after: null, limit: 1 });
    expect(first.items).toHaveLength(1);
    const rest = await service.messenger.request('attribute.list', { userId, after: first.next, limit: 10 });
    expect([...first.items, ...rest.items].map(({ name }) => name).sort()).toEqual(['city', 'visits']);
    const others = { userId: newId(), after: null, limit: 10 };
    expect((await service.messenger.request('attribute.list', others)).items).toEqual([]);
  });

  it('has examples of an attribute that none of the newest people has', async () => {
    await create({ attributes: { rare: 'x' } });
    await people(
      'city',
      Array.from({ length: 600 }, () => 'Oslo'),
    );
    expect(await named('rare')).toMatchObject({ people: 1, examples: ['x'] });
  });
});

describe('the values of an attribute', () => {
  it('are the most frequent ones that begin with a text, in any letter case', async () => {
    await people('city', ['Oslo', 'oslo', 'Oslo', 'Osaka', 'Bergen', '(Os']);
    await declare({ city: 'text' });
    expect(await values('city', 'os')).toEqual({
      items: [
        { value: 'Oslo', people: 2 },
        { value: 'Osaka', people: 1 },
        { value: 'oslo', people: 1 },
      ],
      isComplete: true,
    });
    expect((await values('city', '(o')).items).toEqual([{ value: '(Os', people: 1 }]);
    expect((await values('city')).items).toHaveLength(5);
    await expect(values('town')).rejects.toEqual(code('attribute_not_found'));
  });

  it('are those of lists, and numbers and dates as text', async () => {
    await declare({ tags: 'list', born: 'date', visits: 'number' });
    await people('tags,born,visits', [
      'choir; tea,1990-05-01,10',
      'choir,1991-05-01,11',
      'chess,1990-05-01,2',
    ]);
    expect((await values('tags', 'ch')).items).toEqual([
      { value: 'choir', people: 2 },
      { value: 'chess', people: 1 },
    ]);
    expect((await values('born', '1990')).items).toEqual([{ value: '1990-05-01', people: 2 }]);
    expect((await values('visits', '1')).items.map(({ value }) => value)).toEqual(['10', '11']);
  });
});

describe('another type', () => {
  it('converts stored values, and leaves those that do not fit', async () => {
    await people('born,visits', ['1990-05-01,1', 'soon,2', '1991-05-01,3']);
    const answered = await describeAs('born', { type: 'date', label: 'Birthday' });
    expect(answered).toMatchObject({ name: 'born', type: 'date', label: 'Birthday' });
    await settled('born');
    expect((await stored()).map(({ born }) => born)).toEqual([
      new Date('1990-05-01'),
      'soon',
      new Date('1991-05-01'),
    ]);
    expect(await named('born')).toMatchObject({ misfits: 1, people: 3 });
    await describeAs('born', { type: 'text', label: null });
    await settled('born');
    expect((await stored()).map(({ born }) => born)).toEqual(['1990-05-01', 'soon', '1991-05-01']);
    expect(await named('born')).toMatchObject({ misfits: 0, label: null });
  });

  it('converts thousands of values, and continues after a crash', async () => {
    await people(
      'visits',
      Array.from({ length: 2_100 }, (_, n) => `${n}`),
    );
    const crashed = crashOnce();
    await describeAs('visits', { type: 'number' });
    await eventually(() => crashed.mock.calls.length > 1);
    expect(await named('visits')).toMatchObject({ converting: { change: 'TYPE', total: 2_100 } });
    await leaseIsOver();
    await settled('visits');
    const found = await stored();
    expect(found.filter(({ visits }) => typeof visits === 'number')).toHaveLength(2_100);
  });

  it('can be replaced by another one before it is completed', async () => {
    await people(
      'visits',
      Array.from({ length: 1_100 }, (_, n) => `${n}`),
    );
    await Promise.all([describeAs('visits', { type: 'number' }), describeAs('visits', { type: 'list' })]);
    await describeAs('visits', { type: 'number' });
    await settled('visits');
    expect((await stored()).every(({ visits }) => typeof visits === 'number')).toBe(true);
  });

  it('can be set again, and with the same label', async () => {
    await people('visits', ['3']);
    await describeAs('visits', { type: 'number', label: 'Visits' });
    await settled('visits');
    const again = { type: 'number', label: 'Visits', converting: null };
    expect(await describeAs('visits', { type: 'number' })).toMatchObject(again);
    expect(await describeAs('visits', { label: 'Visits' })).toMatchObject(again);
    expect(await describeAs('visits', {})).toMatchObject(again);
  });

  it('is removed without a change of values', async () => {
    await declare({ visits: 'number' });
    await people('visits', ['3']);
    await describeAs('visits', { type: null });
    expect(await named('visits')).toMatchObject({ type: null, converting: null });
    expect(await stored()).toEqual([{ visits: 3 }]);
  });

  it('is recorded in the audit trail', async () => {
    const notes: AuditNote[] = [];
    const ofAttributes = () =>
      notes.flatMap(({ userId: of, action, changes }) =>
        of === userId && action.startsWith('attribute') ? [[action, changes[0]]] : [],
      );
    const account = await OtherServices.on(service.broker);
    await account.hear('account.events', { 'audit.noted': (note) => notes.push(note) });
    try {
      await people('city', ['Oslo']);
      await describeAs('city', { type: 'list' });
      await describeAs('city', { newName: 'town' });
      await remove('town');
      await eventually(() => ofAttributes().length >= 3);
      expect(ofAttributes()).toEqual([
        ['attribute.retyped', { field: 'type', before: null, after: 'list' }],
        ['attribute.renamed', { field: 'name', before: 'city', after: 'town' }],
        ['attribute.deleted', { field: 'name', before: 'town', after: null }],
      ]);
    } finally {
      await account.close();
    }
  });
});

describe('another name', () => {
  it('moves all values, and keeps the description', async () => {
    await declare({ city: 'text' });
    await people(
      'city,visits',
      Array.from({ length: 1_100 }, () => 'Oslo,3'),
    );
    expect(await describeAs('city', { newName: 'Stadt/Ort' })).toMatchObject({
      name: 'Stadt/Ort',
      type: 'text',
    });
    await settled('Stadt/Ort');
    const found = await stored();
    expect(found.filter((each) => each['Stadt/Ort'] === 'Oslo' && each.city === undefined)).toHaveLength(
      1_100,
    );
    expect((await list()).map(({ name }) => name).sort()).toEqual(['Stadt/Ort', 'visits']);
    await expect(describeAs('city', { label: 'x' })).rejects.toEqual(code('attribute_not_found'));
  });

  it('is refused if another attribute has it, or if it has a meaning', async () => {
    await people('city,town', ['Oslo,x']);
    await expect(describeAs('city', { newName: 'town' })).rejects.toEqual(code('attribute_exists'));
    await expect(describeAs('city', { newName: 'language' })).rejects.toEqual(code('attribute_exists'));
    expect(await stored()).toEqual([{ city: 'Oslo', town: 'x' }]);
  });

  it('can be given at the same time as a type, and again at once', async () => {
    await people(
      'born',
      Array.from({ length: 1_100 }, () => '1990-05-01'),
    );
    await describeAs('born', { newName: 'a', type: 'date' });
    await describeAs('a', { newName: 'b' });
    await settled('b');
    expect((await stored()).every(({ b }) => b instanceof Date)).toBe(true);
    expect((await list()).map(({ name }) => name)).toEqual(['b']);
  });

  it('leaves a value that the person has under the new name since', async () => {
    await people('city', ['Oslo']);
    const [person] = (
      await service.messenger.request('person.list', {
        ...{ userId, address: null, externalId: null, after: null, limit: 1 },
      })
    ).items;
    await describeAs('city', { newName: 'town' });
    await update(person?.id ?? '', { attributes: { town: 'Bergen' } });
    await settled('town');
    await eventually(async () => (await stored())[0]?.city === undefined);
    expect([['Oslo'], ['Bergen']]).toContainEqual(Object.values((await stored())[0] ?? {}));
  });
});

describe('a deleted attribute', () => {
  it('is removed from all people, and can be added again', async () => {
    await declare({ city: 'list' });
    await people(
      'city,visits',
      Array.from({ length: 1_100 }, () => 'Oslo,3'),
    );
    expect((await remove('city')).ids).toHaveLength(1);
    await eventually(async () => (await named('city')) === undefined);
    expect((await stored()).filter((each) => 'city' in each)).toEqual([]);
    expect(await stored()).toHaveLength(1_100);
    expect(await remove('city')).toEqual({ ids: [] });
    await create({ attributes: { city: 'a, b' } });
    expect(await named('city')).toMatchObject({ type: null, people: 1, examples: ['a, b'] });
  });

  it('no longer leads to the people who had it', async () => {
    await create({ attributes: { nickname: 'Zorro' } });
    const search = { userId, search: 'zorro', limit: 10 };
    const found = async () => (await service.messenger.request('person.search', search)).items.length;
    expect(await found()).toBe(1);
    await remove('nickname');
    await eventually(async () => (await found()) === 0);
  });

  it('continues to be removed after a crash', async () => {
    await people(
      'city',
      Array.from({ length: 2_100 }, () => 'Oslo'),
    );
    const crashed = crashOnce();
    await remove('city');
    await eventually(() => crashed.mock.calls.length > 1);
    expect(await named('city')).toMatchObject({ converting: { change: 'DELETION', total: 2_100 } });
    await leaseIsOver();
    await eventually(async () => (await named('city')) === undefined);
    expect((await stored()).filter((each) => 'city' in each)).toEqual([]);
  });
});

describe('a column of an import', () => {
  const finish = async (file: string, more: Partial<Payload<'import.begin'>>) =>
    importing.finished(await importing.upload(file, more));

  it('has a type and a form, which its attribute gets', async () => {
    const file =
      'email,Geburtstag,Umsatz,Ort\nann@mail.test,31.12.1990,"1.234,5",Bonn\nbob@mail.test,31.12.90,3.5,\n';
    const columns = [
      { name: 'Geburtstag', type: 'date' as const, form: 'dmy' },
      { name: 'Umsatz', type: 'number' as const, form: 'comma' },
    ];
    const done = await finish(file, { columns });
    expect(await stored()).toEqual([
      { Geburtstag: new Date('1990-12-31'), Umsatz: 1_234.5, Ort: 'Bonn' },
      { Geburtstag: '31.12.90', Umsatz: '3.5' },
    ]);
    expect(done.misfits).toEqual([
      { column: 'Geburtstag', values: 1 },
      { column: 'Umsatz', values: 1 },
    ]);
    expect(await named('Geburtstag')).toMatchObject({ type: 'date', misfits: 1 });
    expect(await named('Ort')).toMatchObject({ type: null });
  });

  it('converts the values that people have if their attribute gets its type', async () => {
    await create({ attributes: { born: '1980-01-01' } });
    await finish('email,born\nann@mail.test,12/31/1990\n', {
      columns: [{ name: 'born', type: 'date', form: 'mdy' }],
    });
    await settled('born');
    await eventually(async () => (await stored()).every(({ born }) => born instanceof Date));
    const dates = (await stored()).map(({ born }) => born);
    expect(new Set(dates)).toEqual(new Set([new Date('1980-01-01'), new Date('1990-12-31')]));
  });

  it('does not change a declared type', async () => {
    await declare({ born: 'text', visits: 'number' });
    await finish('email,born,visits\nann@mail.test,31.12.1990,"3,5"\n', {
      columns: [
        { name: 'born', type: 'date', form: 'dmy' },
        { name: 'visits', type: 'number', form: 'comma' },
      ],
    });
    expect(await stored()).toEqual([{ born: '1990-12-31', visits: 3.5 }]);
    expect(await named('born')).toMatchObject({ type: 'text' });
  });

  it('has its own rule for values that a known person has', async () => {
    const header = 'email,a,b,c,d,locale,country\n';
    await importing.run(`${header}ann@mail.test,1,1,,1,de,DE\n`);
    const rules = { a: 'overwrite', b: 'keep', c: 'fill', locale: 'overwrite' } as const;
    const columns = Object.entries(rules).map(([name, rule]) => ({ name, rule }));
    const done = await finish(`${header}ann@mail.test,2,2,2,2,en,AT\n`, { columns });
    expect(done.counts).toMatchObject({ updated: 1, skipped: 0 });
    expect(await stored()).toEqual([{ a: '2', b: '1', c: '2', d: '1' }]);
    const query = { userId, address: null, externalId: null, after: null, limit: 10 };
    const { items } = await service.messenger.request('person.list', query);
    expect(items).toMatchObject([{ locale: 'en', country: 'DE' }]);
  });
});

describe('a dry run', () => {
  it('reports what an import would do, and writes nothing but rejected lines', async () => {
    await declare({ visits: 'number' });
    await importing.run('email,visits\nann@mail.test,1\nbob@mail.test,2\n');
    const snapshot = async () =>
      Promise.all(
        ['people', 'subscribers', 'attributeNames'].map((name) =>
          service
            .stored(name)
            .find({ userId: new ObjectId(userId) })
            .toArray(),
        ),
      );
    const before = await snapshot();
    const file =
      'email,visits,born\nann@mail.test,1,\nbob@mail.test,3,\ncy@mail.test,x,1.1.2000\nnonsense,1,\ncy@mail.test,,\n';
    const options = {
      onExisting: 'update' as const,
      columns: [{ name: 'born', type: 'date' as const, form: 'dmy' }],
    };
    const tried = await importing.finished(await importing.upload(file, { ...options, dryRun: true }));
    expect(tried).toMatchObject({
      state: 'DONE',
      dryRun: true,
      counts: { lines: 5, created: 1, updated: 1, skipped: 2, rejected: 1 },
      misfits: [{ column: 'visits', values: 1 }],
    });
    expect(await importing.rejected(tried)).toEqual([
      { line: 5, reason: 'email: invalid_email', text: 'nonsense,1,' },
    ]);
    expect(await snapshot()).toEqual(before);
    const done = await importing.finished(await importing.upload(file, options));
    expect(done.counts).toMatchObject({ created: 1, rejected: 1 });
    expect(done.dryRun).toBeUndefined();
    expect(await stored()).toHaveLength(3);
  });

  it('reports lines with one address, and people who would be in conflict', async () => {
    await service.member(group, { address: 'ann@mail.test' });
    await create({ addresses: { SMS: ['+4915112345678'] } });
    const plain = 'integration,identifier\nemail,ann@mail.test\nemail,bob@mail.test\n';
    const lines = await importing.finished(await importing.upload(plain, { dryRun: true }));
    expect(lines.counts).toMatchObject({ created: 1, skipped: 1 });
    const joined = 'email,phone\nann@mail.test,+4915112345678\n';
    const conflict = await importing.finished(await importing.upload(joined, { dryRun: true }));
    expect(conflict.counts).toMatchObject({ lines: 1, rejected: 1 });
    expect(await importing.rejected(conflict)).toMatchObject([
      { reason: expect.stringContaining('person_conflict') as string },
    ]);
  });
});
