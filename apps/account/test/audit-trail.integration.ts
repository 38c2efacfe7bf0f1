import { hashApiKey, mintApiKey } from '@carillon/vault';
import { type AuditEntry, type AuditNote, type By, type Payload, newId } from '@carillon/contracts';
import { withTrace } from '@carillon/messaging';
import { eventually } from '@carillon/testing';
import { AccountService, anApiKey, aSender, by, code } from './account-service';

describe('the audit trail', () => {
  let service: AccountService;
  let userId: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id: userId } = await service.user());
  });
  afterAll(() => service.stop());

  const page = (query: Partial<Payload<'audit.page'>> = {}) =>
    service.messenger.request('audit.page', {
      ...{ userId, action: null, since: null, until: null, after: null, limit: 100 },
      ...query,
    });
  const entries = async (query: Partial<Payload<'audit.page'>> = {}): Promise<AuditEntry[]> =>
    (await page(query)).items;
  const actions = async () => (await entries()).map(({ action }) => action);

  it('shows the actor, the action, and the request as they were at that time', async () => {
    const key = anApiKey(userId, { by: { role: 'operator', keyId: newId() } });
    await service.messenger.request('api-key.create', key);
    const byKey: By = { role: 'user', keyId: key.id };
    const sender = aSender(userId, { by: byKey });
    await withTrace({ requestId: 'req-1' }, () => service.messenger.request('sender.create', sender));
    await service.messenger.request('api-key.delete', { by, userId, id: key.id });
    const [, , created, revoked] = await entries();
    expect(created).toMatchObject({
      userId,
      actor: { role: 'user', keyId: key.id, keyName: 'Website', keyPrefix: 'car_live_aBcD' },
      action: 'integration.created',
      target: { type: 'integration', id: sender.id, name: sender.name },
      requestId: 'req-1',
    });
    expect(Math.abs(Date.parse(created?.at ?? '') - Date.now())).toBeLessThan(60_000);
    // No such key exists.
    expect(revoked?.actor).toEqual({ ...by, keyName: null, keyPrefix: null });
  });

  it('records every change of an account once and in order', async () => {
    const key = anApiKey(userId);
    const sender = aSender(userId);
    const twice = async (change: () => Promise<unknown>): Promise<void> => {
      await change();
      await change().catch(() => undefined);
    };
    const { messenger } = service;
    await twice(() => messenger.request('user.update', { by, id: userId, plan: 'UPGRADED' }));
    await twice(() => messenger.request('api-key.create', key));
    await twice(() => messenger.request('sender.create', sender));
    const rate = { by, userId, id: sender.id, ratePerSecond: 3 };
    await twice(() => messenger.request('sender.update', rate));
    await twice(() => messenger.request('sender.delete', { by, userId, id: sender.id }));
    await twice(() => messenger.request('api-key.delete', { by, userId, id: key.id }));
    expect(await actions()).toEqual([
      'user.created',
      'user.updated',
      'api_key.created',
      'integration.created',
      'integration.updated',
      'integration.deleted',
      'api_key.revoked',
    ]);
    expect((await entries())[1]?.changes).toEqual([{ field: 'plan', before: 'FREE', after: 'UPGRADED' }]);
  });

  it('gives a redelivered deletion the same reply, and other requests not found', async () => {
    const { messenger } = service;
    const { id: key } = await messenger.request('api-key.create', anApiKey(userId));
    const { id: sender } = await messenger.request('sender.create', aSender(userId));
    const other = await service.user();
    const deletions = [
      (user: string) => messenger.request('api-key.delete', { by, userId: user, id: key }),
      (user: string) => messenger.request('sender.delete', { by, userId: user, id: sender }),
    ];
    for (const [index, remove] of deletions.entries()) {
      const ids = [index === 0 ? key : sender];
      const first = { requestId: `first-${index}` };
      for (let n = 0; n < 2; n++) expect(await withTrace(first, () => remove(userId))).toEqual({ ids });
      const absent = code(index === 0 ? 'api_key_not_found' : 'sender_not_found');
      await expect(withTrace({ requestId: 'second' }, () => remove(userId))).rejects.toEqual(absent);
      await expect(withTrace(first, () => remove(other.id))).rejects.toEqual(absent);
      await expect(remove(userId)).rejects.toEqual(absent);
    }
  });

  it('records no rejected changes', async () => {
    await service.messenger.request('sender.create', aSender(userId));
    const before = await actions();
    const second = service.messenger.request('sender.create', aSender(userId));
    await expect(second).rejects.toEqual(code('integration_exists'));
    const { id } = await service.messenger.request('api-key.create', anApiKey(userId));
    const own = { by: { role: 'user' as const, keyId: id }, userId, id };
    await expect(service.messenger.request('api-key.delete', own)).rejects.toEqual(code('api_key_in_use'));
    expect(await actions()).toEqual([...before, 'api_key.created']);
  });

  it('is written with the change in one transaction: if the entry fails, so does the change', async () => {
    const validator = { action: 'user.created' };
    const database = service.db;
    await database.command({ collMod: 'auditEntries', validator });
    const key = anApiKey(userId);
    await expect(service.messenger.request('api-key.create', key)).rejects.toEqual(code('internal'));
    const renamed = service.messenger.request('user.update', { by, id: userId, name: 'Eve' });
    await expect(renamed).rejects.toEqual(code('internal'));
    await database.command({ collMod: 'auditEntries', validator: {} });
    expect((await service.messenger.request('user.get', { id: userId })).name).toBe('Ada');
    const keys = await service.messenger.request('api-key.list', { userId, after: null, limit: 1 });
    expect(keys.items).toEqual([]);
    expect(await actions()).toEqual(['user.created']);
  });

  it('records each of many concurrent changes', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `Ada ${i}`);
    await Promise.all(
      names.map((name) => service.messenger.request('user.update', { by, id: userId, name })),
    );
    const changes = (await entries({ action: 'user.updated' })).map(({ changes: [change] }) => change);
    expect(changes.map((change) => change?.after).sort()).toEqual(names);
    // Each page begins after an entry of the previous page.
    const befores = changes.map((change) => change?.before).filter((before) => before !== 'Ada');
    expect(new Set(befores).size).toBe(9);
  });

  it('is read page by page, filtered by action and start time, only for its account', async () => {
    const other = await service.user();
    await service.messenger.request('api-key.create', anApiKey(other.id));
    await service.messenger.request('api-key.create', anApiKey(userId));
    const first = await page({ limit: 1 });
    const second = await page({ limit: 1, after: first.next });
    expect([first, second].map(({ items }) => items[0]?.action)).toEqual(['user.created', 'api_key.created']);
    expect(second.next).toBeNull();
    expect(await entries({ action: 'api_key.created' })).toEqual(second.items);
    expect(await entries({ since: second.items[0]?.at ?? null })).toEqual(second.items);
    expect(await entries({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await entries({ since: '9999-12-31T23:59:59.999Z' })).toEqual([]);
    expect(await entries({ since: '0001-01-01T00:00:00.000Z' })).toEqual(await entries());
    await expect(page({ userId: newId() })).rejects.toEqual(code('user_not_found'));
    const all = await entries({ userId: null, since: first.items[0]?.at ?? null });
    expect(new Set(all.map((entry) => entry.userId))).toEqual(new Set([userId, other.id]));
  });

  const pageOfAll = async (query: Partial<Payload<'audit.page'>> = {}) => {
    const all = { userId, action: null, since: null, until: null, after: null, limit: 100 };
    return (await service.messenger.request('audit.page', { ...all, ...query })).items;
  };
  const noteOf = (overrides: Partial<AuditNote> = {}): AuditNote => ({
    ...{ id: newId(), at: new Date().toISOString(), userId, by: null, requestId: null, changes: [] },
    ...{ action: 'campaign.published', target: { type: 'campaign', id: newId(), name: 'Spring' } },
    ...overrides,
  });

  it('is filtered by the object that entries are about, page by page, in this account only', async () => {
    const target = { type: 'campaign' as const, id: newId(), name: 'Spring' };
    const published = [noteOf({ target }), noteOf({ target, action: 'campaign.paused' }), noteOf()];
    const { id: other } = await service.user();
    for (const note of [...published, noteOf({ target, userId: other })])
      await service.messenger.publish('audit.noted', note);
    const aboutIt = (query = {}) => pageOfAll({ targetId: target.id, ...query });
    await eventually(async () => (await pageOfAll()).length === 4);
    const ids = published.slice(0, 2).map(({ id }) => id);
    expect((await aboutIt()).map(({ id }) => id)).toEqual(ids);
    expect((await aboutIt({ after: ids[0] })).map(({ id }) => id)).toEqual([ids[1]]);
    expect((await aboutIt({ newestFirst: true })).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(await aboutIt({ action: 'campaign.paused' })).toHaveLength(1);
  });

  it('is read backward, page by page, from a given time', async () => {
    await service.messenger.request('api-key.create', anApiKey(userId));
    await service.messenger.request('user.update', { by, id: userId, name: 'Eve' });
    const forwards = (await pageOfAll()).map(({ id }) => id);
    const newestFirst = { newestFirst: true };
    const backwards = (await pageOfAll(newestFirst)).map(({ id }) => id);
    expect([backwards.length, backwards]).toEqual([3, forwards.toReversed()]);
    const second = await pageOfAll({ ...newestFirst, after: backwards[0] ?? null, limit: 1 });
    expect(second.map(({ id }) => id)).toEqual([backwards[1]]);
    const [newest] = await pageOfAll(newestFirst);
    const before = { ...newestFirst, until: newest?.at ?? null };
    expect((await pageOfAll(before)).map(({ id }) => id)).not.toContain(newest?.id);
    expect(await pageOfAll({ ...before, until: '2000-01-01T00:00:00.000Z' })).toEqual([]);
    expect(await pageOfAll({ ...before, until: '9999-12-31T23:59:59.999Z' })).toHaveLength(3);
  });

  it('stores an entry of another service once, with the name of the key', async () => {
    const key = anApiKey(userId);
    await service.messenger.request('api-key.create', key);
    const note = noteOf({ by: { role: 'user', keyId: key.id }, requestId: 'req-9' });
    for (let n = 0; n < 3; n++) await service.messenger.publish('audit.noted', note);
    const last = noteOf({ action: 'campaign.paused' });
    await service.messenger.publish('audit.noted', last);
    const automatic = noteOf({ action: 'webhook.disabled', isAutomatic: true });
    await service.messenger.publish('audit.noted', automatic);
    for (const { action } of [note, last, automatic])
      await eventually(async () => (await pageOfAll({ action })).length > 0);
    const { by: _, ...entry } = note;
    const nameless = { keyId: null, keyName: null, keyPrefix: null };
    const [unknown] = await pageOfAll({ action: 'campaign.paused' });
    expect(unknown?.actor).toEqual({ role: 'user', ...nameless });
    const [own] = await pageOfAll({ action: 'webhook.disabled' });
    expect(own).toEqual({
      ...{ id: automatic.id, at: automatic.at, userId, action: 'webhook.disabled', changes: [] },
      ...{ target: automatic.target, requestId: null, actor: { role: 'system', ...nameless } },
    });
    const actor = { role: 'user', keyId: key.id, keyName: 'Website', keyPrefix: 'car_live_aBcD' };
    expect(await pageOfAll({ action: 'campaign.published' })).toEqual([{ ...entry, actor }]);
    expect(await pageOfAll({ until: (await entries())[0]?.at ?? null })).toEqual([]);
    expect(await actions()).toEqual([
      'user.created',
      'api_key.created',
      'campaign.published',
      'campaign.paused',
      'webhook.disabled',
    ]);
  });

  it('records the first use of a key per day once', async () => {
    const { id: keyId } = await service.messenger.request('api-key.create', anApiKey(userId));
    const times = ['2026-03-01T09:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-02T00:00:01.000Z'];
    for (const at of times) {
      for (let n = 0; n < 2; n++) await service.messenger.publish('api-key.used', { uses: [{ keyId, at }] });
      const isNoted = async () =>
        (await service.messenger.request('api-key.get', { userId, id: keyId })).lastUsedAt === at;
      await eventually(isNoted);
    }
    expect(await pageOfAll({ action: 'api_key.used' })).toMatchObject([
      { actor: { keyId, keyName: 'Website' }, target: { type: 'api_key', id: keyId } },
      { actor: { keyId }, target: { type: 'api_key', id: keyId } },
    ]);
  });

  it('expires after two years, or after the configured number of days', async () => {
    const indexes = () => service.db.collection('auditEntries').indexes();
    const ends = async () =>
      (await indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect(await ends()).toMatchObject([{ key: { at: 1 }, expireAfterSeconds: 63_072_000 }]);
    for (const [days, seconds] of [
      ['30', 2_592_000],
      ['730', 63_072_000],
    ] as const) {
      await service.shutDown();
      await service.boot({ AUDIT_DAYS: days });
      expect(await ends()).toMatchObject([{ key: { at: 1 }, expireAfterSeconds: seconds }]);
    }
  });

  it('records each operator key from the configuration once, also when several copies boot', async () => {
    const keys = [mintApiKey('operator'), mintApiKey('operator')];
    const withoutUser = async () =>
      (await entries({ userId: null })).filter((entry) => entry.userId === null);
    for (const BOOTSTRAP_OPERATOR_KEY of keys) {
      await service.shutDown();
      const environment = { BOOTSTRAP_OPERATOR_KEY };
      await Promise.all([service.boot(environment), service.boot(environment)]);
    }
    await service.shutDown();
    await service.boot();
    const found = await withoutUser();
    expect(found.map(({ action }) => action)).toEqual([
      'operator_key.installed',
      'operator_key.installed',
      'operator_key.removed',
    ]);
    expect(found[1]).toMatchObject({
      actor: { role: 'system', keyId: null, keyName: null, keyPrefix: null },
      changes: [{ field: 'prefix', before: keys[0]?.slice(0, 13), after: keys[1]?.slice(0, 13) }],
      requestId: null,
    });
    expect(JSON.stringify(found)).not.toContain(hashApiKey(keys[0] ?? ''));
  });
});
