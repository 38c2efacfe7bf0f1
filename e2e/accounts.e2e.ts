import { newUser } from '../dev/driver/arrange';
import { call, data, list, text, until } from '../dev/driver/api';
import { stack } from '@carillon/stack';

jest.setTimeout(60_000);

describe('a key', () => {
  it('shows its use, can be revoked by the operator, and stays in the audit trail after a leak', async () => {
    const { operatorKey } = stack();
    const user = await newUser();
    const made = await data('POST', '/api-keys', { name: 'Shop', scopes: ['read'] }, user.key);
    const [id, key] = [text(made, 'createApiKey', '_id'), text(made, 'createApiKey', 'key')];
    expect((await call('GET', '/account', undefined, key)).status).toBe(200);
    const path = `/operator/users/${user.id}/api-keys`;
    const shop = await until('its last use', 60, async () => {
      const keys = list(await data('GET', path, undefined, operatorKey), 'apiKeys');
      return keys.find(({ _id, lastUsedAt }) => _id === id && lastUsedAt !== null);
    });
    expect(shop).toMatchObject({ name: 'Shop', prefix: key.slice(0, 13), scopes: ['read'] });

    const revoked = await data('DELETE', `${path}/${id}`, undefined, operatorKey);
    expect(revoked.deleteApiKey).toMatchObject({ deletedCount: 1, ids: [id] });
    await until('its end', 60, async () => (await call('GET', '/account', undefined, key)).status === 401);

    const entries = list(await data('GET', '/account/audit', undefined, user.key), 'auditEntries');
    // The first use of a key on a day is recorded some time later.
    const changes = entries.filter(({ action }) => action !== 'api_key.used');
    expect(changes.map(({ action, actor }) => [action, actor])).toMatchObject([
      ['user.created', { role: 'operator' }],
      ['api_key.created', { role: 'operator' }],
      ['api_key.created', { role: 'user', keyName: 'test', keyPrefix: user.key.slice(0, 13) }],
      ['api_key.revoked', { role: 'operator', keyPrefix: operatorKey.slice(0, 13) }],
    ]);
    expect(JSON.stringify(entries)).not.toContain(key);
    const ofOperator = list(
      await data('GET', `/operator/users/${user.id}/audit?action=api_key.revoked`, undefined, operatorKey),
      'auditEntries',
    );
    expect(ofOperator).toEqual(entries.slice(-1));
  });
});
