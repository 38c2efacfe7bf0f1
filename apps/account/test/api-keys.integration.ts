import { newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { AccountService, anApiKey, code, by } from './account-service';

describe('API keys', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const create = (key = anApiKey(userId)) => service.messenger.request('api-key.create', key);
  const remove = (id: string, user = userId, keyId = newId()) =>
    service.messenger.request('api-key.delete', { by: { role: 'user', keyId }, userId: user, id });
  const attempts = newId();
  const holder = async (keyHash: string) =>
    (await service.messenger.request('account.authenticate', { keyHash })).principal;
  const list = async (after: string | null = null, limit = 100) =>
    service.messenger.request('api-key.list', { userId, after, limit });

  it('identify their owner, with the owner’s current plan and status', async () => {
    const key = anApiKey(userId, { scopes: ['send'] });
    await create(key);
    const expected = {
      role: 'user',
      keyId: key.id,
      userId,
      scopes: ['send'],
      rate: 'PLAN',
      plan: 'FREE',
      status: 'ACTIVE',
    };
    expect(await holder(key.keyHash)).toEqual(expected);
    await service.messenger.request('user.update', { by, id: userId, plan: 'UPGRADED', status: 'SUSPENDED' });
    expect(await holder(key.keyHash)).toEqual({ ...expected, plan: 'UPGRADED', status: 'SUSPENDED' });
  });

  it('have the rate that the operator set for them', async () => {
    for (const rate of ['NONE', { perSecond: 5, burst: 10 }] as const) {
      const key = anApiKey(userId, { rate });
      const created = await create(key);
      expect(await holder(key.keyHash)).toMatchObject({ keyId: key.id, rate });
      expect(created).not.toHaveProperty('rate');
    }
  });

  it('can be read only by their user', async () => {
    const key = anApiKey(userId);
    const created = await create(key);
    const get = (by: string) => service.messenger.request('api-key.get', { userId: by, id: key.id });
    expect(await get(userId)).toEqual(created);
    await expect(get(newId())).rejects.toEqual(code('api_key_not_found'));
  });

  it('are distinguished from invalid ones in a batch', async () => {
    const [one, two] = [anApiKey(userId, { scopes: ['read'] }), anApiKey(userId)];
    await create(one);
    await create(two);
    const keyHashes = [one.keyHash, '0'.repeat(64), two.keyHash];
    const { found } = await service.messenger.request('account.authenticate-many', { keyHashes });
    expect(new Map(found.map(({ keyHash, principal }) => [keyHash, principal]))).toEqual(
      new Map([
        [one.keyHash, await holder(one.keyHash)],
        [two.keyHash, await holder(two.keyHash)],
      ]),
    );
  });

  it('are not found if they were never created', async () => {
    expect(await holder('0'.repeat(64))).toBeNull();
  });

  it('are created once for repeated commands', async () => {
    const key = anApiKey(userId);
    const [first, second] = await Promise.all([create(key), create(key)]);
    expect(second).toEqual(first);
    expect((await list()).items).toEqual([first]);
  });

  it('keep the secret of the latest attempt, regardless of the order of attempts', async () => {
    const [first, second, third] = [1, 2, 3].map((attempt) => ({
      ...anApiKey(userId),
      prefix: `car_live_000${attempt}`,
      id: attempts,
      attempt,
    }));
    if (!first || !second || !third) throw new Error('There are three');
    await create(first);
    const replaced = await create(third);
    expect(replaced).toMatchObject({ id: attempts, prefix: third.prefix });
    await expect(create(second)).rejects.toEqual(code('service_unavailable'));
    await expect(create(first)).rejects.toEqual(code('service_unavailable'));
    expect(await create(third)).toEqual(replaced);
    expect(await Promise.all([first, second].map(({ keyHash }) => holder(keyHash)))).toEqual([null, null]);
    expect(await holder(third.keyHash)).toMatchObject({ keyId: attempts });
    expect((await list()).items).toEqual([replaced]);
  });

  it('require a user', async () => {
    await expect(create(anApiKey(newId()))).rejects.toEqual(code('user_not_found'));
  });

  it('are limited to 50 per user, also with concurrent requests', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 60 }, () => create()));
    const refused = tries.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toHaveLength(10);
    expect(refused).toEqual(refused.map(() => code('limit_reached')));
    const { items } = await list();
    expect(items).toHaveLength(50);
    await remove(items[0]?.id ?? '');
    await create();
    await expect(create()).rejects.toEqual(code('limit_reached'));
  });

  it('are listed oldest first, page by page, for their user only', async () => {
    const other = await service.user();
    await create(anApiKey(other.id));
    const created = [await create(), await create(), await create()];
    const first = await list(null, 2);
    const second = await list(first.next, 2);
    expect([...first.items, ...second.items]).toEqual(created);
    expect(second.next).toBeNull();
  });

  it('become invalid once they are deleted, and the deletion is announced', async () => {
    const key = anApiKey(userId);
    await create(key);
    expect(await remove(key.id)).toEqual({ ids: [key.id] });
    expect(await holder(key.keyHash)).toBeNull();
    await eventually(() => service.broadcasts.includes(`access.changed ${userId}`));
    await expect(remove(key.id)).rejects.toEqual(code('api_key_not_found'));
  });

  it('cannot delete themselves', async () => {
    const { id } = await create();
    await expect(remove(id, userId, id)).rejects.toEqual(code('api_key_in_use'));
  });

  it('cannot be deleted by another user', async () => {
    const key = anApiKey(userId);
    await create(key);
    const other = await service.user();
    await expect(remove(key.id, other.id)).rejects.toEqual(code('api_key_not_found'));
    expect(await holder(key.keyHash)).not.toBeNull();
  });

  it('show their latest use, regardless of the order of the reports', async () => {
    const { id } = await create();
    const used = (at: string) => service.messenger.publish('api-key.used', { uses: [{ keyId: id, at }] });
    await used('2026-03-01T12:00:05.000Z');
    await eventually(async () => (await list()).items[0]?.lastUsedAt === '2026-03-01T12:00:05.000Z');
    await used('2026-03-01T12:00:01.000Z');
    await used('2026-03-01T12:00:09.000Z');
    await eventually(async () => (await list()).items[0]?.lastUsedAt === '2026-03-01T12:00:09.000Z');
  });

  it('can be reported as used after they were deleted', async () => {
    const { id } = await create();
    const at = '2026-03-01T12:00:00.000Z';
    await service.messenger.publish('api-key.used', { uses: [] });
    await service.messenger.publish('api-key.used', { uses: [newId(), id].map((keyId) => ({ keyId, at })) });
    await eventually(async () => (await list()).items[0]?.lastUsedAt === at);
  });
});
