import { newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { AccountService, code, by } from './account-service';

describe('users', () => {
  let service: AccountService;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  afterAll(() => service.stop());

  it('are created active, with the given fields', async () => {
    const id = newId();
    const user = await service.user({ id, name: 'Ada', email: 'ada@mail.test', plan: 'UPGRADED' });
    expect(user).toMatchObject({
      id,
      name: 'Ada',
      email: 'ada@mail.test',
      plan: 'UPGRADED',
      status: 'ACTIVE',
    });
    expect(user.updatedAt).toBe(user.createdAt);
    expect(await service.messenger.request('user.get', { id })).toEqual(user);
  });

  it('are created once for repeated commands', async () => {
    const fields = { id: newId(), name: 'Ada' };
    const answers = await Promise.all([service.user(fields), service.user(fields), service.user(fields)]);
    expect(new Set(answers.map((user) => JSON.stringify(user))).size).toBe(1);
  });

  it('are listed oldest first, page by page, each once', async () => {
    const created = [await service.user(), await service.user(), await service.user()];
    const listed = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(after);
      expect(page.items.length).toBeLessThanOrEqual(2);
      listed.push(...page.items);
      after = page.next;
    } while (after !== null);
    expect(listed.filter(({ id }) => created.some((user) => user.id === id))).toEqual(created);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
  });
  const pageAfter = (after: string | null) => service.messenger.request('user.list', { after, limit: 2 });

  it('change only the given fields', async () => {
    const { id, createdAt } = await service.user({ name: 'Ada', email: 'ada@mail.test' });
    const renamed = await service.messenger.request('user.update', { by, id, name: 'Ada L.' });
    expect(renamed).toMatchObject({ id, name: 'Ada L.', email: 'ada@mail.test', plan: 'FREE', createdAt });
    const upgraded = await service.messenger.request('user.update', {
      by,
      id,
      email: null,
      plan: 'UPGRADED',
    });
    expect(upgraded).toMatchObject({ name: 'Ada L.', email: null, plan: 'UPGRADED', status: 'ACTIVE' });
  });

  it('are announced when they change, so that caches remove the old plan, status, or sender', async () => {
    const { id } = await service.user();
    await service.messenger.request('user.update', { by, id, status: 'SUSPENDED' });
    await eventually(() => service.broadcasts.includes(`access.changed ${id}`));
  });

  it('are not found if they don’t exist', async () => {
    const id = newId();
    await expect(service.messenger.request('user.get', { id })).rejects.toEqual(code('user_not_found'));
    await expect(service.messenger.request('user.update', { by, id, name: 'x' })).rejects.toEqual(
      code('user_not_found'),
    );
  });
});
