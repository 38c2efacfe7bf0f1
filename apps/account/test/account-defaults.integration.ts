import { type By, newId } from '@carillon/contracts';
import { eventually } from '@carillon/testing';
import { AccountService, anApiKey, by } from './account-service';

describe('account defaults', () => {
  let service: AccountService;
  let id: string;
  beforeAll(async () => {
    service = await AccountService.start();
  });
  beforeEach(async () => {
    ({ id } = await service.user());
  });
  afterAll(() => service.stop());

  const change = (defaultCountry: string | null, asker: By = by) =>
    service.messenger.request('user.update', { by: asker, id, defaultCountry });
  const stored = () => service.messenger.request('user.get', { id });

  it('can be set and removed, and are kept by other changes', async () => {
    expect(await stored()).not.toHaveProperty('defaultCountry');
    expect(await change('DE')).toMatchObject({ id, defaultCountry: 'DE' });
    await service.messenger.request('user.update', { by, id, name: 'Ada L.' });
    expect(await stored()).toMatchObject({ name: 'Ada L.', defaultCountry: 'DE' });
    await change(null);
    expect(await stored()).not.toHaveProperty('defaultCountry');
  });

  it('are part of each key’s principal, and are announced when they change', async () => {
    const key = anApiKey(id);
    await service.messenger.request('api-key.create', key);
    await change('AT');
    await eventually(() => service.broadcasts.includes(`access.changed ${id}`));
    const { principal } = await service.messenger.request('account.authenticate', {
      keyHash: key.keyHash,
    });
    expect(principal).toMatchObject({ userId: id, defaultCountry: 'AT' });
  });

  it('are recorded in the audit trail with the actor when they change', async () => {
    const asker: By = { role: 'user', keyId: newId() };
    await change('DE', asker);
    await change('DE', asker);
    await change('AT', asker);
    await change(null, asker);
    const { items } = await service.messenger.request('audit.page', {
      ...{ userId: id, action: 'user.updated', since: null, until: null, after: null, limit: 100 },
    });
    expect(items.map(({ actor, changes }) => [actor, changes])).toMatchObject([
      [asker, [{ field: 'defaultCountry', before: '', after: 'DE' }]],
      [asker, [{ field: 'defaultCountry', before: 'DE', after: 'AT' }]],
      [asker, [{ field: 'defaultCountry', before: 'AT', after: '' }]],
    ]);
  });

  it('reject an invalid country code', async () => {
    for (const wrong of ['de', 'DEU', ''])
      await expect(change(wrong)).rejects.toMatchObject({ kind: 'internal' });
    expect(await stored()).not.toHaveProperty('defaultCountry');
  });
});
