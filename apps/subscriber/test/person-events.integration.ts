import { type Group, type Payload, type Person, type WebhookEvent, newId } from '@carillon/contracts';
import { WebhookInterests } from '@carillon/webhooks';
import { anErasureStep, eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { Importing } from './importing';
import { SubscriberService } from './subscriber-service';

const types = ['created', 'updated', 'merged', 'deleted'].map(
  (each) => `person.${each}` as WebhookEvent['type'],
);
const PHONE = '+4915112345678';

let service: SubscriberService;
let isDown: boolean;
const taken: Payload<'webhook.take'>[] = [];
beforeAll(async () => {
  service = await SubscriberService.start({
    'webhook.take': (events) => {
      if (isDown) throw new Error('down');
      taken.push(events);
      return {};
    },
  });
});
afterAll(() => service.stop());

let userId: string;
let group: Group;
beforeEach(async () => {
  isDown = false;
  userId = newId();
  group = await service.group(userId);
  await want(types);
});

const want = (wanted: WebhookEvent['type'][], rev = 1): Promise<void> =>
  service.part(WebhookInterests).note({ userId, rev, types: wanted });
const create = (values: Partial<Payload<'person.create'>>): Promise<Person> =>
  service.messenger.request('person.create', { userId, id: newId(), ...values });
const update = (id: string, values: Partial<Payload<'person.update'>>): Promise<Person> =>
  service.messenger.request('person.update', { userId, id, ...values });
const remove = (id: string) => service.messenger.request('person.delete', { userId, id });
const people = async (): Promise<Person[]> => {
  const query = { userId, address: null, externalId: null, after: null, limit: 1000 };
  return (await service.messenger.request('person.list', query)).items;
};
/** The items of the events, by type, each event once. */
const items = (): Record<string, unknown[]> => {
  const events = new Map(
    taken.flatMap((each) => (each.userId === userId ? each.events.map((event) => [event.id, event]) : [])),
  );
  const byType: Record<string, unknown[]> = {};
  for (const { type, items: some } of events.values()) byType[type] = [...(byType[type] ?? []), ...some];
  return byType;
};
/** Waits until nothing is left to publish. */
const published = async (): Promise<Record<string, unknown[]>> => {
  const pending = { userId: new ObjectId(userId), 'pendingWebhookEvents.0': { $exists: true } };
  await eventually(async () => {
    const counts = ['people', 'removedPeople', 'segments', 'attributeNames'].map((name) =>
      service.stored(name).countDocuments(pending),
    );
    return (await Promise.all(counts)).every((count) => count === 0);
  });
  return items();
};
const at = expect.any(String) as string;

describe('the webhook events of a person', () => {
  it('report each change once, without addresses and attributes', async () => {
    const { id } = await create({ externalId: 'A1', addresses: { EMAIL: ['ann@mail.test'] } });
    await update(id, { attributes: { city: 'Bonn' } });
    await update(id, { attributes: { city: 'Bonn' } });
    await remove(id);
    const one = { personId: id, externalId: 'A1', at };
    expect(await published()).toEqual({
      'person.created': [one],
      'person.updated': [one],
      'person.deleted': [{ ...one, erased: false }],
    });
    const text = JSON.stringify(taken);
    expect([text.includes('ann@mail.test'), text.includes('Bonn')]).toEqual([false, false]);
  });

  it('report people who are added with a member or by a file, and people who get a channel', async () => {
    await service.member(group, { channel: 'SMS', address: PHONE });
    await service.member(group, { channel: 'WHATSAPP', address: PHONE });
    const importing = new Importing(service, userId, group);
    await importing.run('email,city\nann@mail.test,Bonn\nbob@mail.test,Köln\n');
    await importing.run('email,city\nann@mail.test,Köln\nbob@mail.test,Köln\n', { onExisting: 'update' });
    const byAddress = new Map((await people()).map(({ id, channels }) => [channels[0]?.address, id]));
    const idsOf = (events: unknown[] = []) => events.map((each) => (each as { personId: string }).personId);
    const found = await published();
    expect(idsOf(found['person.created']).sort()).toEqual([...byAddress.values()].sort());
    expect(idsOf(found['person.updated']).sort()).toEqual(
      [byAddress.get(PHONE), byAddress.get('ann@mail.test')].sort(),
    );
  });

  it('survive a merge and a deletion while the webhook worker is down', async () => {
    isDown = true;
    const [into, from] = [await create({ externalId: 'A1' }), await create({ locale: 'de' })];
    const by = { role: 'user', keyId: newId() } as const;
    await service.messenger.request('person.merge', { by, userId, id: into.id, otherId: from.id });
    await remove(into.id);
    expect(await people()).toEqual([]);
    const removed = await service.stored('removedPeople').findOne({ _id: new ObjectId(into.id) });
    expect(removed?.pendingWebhookEvents).toHaveLength(4);
    isDown = false;
    const one = { personId: into.id, externalId: 'A1', at };
    expect(await published()).toEqual({
      'person.created': expect.arrayContaining([one, { personId: from.id, externalId: null, at }]) as unknown,
      'person.merged': [{ ...one, mergedPersonId: from.id }],
      'person.deleted': [{ ...one, erased: false }],
    });
  });

  it('report an erased address as a change, and the last one as an erased person', async () => {
    const { id } = await create({ addresses: { EMAIL: ['ann@mail.test'], SMS: [PHONE] } });
    for (const address of ['ann@mail.test', PHONE])
      await service.messenger.request('erasure.step-in-subscriber', { ...anErasureStep(), userId, address });
    const one = { personId: id, externalId: null, at };
    expect(await published()).toEqual({
      'person.created': [one],
      'person.updated': [one],
      'person.deleted': [{ ...one, erased: true }],
    });
  });

  it('report a person who is erased, with an address that was added in the meantime', async () => {
    const { id } = await create({ externalId: 'A1', locale: 'de', addresses: { SMS: [PHONE] } });
    await update(id, { attributes: { city: 'Bonn' } });
    await service.messenger.request('person.erase', { userId, id });
    expect(await people()).toMatchObject([
      { id, externalId: null, locale: null, attributes: {}, channels: [{ channel: 'SMS', address: PHONE }] },
    ]);
    const step = { ...anErasureStep(), userId, address: PHONE };
    await service.messenger.request('erasure.step-in-subscriber', step);
    await service.messenger.request('person.erase', { userId, id });
    const empty = await create({ externalId: 'A2' });
    await service.messenger.request('person.erase', { userId, id: empty.id });
    expect(await people()).toEqual([]);
    const found = await published();
    // The events of different people have no order.
    expect(found['person.deleted']).toHaveLength(2);
    expect(found['person.deleted']).toEqual(
      expect.arrayContaining([
        { personId: id, externalId: null, erased: true, at },
        { personId: empty.id, externalId: 'A2', erased: true, at },
      ]),
    );
  });

  it('are stored only if an endpoint wants them', async () => {
    await want(['person.merged'], 2);
    const { id } = await create({ addresses: { EMAIL: ['ann@mail.test'] } });
    await update(id, { locale: 'de' });
    const stored = await service.stored('people').findOne({ _id: new ObjectId(id) });
    expect(stored).not.toHaveProperty('pendingWebhookEvents');
    await remove(id);
    expect(await service.stored('removedPeople').countDocuments({ userId: new ObjectId(userId) })).toBe(0);
    expect(await published()).toEqual({});
  });

  it('leave with the erased user', async () => {
    // Without a group, whose removal would take longer.
    userId = newId();
    await want(types);
    isDown = true;
    const { id } = await create({});
    await remove(id);
    const ofUser = { userId: new ObjectId(userId) };
    expect(await service.stored('removedPeople').countDocuments(ofUser)).toBe(1);
    await eventually(async () => {
      const step = { ...anErasureStep(), userId, address: null };
      return (await service.messenger.request('erasure.step-in-subscriber', step)).state === 'done';
    });
    expect(await service.stored('removedPeople').countDocuments(ofUser)).toBe(0);
  });
});

describe('the webhook events of a segment', () => {
  it('report each change with its version', async () => {
    await want(['segment.created', 'segment.updated', 'segment.deleted'], 2);
    const by = { role: 'user', keyId: newId() } as const;
    const which = { by, userId, id: newId() };
    const conditions = { country: ['DE'] };
    await service.messenger.request('segment.create', { ...which, name: 'Germany', conditions });
    await service.messenger.request('segment.update', { ...which, name: 'DE', conditions });
    await service.messenger.request('segment.update', { ...which, conditions: { country: ['DE', 'AT'] } });
    await service.messenger.request('segment.delete', which);
    const one = { segmentId: which.id, name: 'DE', version: 2, at };
    expect(await published()).toEqual({
      'segment.created': [{ ...one, name: 'Germany', version: 1 }],
      'segment.updated': [{ ...one, version: 1 }, one],
      'segment.deleted': [one],
    });
  });
});

describe('the webhook events of an attribute', () => {
  const wanted: WebhookEvent['type'][] = ['attribute.updated', 'attribute.deleted', 'person.updated'];
  const one = (name: string, changes = {}) => ({
    name,
    previousName: null,
    type: null,
    label: null,
    ...changes,
    at,
  });
  const by = { role: 'user', keyId: newId() } as const;
  const change = (name: string, values: Partial<Payload<'attribute.update'>>) =>
    service.messenger.request('attribute.update', { by, userId, name, ...values });
  const remove = (name: string) => service.messenger.request('attribute.delete', { by, userId, name });
  /** Waits for this number of events of a type, which are sent when all people have changed. */
  const sent = async (type: string, count: number): Promise<unknown[]> => {
    await eventually(() => (items()[type] ?? []).length >= count);
    return items()[type] ?? [];
  };
  /** The values of the people when an event was taken. */
  const values = async () => (await people()).map(({ attributes }) => attributes);

  beforeEach(async () => {
    await want(wanted, 2);
    for (const name of ['ann', 'bob'])
      await create({ addresses: { EMAIL: [`${name}@mail.test`] }, attributes: { $age: '7' } });
  });

  it('report a change of all values once, when it is complete, instead of each person', async () => {
    await change('$age', { type: 'number', label: 'Age' });
    const typed = { type: 'number', label: 'Age' };
    expect(await sent('attribute.updated', 1)).toEqual([one('$age', typed)]);
    expect(await values()).toEqual([{ $age: 7 }, { $age: 7 }]);
    await change('$age', { newName: 'age' });
    expect(await sent('attribute.updated', 2)).toEqual([
      one('$age', typed),
      one('age', { ...typed, previousName: '$age' }),
    ]);
    expect(await values()).toEqual([{ age: 7 }, { age: 7 }]);
    await remove('age');
    expect(await sent('attribute.deleted', 1)).toEqual([{ name: 'age', at }]);
    expect(await values()).toEqual([{}, {}]);
    expect(Object.keys(await published()).sort()).toEqual(['attribute.deleted', 'attribute.updated']);
  });

  it('report a label and a removed type at once, and nothing if nothing changes', async () => {
    await change('$age', { label: 'Age' });
    await change('$age', { label: 'Age', type: null });
    expect(await published()).toEqual({ 'attribute.updated': [one('$age', { label: 'Age' })] });
  });

  it('wait while the webhook-worker does not reply, also for a deleted attribute', async () => {
    isDown = true;
    await remove('$age');
    const attribute = { userId: new ObjectId(userId), name: '$age' };
    const due = { 'change.pass': 2, 'change.dueAt': { $exists: true } };
    await eventually(async () => (await service.stored('attributeNames').countDocuments(due)) > 0);
    await service.stored('attributeNames').updateOne(attribute, { $set: { 'change.dueAt': new Date(0) } });
    await eventually(
      async () =>
        (await service
          .stored('attributeNames')
          .countDocuments({ ...attribute, 'change.dueAt': { $gt: new Date(1) } })) > 0,
    );
    expect(items()).toEqual({});
    isDown = false;
    expect(await sent('attribute.deleted', 1)).toEqual([{ name: '$age', at }]);
  });

  it('are not stored if no endpoint wants them', async () => {
    await want([], 3);
    await change('$age', { label: 'Age' });
    await change('$age', { newName: 'age' });
    await eventually(async () => JSON.stringify(await values()) === '[{"age":"7"},{"age":"7"}]');
    const withEvents = { userId: new ObjectId(userId), pendingWebhookEvents: { $exists: true } };
    expect(await service.stored('attributeNames').countDocuments(withEvents)).toBe(0);
  });
});
