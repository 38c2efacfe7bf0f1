import { type ApiKey, type AuditEntry, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { AccountService, anApiKey, by, code } from './account-service';

const HOUR_MS = 3_600_000;

describe('keys with scopes and limitations', () => {
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
  const holder = async (keyHash: string) =>
    (await service.messenger.request('account.authenticate', { keyHash })).principal;
  const rotate = (of: string, overrides: { overlapMs?: number; id?: string; expiresAt?: string } = {}) => {
    const { id, prefix, keyHash, attempt } = anApiKey(userId);
    const minted = { id, prefix, keyHash, attempt };
    const request = { by, userId, of, overlapMs: HOUR_MS, ...minted, ...overrides };
    return service.messenger.request('api-key.rotate', request).then((key) => ({ key, keyHash }));
  };
  const entries = async (): Promise<AuditEntry[]> => {
    const all = { action: null, since: null, until: null, after: null, limit: 100 };
    return (await service.messenger.request('audit.page', { userId, ...all })).items;
  };
  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

  it('are returned with their scopes and limitations', async () => {
    const limits = { expiresAt: inMs(HOUR_MS), networks: ['192.0.2.0/24'] };
    const key = anApiKey(userId, { scopes: ['read', 'admin'], ...limits });
    const created = await create(key);
    expect(created).toMatchObject({ scopes: ['read', 'admin'], ...limits });
    const expected = { keyId: key.id, scopes: ['read', 'admin'], ...limits };
    expect(await holder(key.keyHash)).toMatchObject(expected);
  });

  it('can only expire in the future', async () => {
    const past = { expiresAt: inMs(-1) };
    await expect(create(anApiKey(userId, past))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'expiresAt', code: 'too_small' }],
    });
    const { id } = await create();
    await expect(rotate(id, past)).rejects.toEqual(code('validation_failed'));
  });

  it('get a successor with the same permissions, and stay valid for the overlap', async () => {
    const scopes: ApiKey['scopes'] = ['read', 'admin'];
    const key = anApiKey(userId, { scopes, networks: ['192.0.2.0/24'], rate: { perSecond: 5, burst: 10 } });
    await create(key);
    const before = Date.now();
    const { key: successor, keyHash } = await rotate(key.id);
    expect(successor).toMatchObject({
      name: key.name,
      networks: key.networks,
      scopes,
    });
    expect(await holder(keyHash)).toMatchObject({ keyId: successor.id, rate: key.rate });
    expect(successor).not.toHaveProperty('expiresAt');
    const rotated = await holder(key.keyHash);
    expect(rotated).toMatchObject({ keyId: key.id });
    const end = Date.parse(rotated?.expiresAt ?? '');
    expect(end).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect(end).toBeLessThan(Date.now() + HOUR_MS + 1);
    await eventually(() => service.broadcasts.includes(`access.changed ${userId}`));
    const [created, ended] = (await entries()).slice(-2);
    expect(created).toMatchObject({ action: 'api_key.created', target: { id: successor.id } });
    expect(created?.changes).toContainEqual({ field: 'successorOf', before: null, after: key.id });
    expect(ended).toMatchObject({
      action: 'api_key.revoked',
      target: { id: key.id },
      changes: [{ field: 'expiresAt', before: null, after: rotated?.expiresAt }],
    });
  });

  it('get a successor with the same lifetime unless an expiration time is given', async () => {
    const { id, createdAt } = await create(anApiKey(userId, { expiresAt: inMs(HOUR_MS) }));
    const [key] = (await service.messenger.request('api-key.list', { userId, after: null, limit: 1 })).items;
    const lifetime = Date.parse(key?.expiresAt ?? '') - Date.parse(createdAt);
    const { key: successor } = await rotate(id, { overlapMs: 0 });
    const lives = Date.parse(successor.expiresAt ?? '') - Date.parse(successor.createdAt);
    expect(Math.abs(lives - lifetime)).toBeLessThan(5_000);
    const expiresAt = inMs(2 * HOUR_MS);
    await remove(successor.id);
    expect((await rotate(id, { expiresAt })).key).toMatchObject({ expiresAt });
  });

  it('have one successor at a time, and a second rotation doesn’t extend them', async () => {
    const { id } = await create();
    const rotations = Array.from({ length: 50 }, () => rotate(id, { overlapMs: 1_000 }));
    const ended = await Promise.allSettled(rotations);
    const made = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value.key.id] : []));
    expect(made).toHaveLength(1);
    const refusals = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    for (const refusal of refusals) expect(refusal).toEqual(code('api_key_rotated'));
    const ends = async () => (await service.messenger.request('api-key.get', { userId, id })).expiresAt;
    const first = await ends();
    await remove(made[0] ?? '');
    await rotate(id, { overlapMs: HOUR_MS });
    expect(await ends()).toBe(first);
  });

  it('have one successor for repeated commands', async () => {
    const { id } = await create();
    const successor = newId();
    const request = { by, userId, of: id, overlapMs: 0, ...mintedAs(successor) };
    const twice = [request, request].map((each) => service.messenger.request('api-key.rotate', each));
    const [first, second] = await Promise.all(twice);
    expect(second).toEqual(first);
    const { items } = await service.messenger.request('api-key.list', { userId, after: null, limit: 100 });
    expect(items.map((each) => each.id).sort()).toEqual([id, successor].sort());
  });

  it('can be rotated only by their user', async () => {
    const other = await service.user();
    const { id } = await create(anApiKey(other.id));
    await expect(rotate(id)).rejects.toEqual(code('api_key_not_found'));
    await expect(rotate(newId())).rejects.toEqual(code('api_key_not_found'));
  });

  const remove = (id: string) => service.messenger.request('api-key.delete', { by, userId, id });

  function mintedAs(id: string) {
    const { prefix, keyHash, attempt } = anApiKey(userId);
    return { id, prefix, keyHash, attempt };
  }
});
