import { ObjectId } from 'mongodb';
import { type AttributeType, type Group, type Payload, type Person, newId } from '@carillon/contracts';
import { Importing } from './importing';
import { SubscriberService } from './subscriber-service';

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
