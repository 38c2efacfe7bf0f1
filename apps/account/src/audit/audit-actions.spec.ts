import type { ApiKey, User } from '@carillon/contracts';
import { senderCreated, senderDeleted, senderUpdated } from '../senders/edit-senders';
import type { StoredSender } from '../senders/senders';
import { apiKeyCreated, apiKeyRevoked } from '../keys/edit-api-keys';
import { operatorKeyChanged } from '../keys/install-operator-key';
import { userCreated, userUpdated } from '../users/edit-users';

const times = { createdAt: '2026-03-01T10:00:00.000Z', updatedAt: '2026-03-01T10:00:00.000Z' };
const ann: User = { id: 'u', name: 'Ann', email: null, plan: 'FREE', status: 'ACTIVE', ...times };
const key: ApiKey = {
  ...{ id: 'k', userId: 'u', name: 'CI', prefix: 'car_live_aBcD', scopes: ['read'] },
  ...{ createdAt: times.createdAt, lastUsedAt: null },
};
const server: StoredSender = {
  ...{ id: 'i', userId: 'u', channel: 'EMAIL', provider: 'SMTP', name: 'Ours', isDefault: true },
  ...{ ratePerSecond: null, rev: 1 },
  ...{ status: 'UNTESTED', statusReason: null, checkedAt: null, ...times },
  settings: { host: 'a.test', port: 25 },
  sealed: { password: 'v1.k1.ciphertext' },
  secrets: { password: '…word' },
};

describe('audit actions', () => {
  it('record the fields of a new user, and later only the changed fields', () => {
    expect(userCreated({ ...ann, email: 'ann@a.test' })).toEqual({
      userId: 'u',
      action: 'user.created',
      target: { type: 'user', id: 'u', name: 'Ann' },
      changes: [
        { field: 'name', before: null, after: 'Ann' },
        { field: 'email', before: null, after: 'ann@a.test' },
        { field: 'plan', before: null, after: 'FREE' },
        { field: 'status', before: null, after: 'ACTIVE' },
      ],
    });
    expect(userUpdated(ann, { ...ann, status: 'SUSPENDED' })?.changes).toEqual([
      { field: 'status', before: 'ACTIVE', after: 'SUSPENDED' },
    ]);
  });

  it('are null if a user update changes nothing', () => {
    expect(userUpdated(ann, { ...ann, updatedAt: '2026-03-02T10:00:00.000Z' })).toBeNull();
  });

  it("record a key's fields when it is created and revoked", () => {
    const fields = { name: 'CI', prefix: 'car_live_aBcD', scopes: ['read'] };
    const came = Object.entries({ ...fields, ratePerSecond: 5, burst: 10 }).map(([field, after]) => ({
      field,
      before: null,
      after,
    }));
    const went = Object.entries(fields).map(([field, before]) => ({ field, before, after: null }));
    const target = { type: 'api_key', id: 'k', name: 'CI' };
    expect(apiKeyCreated(key, { perSecond: 5, burst: 10 })).toEqual({
      userId: 'u',
      action: 'api_key.created',
      target,
      changes: came,
    });
    expect(apiKeyCreated(key, 'NONE').changes.at(-1)).toMatchObject({ field: 'unlimited', after: true });
    expect(apiKeyCreated(key, 'PLAN').changes.at(-1)).toMatchObject({ field: 'scopes' });
    expect(apiKeyRevoked(key)).toEqual({ userId: 'u', action: 'api_key.revoked', target, changes: went });
  });

  it("record a sender's settings, and mask its secrets", () => {
    const created = senderCreated(server);
    expect(created.changes).toEqual([
      { field: 'channel', before: null, after: 'EMAIL' },
      { field: 'provider', before: null, after: 'SMTP' },
      { field: 'name', before: null, after: 'Ours' },
      { field: 'isDefault', before: null, after: true },
      { field: 'settings.host', before: null, after: 'a.test' },
      { field: 'settings.port', before: null, after: 25 },
      { field: 'settings.password', before: null, after: '***' },
    ]);
    expect(senderDeleted(server).changes.at(-1)).toEqual({
      ...{ field: 'settings.password', before: '***', after: null },
    });
    expect(JSON.stringify([created, senderDeleted(server)])).not.toMatch(/cipher|…/);
  });

  it('record the changed fields of a sender, including replaced secrets and removed settings', () => {
    const after = {
      ...server,
      settings: { host: 'a.test' },
      sealed: { password: 'v1.k1.other' },
      ratePerSecond: 5,
    };
    expect(senderUpdated(server, after)?.changes).toEqual([
      { field: 'ratePerSecond', before: null, after: 5 },
      { field: 'settings.port', before: 25, after: null },
      { field: 'settings.password', before: '***', after: '***' },
    ]);
    expect(senderUpdated(server, { ...server, rev: 2, status: 'OK' })).toBeNull();
  });

  it('record operator keys without an account', () => {
    expect(operatorKeyChanged('o', null, 'car_op_aaaaaa')).toMatchObject({
      userId: null,
      action: 'operator_key.installed',
    });
    expect(operatorKeyChanged('o', 'car_op_aaaaaa', null)).toMatchObject({ action: 'operator_key.removed' });
  });
});
