import { type Payload, newId } from '@carillon/contracts';
import { someone } from '@carillon/testing/someone';
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
});
