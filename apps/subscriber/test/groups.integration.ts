import { newId } from '@carillon/contracts';
import { Groups } from '../src/membership/groups';
import { SubscriberService, aGroup, code } from './subscriber-service';

describe('groups', () => {
  let service: SubscriberService;
  let userId: string;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  beforeEach(() => {
    userId = newId();
  });
  afterAll(() => service.stop());

  const get = (id: string, by = userId) => service.messenger.request('group.get', { userId: by, id });
  const list = (after: string | null = null, limit = 1000) =>
    service.messenger.request('group.list', { userId, after, limit });
  const count = async (...ids: string[]) =>
    (await service.messenger.request('group.count', { userId, ids })).counts;
  const update = (id: string, change: { name?: string; slug?: string }, by = userId) =>
    service.messenger.request('group.update', { userId: by, id, ...change });

  it('have a slug made from their name', async () => {
    const group = await service.group(userId, { name: 'Été à Zürich' });
    expect(group).toMatchObject({ userId, name: 'Été à Zürich', slug: 'ete-a-zurich' });
    expect(await get(group.id)).toEqual(group);
  });

  it('can have the same name, with numbered slugs, also when created concurrently', async () => {
    const groups = await Promise.all(Array.from({ length: 20 }, () => service.group(userId)));
    const expected = ['news', ...Array.from({ length: 19 }, (_, n) => `news-${n + 2}`)];
    expect(groups.map(({ slug }) => slug).sort()).toEqual(expected.sort());
  });

  it('can have any free slug, which only one of two concurrent requests gets', async () => {
    const tries = await Promise.allSettled([1, 2].map(() => service.group(userId, { slug: 'vip' })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(service.group(userId, { slug: 'vip' })).rejects.toEqual(code('slug_taken'));
  });

  it('can have slugs that other users have', async () => {
    await service.group(newId(), { slug: 'vip' });
    expect((await service.group(userId, { slug: 'vip' })).slug).toBe('vip');
  });

  it('are created once for repeated commands', async () => {
    const group = aGroup(userId);
    const answers = await Promise.all([1, 2, 3].map(() => service.messenger.request('group.create', group)));
    answers.push(await service.messenger.request('group.create', group));
    expect(new Set(answers.map((group) => JSON.stringify(group))).size).toBe(1);
    expect((await list()).items).toHaveLength(1);
  });

  it('are limited to 1,000 per user, also with concurrent requests', async () => {
    const groups = service.part(Groups);
    const full = Array.from({ length: 998 }, (_, slot) => ({ ...aGroup(userId), slug: `g${slot}`, slot }));
    await Promise.all(full.map((group) => groups.add(group, new Date())));
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => service.group(userId)));
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toHaveLength(4);
    expect(refused).toEqual(refused.map(() => code('limit_reached')));
    await service.messenger.request('group.delete', { userId, id: full[0]?.id ?? '' });
    await service.group(userId);
    await expect(service.group(userId)).rejects.toEqual(code('limit_reached'));
  });

  it('are listed oldest first, page by page, for their user only', async () => {
    await service.group(newId());
    const created = [];
    for (const name of ['a', 'b', 'c']) created.push(await service.group(userId, { name }));
    const first = await list(null, 2);
    const second = await list(first.next, 2);
    expect([...first.items, ...second.items]).toEqual(created);
    expect(second.next).toBeNull();
  });

  it('are counted by channel on request', async () => {
    const group = await service.group(userId);
    const empty = await service.group(userId);
    await service.member(group);
    await service.member(group);
    await service.member(group, { channel: 'SMS', address: '+4915112345678' });
    const counts = { total: 3, EMAIL: 2, WHATSAPP: 0, SMS: 1 };
    const none = { total: 0, EMAIL: 0, WHATSAPP: 0, SMS: 0 };
    expect(await count(group.id, empty.id, newId())).toEqual([counts, none, none]);
  });

  it('keep their slug when the name changes, and their name when the slug changes', async () => {
    const { id } = await service.group(userId);
    expect(await update(id, { name: 'Old news' })).toMatchObject({ name: 'Old news', slug: 'news' });
    expect(await update(id, { slug: 'old' })).toMatchObject({ name: 'Old news', slug: 'old' });
    expect((await service.group(userId)).slug).toBe('news');
  });

  it('cannot take the slug of another group', async () => {
    await service.group(userId, { slug: 'vip' });
    const { id } = await service.group(userId);
    await expect(update(id, { slug: 'vip' })).rejects.toEqual(code('slug_taken'));
    expect(await update(id, { slug: 'news' })).toMatchObject({ slug: 'news' });
  });

  it('are reported as missing if they do not exist or belong to another user, in the order of the request', async () => {
    const { id } = await service.group(userId);
    const { id: foreign } = await service.group(newId());
    const [one, two] = [newId(), newId()];
    const ids = [two, id, foreign, one];
    expect(await service.messenger.request('group.find-missing', { userId, ids })).toEqual({
      missing: [two, foreign, one],
    });
  });

  it('are visible only to their user', async () => {
    const { id } = await service.group(userId);
    const other = newId();
    await expect(get(id, other)).rejects.toEqual(code('group_not_found'));
    await expect(update(id, { name: 'Mine' }, other)).rejects.toEqual(code('group_not_found'));
    const deletion = service.messenger.request('group.delete', { userId: other, id });
    await expect(deletion).rejects.toEqual(code('group_not_found'));
    expect((await get(id)).name).toBe('News');
  });

  it('are not found if they never existed', async () => {
    await expect(get(newId())).rejects.toEqual(code('group_not_found'));
    await expect(update(newId(), { name: 'x' })).rejects.toEqual(code('group_not_found'));
  });
});
