import { apiKeyPrefix, hashApiKey, mintApiKey } from '@carillon/vault';
import { type AuditEntry, type By, type Payload, newId } from '@carillon/contracts';
import { withTrace } from '@carillon/messaging';
import { eventually } from '@carillon/testing';
import { ObjectId } from 'mongodb';
import { AccountService, code } from './account-service';

type NewKey = Payload<'operator-key.create'>;

describe('operator keys', () => {
  let service: AccountService;
  const configured = mintApiKey('operator');
  let root: By;
  beforeAll(async () => {
    service = await AccountService.start({ BOOTSTRAP_OPERATOR_KEY: configured });
    const principal = await holder(configured);
    root = { role: 'operator', keyId: principal?.keyId ?? '' };
  });
  afterAll(() => service.stop());

  const holder = async (key: string) => {
    const request = { keyHash: hashApiKey(key) };
    return (await service.messenger.request('account.authenticate', request)).principal;
  };
  const minted = (overrides: Partial<NewKey> = {}): { secret: string; key: NewKey } => {
    const secret = mintApiKey('operator');
    const facts = { id: newId(), prefix: apiKeyPrefix(secret), keyHash: hashApiKey(secret), attempt: 1 };
    return { secret, key: { by: root, name: 'On call', grants: ['read'], ...facts, ...overrides } };
  };
  const create = (key: NewKey) => service.messenger.request('operator-key.create', key);
  const remove = (id: string, by = root) => service.messenger.request('operator-key.delete', { by, id });
  const list = async () =>
    (await service.messenger.request('operator-key.list', { after: null, limit: 100 })).items;
  const entries = async (): Promise<AuditEntry[]> => {
    const all = { userId: null, action: null, since: null, until: null, after: null, limit: 1_000 };
    return (await service.messenger.request('audit.page', all)).items;
  };

  it('have their own scopes and limitations, in addition to the key from the configuration', async () => {
    const { secret, key } = minted({ networks: ['192.0.2.1'] });
    const created = await create(key);
    expect(created).toMatchObject({ id: key.id, grants: ['read'], isConfigured: false });
    expect(await holder(secret)).toEqual({
      role: 'operator',
      keyId: key.id,
      grants: ['read'],
      networks: ['192.0.2.1'],
    });
    expect(await holder(configured)).not.toHaveProperty('grants');
    const [first, ...others] = await list();
    expect(first).toMatchObject({
      id: root.keyId,
      name: 'BOOTSTRAP_OPERATOR_KEY',
      grants: ['read', 'users', 'admin'],
      isConfigured: true,
    });
    expect(others).toContainEqual(created);
    expect(await service.messenger.request('operator-key.get', { id: key.id })).toEqual(created);
    expect(JSON.stringify(await service.documents('apiKeys'))).not.toContain(secret);
  });

  it('are created once, with the secret of the latest attempt', async () => {
    const { key } = minted();
    expect(await create(key)).toEqual(await create(key));
    const later = minted({ id: key.id, attempt: 2 });
    await create(later.key);
    expect(await holder(later.secret)).toMatchObject({ keyId: key.id });
    await expect(create(key)).rejects.toEqual(code('service_unavailable'));
    expect((await list()).filter(({ id }) => id === key.id)).toHaveLength(1);
  });

  it('have no permissions without a list of scopes', async () => {
    const { secret, key } = minted();
    await create(key);
    await service.database
      .of('account')
      .collection('apiKeys')
      .updateOne({ _id: new ObjectId(key.id) }, { $unset: { grants: 1 } });
    expect(await holder(secret)).toMatchObject({ grants: [] });
  });

  it('become permanently invalid once they are revoked', async () => {
    const { secret, key } = minted();
    await create(key);
    expect(await withTrace({ requestId: 'req-9' }, () => remove(key.id))).toEqual({ ids: [key.id] });
    expect(await withTrace({ requestId: 'req-9' }, () => remove(key.id))).toEqual({ ids: [key.id] });
    expect(await holder(secret)).toBeNull();
    await eventually(() => service.broadcasts.includes('operator-keys.changed'));
    await expect(remove(key.id)).rejects.toEqual(code('operator_key_not_found'));
    await service.shutDown();
    await expect(service.boot({ BOOTSTRAP_OPERATOR_KEY: secret })).rejects.toThrow('has another meaning');
    await service.boot({ BOOTSTRAP_OPERATOR_KEY: configured });
  });

  it('are recorded in the audit trail without the secret', async () => {
    const { secret, key } = minted({ grants: ['read', 'users'] });
    await create(key);
    await remove(key.id);
    const [installed, removed] = (await entries()).slice(-2);
    expect(installed).toMatchObject({
      userId: null,
      actor: { role: 'operator', keyId: root.keyId, keyPrefix: apiKeyPrefix(configured) },
      action: 'operator_key.installed',
      target: { type: 'operator_key', id: key.id, name: 'On call' },
    });
    expect(installed?.changes).toContainEqual({ field: 'scopes', before: null, after: ['read', 'users'] });
    expect(removed).toMatchObject({ action: 'operator_key.removed', target: { id: key.id } });
    expect(JSON.stringify([installed, removed])).not.toContain(secret);
  });

  it('cannot revoke themselves or the key from the configuration', async () => {
    const { key } = minted();
    await create(key);
    await expect(remove(key.id, { role: 'operator', keyId: key.id })).rejects.toEqual(code('api_key_in_use'));
    const other: By = { role: 'operator', keyId: key.id };
    await expect(remove(root.keyId, other)).rejects.toEqual(code('operator_key_configured'));
    await expect(remove(newId())).rejects.toEqual(code('operator_key_not_found'));
  });

  it('are separate from users’ keys', async () => {
    const { id: userId } = await service.user();
    const { key } = minted();
    await create(key);
    await expect(service.messenger.request('api-key.get', { userId, id: key.id })).rejects.toEqual(
      code('api_key_not_found'),
    );
  });

  it('are limited to 50, also with concurrent requests', async () => {
    const tries: PromiseSettledResult<unknown>[] = [];
    for (let i = 0; i < 6; i++) {
      tries.push(...(await Promise.allSettled(Array.from({ length: 10 }, () => create(minted().key)))));
    }
    const refused = tries.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toEqual(refused.map(() => code('limit_reached')));
    expect((await list()).filter(({ isConfigured }) => !isConfigured)).toHaveLength(50);
  });

  it('free their slot when they expire', async () => {
    const keys = service.db.collection('apiKeys');
    const isMade = () =>
      create(minted().key).then(
        () => true,
        () => false,
      );
    while (await isMade());
    const [, some] = await list();
    await keys.updateOne({ _id: new ObjectId(some?.id) }, { $set: { expiresAt: new Date(1) } });
    await create(minted().key);
    await expect(create(minted().key)).rejects.toEqual(code('limit_reached'));
    expect((await list()).map(({ id }) => id)).toContain(some?.id);
  });
});
