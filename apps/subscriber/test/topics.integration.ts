import { type Payload, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing/someone';
import { EditTopicOptOuts } from '../src/preferences/edit-topic-opt-outs';
import { SubscriberService, code } from './subscriber-service';

describe('topics', () => {
  let service: SubscriberService;
  let userId: string;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(() => {
    userId = newId();
  });
  afterAll(() => service.stop());

  const aTopic = (overrides: Partial<Payload<'topic.create'>> = {}) => ({
    ...{ id: newId(), userId, by: someone, name: 'Offers', description: '' },
    ...overrides,
  });
  const create = (overrides: Partial<Payload<'topic.create'>> = {}) =>
    service.messenger.request('topic.create', aTopic(overrides));
  const list = async (after: string | null = null, limit = 100) =>
    service.messenger.request('topic.list', { userId, after, limit });
  const remove = (id: string, by = userId) =>
    service.messenger.request('topic.delete', { userId: by, id, by: someone });

  it('are listed in the order of their creation, page by page', async () => {
    const first = await create({ description: 'Discounts' });
    const second = await create({ name: 'News' });
    expect(await list()).toEqual({ items: [first, second], next: null });
    const page = await list(null, 1);
    expect(page.items).toEqual([first]);
    expect(await list(page.next, 1)).toEqual({ items: [second], next: null });
  });

  it('are created once for repeated commands', async () => {
    const topic = aTopic();
    const answers = await Promise.all([1, 2, 3].map(() => service.messenger.request('topic.create', topic)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect((await list()).items).toHaveLength(1);
  });

  it('are limited to 50 for each user, also with concurrent requests', async () => {
    for (let n = 0; n < 48; n++) await create();
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => create()));
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual([code('limit_reached'), code('limit_reached'), code('limit_reached')]);
    const [first] = (await list()).items;
    await remove(first?.id ?? '');
    await create();
  });

  it('can be renamed and described', async () => {
    const { id } = await create({ description: 'Discounts' });
    const change = { userId, id, by: someone };
    const renamed = await service.messenger.request('topic.update', { ...change, name: 'Sales' });
    expect(renamed).toMatchObject({ name: 'Sales', description: 'Discounts' });
    const described = await service.messenger.request('topic.update', { ...change, description: '' });
    expect(described).toMatchObject({ name: 'Sales', description: '' });
    expect(await service.messenger.request('topic.get', { userId, id })).toEqual(described);
  });

  it('disappear when they are deleted, also for a repeated command', async () => {
    const { id } = await create();
    const command = { userId, id, by: someone };
    expect(await remove(id)).toEqual({ ids: [id] });
    await expect(remove(id)).rejects.toEqual(code('topic_not_found'));
    await expect(service.messenger.request('topic.get', { userId, id })).rejects.toEqual(
      code('topic_not_found'),
    );
    await expect(service.messenger.request('topic.update', { ...command, name: 'x' })).rejects.toEqual(
      code('topic_not_found'),
    );
    expect((await list()).items).toEqual([]);
  });

  it('of other users do not exist', async () => {
    const { id } = await create();
    const other = newId();
    const which = { userId: other, id };
    await expect(service.messenger.request('topic.get', which)).rejects.toEqual(code('topic_not_found'));
    await expect(remove(id, other)).rejects.toEqual(code('topic_not_found'));
    const missing = await service.messenger.request('topic.find-missing', { userId: other, ids: [id] });
    expect(missing).toEqual({ missing: [id] });
    const own = await service.messenger.request('topic.find-missing', { userId, ids: [id, other] });
    expect(own).toEqual({ missing: [other] });
  });

  describe('with opt-outs', () => {
    const address = 'ann@example.com';
    const optOuts = async (id: string, identifier: string | null = null) => {
      const query = { userId, id, address: identifier, after: null, limit: 10 };
      return (await service.messenger.request('topic.opt-outs', query)).items;
    };
    const optOut = (id: string, more: Partial<Payload<'topic.opt-out'>> = {}) =>
      service.messenger.request('topic.opt-out', {
        ...{ userId, id, by: someone, requestId: newId(), channel: 'EMAIL', address },
        ...more,
      });
    const lift = (id: string, ids: string[], confirmConsent = false) =>
      service.messenger.request('topic.lift-opt-outs', { userId, id, by: someone, ids, confirmConsent });
    const leave = (topicId: string, of = address) =>
      service.messenger.request('suppression.unsubscribe', {
        ...{ userId, address: of, campaignId: newId(), topicId, at: new Date().toISOString() },
      });

    it('list them with their evidence, whoever added them, and keep an existing one', async () => {
      const [topic, other] = [await create(), await create({ name: 'Other' })];
      await leave(topic.id, 'bob@example.com');
      const added = await optOut(topic.id);
      expect(added).toMatchObject({
        channel: 'EMAIL',
        address,
        source: expect.stringMatching(/^request /) as string,
      });
      expect(await optOut(topic.id)).toEqual(added);
      const listed = await optOuts(topic.id);
      expect(listed).toHaveLength(2);
      expect(listed).toContainEqual(added);
      expect(listed.find((each) => each.address === 'bob@example.com')?.source).toMatch(/^campaign /);
      expect(await optOuts(other.id)).toEqual([]);
      const page = await service.messenger.request('topic.opt-outs', {
        ...{ userId, id: topic.id, address: null, after: null, limit: 1 },
      });
      const rest = { userId, id: topic.id, address: null, after: page.next, limit: 1 };
      expect([...page.items, ...(await service.messenger.request('topic.opt-outs', rest)).items]).toEqual(
        listed,
      );
    });

    it('are found at all addresses of a person', async () => {
      const [topic, phone] = [await create(), '+4915112345678'];
      const addresses = { EMAIL: [address, 'ann@home.example'], SMS: [phone] };
      await service.messenger.request('person.create', { userId, id: newId(), addresses });
      await leave(topic.id, 'ann@home.example');
      await optOut(topic.id);
      await optOut(topic.id, { address: 'bob@example.com' });
      for (const each of [address, 'ann@home.example', phone]) {
        const found = (await optOuts(topic.id, each)).map((left) => left.address);
        expect(found).toEqual(['ann@home.example', address]);
      }
      expect(await optOuts(topic.id, 'bob@example.com')).toHaveLength(1);
      expect(await optOuts(topic.id, 'zoe@example.com')).toEqual([]);
    });

    it('lift those of the user, but those of a person only with a confirmation', async () => {
      const topic = await create();
      await leave(topic.id, 'bob@example.com');
      const own = await optOut(topic.id);
      const byPerson = (await optOuts(topic.id)).find(({ id }) => id !== own.id)?.id ?? '';
      await expect(lift(topic.id, [own.id, byPerson])).rejects.toEqual(code('suppression_by_recipient'));
      expect(await optOuts(topic.id)).toHaveLength(2);
      expect(await lift(topic.id, [own.id])).toEqual({ ids: [own.id] });
      expect(await lift(topic.id, [own.id, byPerson], true)).toEqual({ ids: [byPerson] });
      expect(await optOuts(topic.id)).toEqual([]);
    });

    it('reply to a redelivered request as the first time', async () => {
      const topic = await create();
      const { id } = await optOut(topic.id);
      const edit = service.part(EditTopicOptOuts);
      const command = { userId, id: topic.id, by: someone, ids: [id], confirmConsent: false };
      for (let delivery = 0; delivery < 2; delivery++)
        expect(await edit.lift(command, 'one')).toEqual({ ids: [id] });
    });

    it('respect the quota, and do not exist for unknown topics', async () => {
      const topic = await create();
      service.limits.set(userId, { suppressions: 0 });
      await expect(optOut(topic.id)).rejects.toEqual(code('quota_exceeded'));
      for (const call of [optOuts, optOut, (unknown: string) => lift(unknown, [])])
        await expect(call(newId())).rejects.toEqual(code('topic_not_found'));
    });
  });
});
