import { AppError } from '@carillon/contracts';
import { edit, requireUsable } from './edit-integration';
import type { StoredIntegration } from './integrations';

const at = '2026-03-01T12:00:00.000Z';
const stored: StoredIntegration = {
  id: 'a'.repeat(24),
  userId: 'b'.repeat(24),
  channel: 'EMAIL',
  name: 'Ours',
  settings: { host: 'mail.test', port: 587, security: 'tls', username: 'ada', fromAddress: 'ada@mail.test' },
  sealed: { password: 'sealed' },
  secrets: { password: '…cret' },
  ratePerSecond: 5,
  status: 'FAILING',
  statusReason: 'LOGIN_REFUSED',
  checkedAt: at,
  rev: 3,
  createdAt: at,
  updatedAt: at,
};
const { id, userId } = stored;
const untested = { status: 'UNTESTED', statusReason: null, checkedAt: null };

describe('editing an integration', () => {
  it('leaves what was not given', () => {
    expect(edit(stored, { id, userId })).toEqual(stored);
  });

  it('changes single settings and removes those given as null', () => {
    expect(edit(stored, { id, userId, settings: { port: 25, username: null } })).toEqual({
      ...stored,
      ...untested,
      settings: { host: 'mail.test', port: 25, security: 'tls', fromAddress: 'ada@mail.test' },
    });
  });

  it('replaces a secret with what is shown of it', () => {
    const change = { id, userId, sealed: { password: 'new' }, secrets: { password: '…new' } };
    expect(edit(stored, change)).toEqual({
      ...stored,
      ...untested,
      sealed: change.sealed,
      secrets: change.secrets,
    });
  });

  it('tests nothing anew for another name or rate', () => {
    expect(edit(stored, { id, userId, name: 'New', ratePerSecond: null })).toEqual({
      ...stored,
      name: 'New',
      ratePerSecond: null,
    });
  });
});

describe('an email integration', () => {
  const fields = (settings: Record<string, unknown>): unknown => {
    try {
      requireUsable({ channel: 'EMAIL', settings });
      return [];
    } catch (error) {
      return error instanceof AppError && error.fields.map(({ field, code }) => `${field} ${code}`);
    }
  };

  it('needs a host, a port, a security and an address to send from', () => {
    expect(fields(stored.settings)).toEqual([]);
    expect(fields({ ...stored.settings, host: undefined })).toEqual(['settings.host required']);
    expect(fields({ ...stored.settings, port: '587' })).toEqual(['settings.port wrong_type']);
    expect(fields({ ...stored.settings, security: 'ssl' })).toEqual(['settings.security wrong_type']);
  });

  it('is judged by its own channel’s rules only', () => {
    expect(() => requireUsable({ channel: 'SMS', settings: { accountSid: 'AC1' } })).not.toThrow();
  });
});
