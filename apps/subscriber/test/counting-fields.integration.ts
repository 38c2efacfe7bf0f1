import { someone } from '@carillon/testing/someone';
import { type Group, type Payload, newId } from '@carillon/contracts';
import { SubscriberService } from './subscriber-service';

describe('counting the fields of an audience', () => {
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

  const fields = (
    groups: Pick<Group, 'id'>[],
    { needed = [], sms = null, ...more }: Partial<Payload<'audience.fields'>> = {},
  ) =>
    service.messenger.request('audience.fields', {
      ...{ userId, groupIds: groups.map(({ id }) => id), needed, sms, ...more },
    });
  const sms = { channel: 'SMS' as const };
  const nobody = { EMAIL: 0, WHATSAPP: 0, SMS: 0 };

  it('returns the keys of placeholders by channel, most frequent first', async () => {
    await service.member(group, { extraData: { name: 'Ada', address: { city: 'Rome', zip: null } } });
    await service.member(group, { extraData: { name: '', tags: ['a'], 'not a {key}': 1, vip: false } });
    await service.member(group, { ...sms, address: '+4915112345678', extraData: { vip: true, no: 0 } });
    expect(await fields([group])).toEqual({
      people: { EMAIL: 2, WHATSAPP: 0, SMS: 1 },
      isComplete: true,
      fields: [
        { name: 'vip', people: { ...nobody, EMAIL: 1, SMS: 1 } },
        { name: 'address.city', people: { ...nobody, EMAIL: 1 } },
        { name: 'name', people: { ...nobody, EMAIL: 1 } },
        { name: 'no', people: { ...nobody, SMS: 1 } },
      ],
      missing: [],
      sms: null,
    });
  });

  it('counts people without a value or with an empty one, on the channel that needs it', async () => {
    for (const extraData of [{ name: 'Ada' }, { name: '' }, { name: null }, {}, { name: { a: 'b' } }])
      await service.member(group, { extraData });
    await service.member(group, { ...sms, address: '+4915112345678' });
    const needed = (['EMAIL', 'WHATSAPP', 'SMS'] as const).flatMap((channel) => [
      { channel, key: 'name' },
      { channel, key: 'name.a' },
    ]);
    expect((await fields([group], { needed })).missing).toEqual([
      { channel: 'EMAIL', key: 'name', people: 4 },
      { channel: 'EMAIL', key: 'name.a', people: 4 },
      { channel: 'SMS', key: 'name', people: 1 },
      { channel: 'SMS', key: 'name.a', people: 1 },
    ]);
  });

  it('counts each recipient of the campaign once, in the first of their groups', async () => {
    const ada = await service.member(group, { extraData: { name: 'Ada' } });
    await service.member(other, { address: ada.address });
    const bob = await service.member(other);
    await service.member(await service.group(newId()));
    const gone = await service.group(userId);
    await service.member(gone);
    await service.messenger.request('group.delete', { userId, id: gone.id });
    const needed = [{ channel: 'EMAIL' as const, key: 'name' }];
    const lacking = async (...groups: Pick<Group, 'id'>[]) => {
      const { people, missing } = await fields(groups, { needed });
      return [people.EMAIL, missing[0]?.people ?? 0];
    };
    expect(await lacking(group, other, gone, { id: newId() })).toEqual([2, 1]);
    expect(await lacking(other, group)).toEqual([2, 2]);
    const suppression = { id: newId(), userId, channel: 'EMAIL' as const, address: bob.address };
    await service.messenger.request('suppression.create', { ...suppression, by: someone });
    expect(await lacking(group, other)).toEqual([1, 0]);
  });

  it("adds up the SMS segments of each person's message", async () => {
    for (const [n, name] of ['Ada', 'x'.repeat(200), '🔔'].entries())
      await service.member(group, { ...sms, address: `+491511234567${n}`, extraData: { name } });
    await service.member(group, { extraData: { name: 'x'.repeat(2_000) } });
    expect((await fields([group], { sms: 'Hi {{name}}' })).sms).toEqual({ segments: 4, longest: 2 });
  });

  it('measures the SMS in the language of each recipient', async () => {
    await service.messenger.request('person.create', {
      ...{ id: newId(), userId, locale: 'de' },
      addresses: { SMS: ['+4915112345672'] },
    });
    for (const [n, extraData] of [{ language: 'de-AT' }, { language: 'fr' }, {}].entries())
      await service.member(group, { ...sms, address: `+491511234567${n}`, extraData });
    const texts = { sms: 'Hi', smsTranslations: { de: 'x'.repeat(200) } };
    expect((await fields([group], texts)).sms).toEqual({ segments: 5, longest: 2 });
  });

  it('reports if it did not read all people, and reads some of each group', async () => {
    const member = await service.member(group, { extraData: { big: true } });
    await service.member(other, { extraData: { small: true } });
    const subscribers = service.stored('subscribers');
    const { _id, ...document } = (await subscribers.findOne({ address: member.address })) ?? {};
    const copies = Array.from({ length: 20_000 }, (_, n) => ({ ...document, address: `${n}@mail.test` }));
    await subscribers.insertMany(copies);
    const answer = await fields([group, other]);
    expect(answer.isComplete).toBe(false);
    expect(answer.people.EMAIL).toBeLessThanOrEqual(20_000);
    expect(answer.fields.map(({ name }) => name)).toEqual(['big', 'small']);
  });
});
