import { someone } from '@carillon/testing/someone';
import { type Channel, type Group, type Payload, newId } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import type { SubscriberDocument } from '../src/membership/subscriber-document';
import { SubscriberService, code } from './subscriber-service';

const PHONE = '+4915112345678';

describe('searching for subscribers', () => {
  let service: SubscriberService;
  let userId: string;
  let group: Group;
  let other: Group;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(async () => {
    userId = newId();
    [group, other] = [await service.group(userId), await service.group(userId)];
  });
  afterAll(() => service.stop());

  const find = (address: string, more: Partial<Payload<'subscriber.find'>> = {}) => {
    const anywhere = { userId, address, groupId: null, channel: null, after: null, limit: 1000 };
    return service.messenger.request('subscriber.find', { ...anywhere, ...more });
  };
  const list = (channel: Channel | null, after: string | null = null, limit = 1000) =>
    service.messenger.request('subscriber.list', { userId, groupId: group.id, channel, after, limit });

  it('finds members by address in all groups, or in a group and a channel, oldest first', async () => {
    const [sms, whatsapp] = [
      await service.member(group, { channel: 'SMS', address: PHONE }),
      await service.member(group, { channel: 'WHATSAPP', address: PHONE }),
    ];
    const elsewhere = await service.member(other, { channel: 'SMS', address: PHONE });
    await service.member(group, { channel: 'SMS', address: '+4915112345679' });
    expect(await find(PHONE)).toEqual({ items: [sms, whatsapp, elsewhere], next: null });
    expect((await find(PHONE, { groupId: group.id })).items).toEqual([sms, whatsapp]);
    expect((await find(PHONE, { channel: 'SMS' })).items).toEqual([sms, elsewhere]);
    expect((await find(PHONE, { channel: 'WHATSAPP', groupId: other.id })).items).toEqual([]);
  });

  const search = async (text: string, groupId: string | null = null, limit = 100) => {
    const query = { userId, search: text, groupId, channel: null, limit };
    return (await service.messenger.request('subscriber.search', query)).items.map(({ address }) => address);
  };

  it('finds people by parts of the address and by their current name', async () => {
    const extraData = { Vorname: 'Anna', Nachname: 'Große', Stadt: 'Köln' };
    const anna = await service.member(group, { address: 'anna.g@mail.test', extraData });
    await service.member(other, { channel: 'SMS', address: PHONE, extraData: { name: 'Bob Grosser' } });
    await service.member(await service.group(newId()), { address: 'anna.g@mail.test', extraData });
    expect(await search('gross')).toEqual(['anna.g@mail.test', PHONE]);
    expect(await search('Große ann')).toEqual(['anna.g@mail.test']);
    expect(await search('gross', other.id)).toEqual([PHONE]);
    expect(await search('gross', null, 1)).toHaveLength(1);
    expect(await search('mail.test')).toEqual(['anna.g@mail.test']);
    expect(await search('0151 1234')).toEqual([PHONE]);
    for (const text of ['köln', 'nna', '.*', ' ', 'zoe']) expect(await search(text)).toEqual([]);
    const change = { userId, id: anna.id, extraData: { name: 'Zoe' } };
    await service.messenger.request('subscriber.update', change);
    expect([await search('zoe'), await search('große')]).toEqual([['anna.g@mail.test'], [PHONE]]);
    await service.messenger.request('subscriber.update', { ...change, extraData: { city: 'Bonn' } });
    expect([await search('zoe'), await search('anna')]).toEqual([[], ['anna.g@mail.test']]);
  });

  it('finds members by the current name of their person, together with parts of both', async () => {
    const address = 'ag@mail.test';
    const addresses = { EMAIL: [address], SMS: [PHONE] };
    const attributes = { name: 'Anna Große' };
    const { id } = await service.messenger.request('person.create', {
      userId,
      id: newId(),
      addresses,
      attributes,
    });
    await service.member(group, { address, extraData: { company: 'Acme Corp' } });
    await service.member(group, { channel: 'SMS', address: PHONE });
    await service.member(other, { address, extraData: { company: 'Umbrella' } });
    expect(await search('anna', group.id)).toEqual([address, PHONE]);
    for (const text of ['anna acme', 'acme mail', 'grosse corp mail.test'])
      expect([text, await search(text)]).toEqual([text, [address]]);
    expect(await search('acme', other.id)).toEqual([]);
    await service.messenger.request('person.update', { userId, id, attributes: { name: 'Anna Miller' } });
    expect(await search('grosse', group.id)).toEqual([]);
    expect(await search('miller', group.id)).toEqual([address, PHONE]);
  });

  it('finds members of a group among many people of the account who match', async () => {
    const now = new Date();
    const crowd = Array.from({ length: 5_100 }, (_, n) => ({
      _id: new ObjectId(),
      userId: new ObjectId(userId),
      n: [1_000 + n],
      channels: [{ channel: 'EMAIL', address: `a${n}@crowd.test` }],
      ...{ terms: ['crowd.test'], rev: 1, createdAt: now, updatedAt: now },
    }));
    await service.stored('people').insertMany(crowd);
    await service.member(group, { address: 'a@crowd.test' });
    expect(await search('crowd', group.id)).toEqual(['a@crowd.test']);
    expect(await search('crowd', other.id)).toEqual([]);
  });

  it('finds members that release 0.3.0 added, who have the terms of their address', async () => {
    await fill(group.id, 2);
    const terms = ['person.1@mail.test', '1@mail.test', 'mail.test'];
    const member = { groupId: new ObjectId(group.id), address: 'person.1@mail.test' };
    await service.stored('subscribers').updateOne(member, { $set: { terms } });
    for (const text of ['person.1', '1@', 'mail'])
      expect([text, await search(text, group.id)]).toEqual([text, ['person.1@mail.test']]);
  });

  describe('for people', () => {
    const people = async (text: string, limit = 100) => {
      const query = { userId, search: text, limit };
      return (await service.messenger.request('person.search', query)).items.map(({ id }) => id);
    };
    const person = async (values: Omit<Payload<'person.create'>, 'userId' | 'id'>, owner = userId) =>
      (await service.messenger.request('person.create', { userId: owner, id: newId(), ...values })).id;
    const email = (...addresses: string[]) => ({ addresses: { EMAIL: addresses } });

    it('finds them by name, address, or external ID, in a group or not, oldest first', async () => {
      const attributes = { fullName: 'Anna Maria Große', city: 'Köln' };
      const anna = await person({
        ...email('ag@mail.test', 'anna@home.test'),
        externalId: 'C-1042',
        attributes,
      });
      const bob = await person({ addresses: { SMS: [PHONE], WHATSAPP: [PHONE] }, externalId: '0042' });
      await person({ ...email('anna@mail.test'), attributes }, newId());
      for (const text of ['anna', 'maria', 'GROSSE', 'große ann', 'ag@', 'home.test', 'c-10', 'anna mail'])
        expect([text, await people(text)]).toEqual([text, [anna]]);
      for (const text of ['0151 1234', '+49 151', '15112345678', '0042'])
        expect([text, await people(text)]).toEqual([text, [bob]]);
      for (const text of ['nna', 'köln', '1042', '.*', ' ']) expect(await people(text)).toEqual([]);

      // The name is in the extra data of the membership.
      await service.member(group, { address: 'cg@mail.test', extraData: { name: 'Carl Grosser' } });
      const [, carl] = await people('gross');
      expect(await people('gross')).toEqual([anna, carl]);
      expect(await people('carl')).toEqual([carl]);
      expect(await people('gross', 1)).toHaveLength(1);
    });

    it('finds them by their current values only', async () => {
      const id = await person({ ...email('ann@mail.test'), attributes: { name: 'Ann Smith' } });
      const other = await person({ ...email('kim@mail.test'), attributes: { lastName: 'Young' } });
      const change = { ...email('ann@work.test'), attributes: { name: 'Ann Miller' } };
      await service.messenger.request('person.update', { userId, id, ...change });
      expect([await people('smith'), await people('mail')]).toEqual([[], [other]]);
      expect([await people('miller'), await people('work')]).toEqual([[id], [id]]);
      await service.messenger.request('person.merge', { by: someone, userId, id, otherId: other });
      for (const text of ['young', 'kim', 'miller']) expect([text, await people(text)]).toEqual([text, [id]]);
      await service.messenger.request('person.delete', { userId, id });
      expect(await people('miller')).toEqual([]);
    });
  });

  it('continues page by page', async () => {
    const found = [];
    for (const { slug } of [group, other, await service.group(userId)])
      found.push(await service.member({ userId, slug }, { address: 'ada@mail.test' }));
    const first = await find('ada@mail.test', { limit: 2 });
    const second = await find('ada@mail.test', { limit: 2, after: first.next });
    expect([first.next, second.next]).toEqual([found[1]?.id, null]);
    expect([...first.items, ...second.items]).toEqual(found);
  });

  it('finds no members of other users or deleted groups', async () => {
    const address = 'ada@mail.test';
    const foreign = await service.group(newId());
    await service.member(foreign, { address });
    await service.member(other, { address });
    await service.messenger.request('group.delete', { userId, id: other.id });
    expect((await find(address)).items).toEqual([]);
    for (const groupId of [foreign.id, other.id, newId()])
      await expect(find(address, { groupId })).rejects.toEqual(code('group_not_found'));
  });

  it('lists the members of one channel', async () => {
    const [ada, ben] = [await service.member(group), await service.member(group)];
    const sms = await service.member(group, { channel: 'SMS', address: PHONE });
    expect((await list('EMAIL')).items).toEqual([ada, ben]);
    expect((await list('SMS')).items).toEqual([sms]);
    expect((await list('WHATSAPP')).items).toEqual([]);
    const first = await list('EMAIL', null, 1);
    expect([first.items, first.next]).toEqual([[ada], ada.id]);
    expect(await list('EMAIL', first.next, 1)).toEqual({ items: [ben], next: null });
  });

  it('reads no more documents than it returns', async () => {
    const crowd = Array.from({ length: 30 }, () => newId());
    for (const groupId of [group.id, other.id, ...crowd]) await fill(groupId, 100);
    await service.member(group, { channel: 'SMS', address: PHONE });
    await service.db.command({ profile: 2 });
    const before = await list(null, null, 10);
    await list(null, before.next, 10);
    await list('SMS');
    await find(PHONE);
    await service.audience(group);
    await service.db.command({ profile: 0 });
    const looks = await service.db
      .collection<Look>('system.profile')
      .find({ op: 'query', 'command.find': 'subscribers' })
      .toArray();
    expect(looks.length).toBeGreaterThan(4);
    for (const { planSummary, keysExamined, docsExamined, nreturned } of looks) {
      expect(planSummary).toMatch(
        /^(IXSCAN \{ groupId: 1, (_id|channel: 1, _id|channel: 1, address): 1 \}(, )?)+$/,
      );
      expect(docsExamined).toBe(nreturned);
      // The search reads one entry beyond each range of the index: two groups by three channels.
      expect(keysExamined).toBeLessThanOrEqual(nreturned + 12);
    }
  });

  it('counts groups from an index only', async () => {
    await fill(group.id, 300);
    await service.db.command({ profile: 2 });
    await service.messenger.request('group.count', { userId, ids: [group.id, other.id] });
    await service.db.command({ profile: 0 });
    const [look] = await service.db
      .collection<Look>('system.profile')
      .find({ op: 'command', 'command.aggregate': 'subscribers' })
      .toArray();
    expect(look).toMatchObject({
      docsExamined: 0,
      planSummary: expect.stringMatching(/^(IXSCAN|COUNT_SCAN)/) as string,
    });
  });

  it('counts large groups in parts, from an index only', async () => {
    await fill(group.id, 100_500);
    await service.member(group, { channel: 'SMS', address: PHONE });
    await service.member(other);
    const begun = new Date();
    await service.db.command({ profile: 2 });
    const { counts } = await service.messenger.request('group.count', { userId, ids: [group.id, other.id] });
    await service.db.command({ profile: 0 });
    expect(counts).toEqual([
      { total: 100_501, EMAIL: 100_500, SMS: 1, WHATSAPP: 0 },
      { total: 1, EMAIL: 1, SMS: 0, WHATSAPP: 0 },
    ]);
    const looks = await service.db
      .collection<Look>('system.profile')
      .find({
        ...{ ns: /subscribers$/, ts: { $gte: begun } },
        $or: [{ op: 'query' }, { 'command.aggregate': 'subscribers' }],
      })
      .toArray();
    expect(looks.length).toBeGreaterThan(3);
    for (const { docsExamined, keysExamined } of looks) {
      expect(docsExamined).toBe(0);
      expect(keysExamined).toBeLessThan(101_000);
    }
  });

  /** Adds people with email addresses to a group, without a request for each. */
  async function fill(groupId: string, count: number): Promise<void> {
    const now = new Date();
    const people = Array.from({ length: count }, (_, n) => ({
      _id: new ObjectId(),
      userId: new ObjectId(userId),
      groupId: new ObjectId(groupId),
      channel: 'EMAIL' as const,
      address: `person.${n}@mail.test`,
      token: newId(),
      extraData: '{}',
      consent: { source: 'KEY' as const, keyId: newId(), at: now },
      createdAt: now,
      updatedAt: now,
    }));
    await service.db.collection<SubscriberDocument>('subscribers').insertMany(people);
  }
});

/** The profiler's record of a query. */
interface Look {
  planSummary: string;
  keysExamined: number;
  docsExamined: number;
  nreturned: number;
}
