import { AppError, type Channel, usualProvider } from '@carillon/contracts';
import { edit, requireUsable } from './edit-sender';
import type { StoredSender } from './senders';

const at = '2026-03-01T12:00:00.000Z';
const stored: StoredSender = {
  id: 'a'.repeat(24),
  userId: 'b'.repeat(24),
  channel: 'EMAIL',
  provider: 'SMTP',
  name: 'Ours',
  isDefault: true,
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

describe('edit', () => {
  it('keeps omitted fields', () => {
    expect(edit(stored, { id, userId })).toEqual(stored);
  });

  it('changes individual settings, and removes those that are null', () => {
    const named = { ...stored, settings: { ...stored.settings, fromName: 'Ada' } };
    expect(edit(named, { id, userId, settings: { fromAddress: 'bob@mail.test', fromName: null } })).toEqual({
      ...stored,
      ...untested,
      settings: { ...stored.settings, fromAddress: 'bob@mail.test' },
    });
  });

  it.each([
    ['no username', { username: null }],
    ['neither username nor password', { username: null, password: null }],
  ])('removes the password with %s', (_, settings) => {
    expect(edit(stored, { id, userId, settings })).toEqual({
      ...stored,
      ...untested,
      settings: { host: 'mail.test', port: 587, security: 'tls', fromAddress: 'ada@mail.test' },
      sealed: {},
      secrets: {},
    });
  });

  it('replaces a secret together with its masked form', () => {
    const change = { id, userId, sealed: { password: 'new' }, secrets: { password: '…new' } };
    expect(edit(stored, change)).toEqual({
      ...stored,
      ...untested,
      sealed: change.sealed,
      secrets: change.secrets,
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['server', { host: 'other.test' }],
    ['port', { port: 25 }],
    ['security', { security: 'none' }],
    ['account', { username: 'bob' }],
  ])('removes the password when the %s changes', (_, settings) => {
    const moved = edit(stored, { id, userId, settings: { ...settings, fromName: 'Ada' } });
    expect([moved.sealed, moved.secrets]).toEqual([{}, {}]);
    expect(() => requireUsable(moved)).toThrow(AppError);
    const replaced = { sealed: { password: 'again' }, secrets: { password: '…gain' } };
    expect(edit(stored, { id, userId, settings, ...replaced })).toMatchObject(replaced);
  });

  it('keeps the password if no connection setting changes', () => {
    const { host, port, security, username } = stored.settings;
    const same = edit(stored, { id, userId, settings: { host, port, security, username, fromName: 'Ada' } });
    expect([same.sealed, same.secrets]).toEqual([stored.sealed, stored.secrets]);
  });

  it('removes the secrets of a Twilio account when the account changes', () => {
    const sms: StoredSender = {
      ...stored,
      channel: 'SMS',
      provider: 'TWILIO',
      settings: { accountSid: 'AC1', apiKeySid: 'SK1', from: '+15005550006' },
      sealed: { authToken: 'a', apiKeySecret: 'b' },
      secrets: { authToken: '…a', apiKeySecret: '…b' },
    };
    expect(edit(sms, { id, userId, settings: { accountSid: 'AC2' } }).sealed).toEqual({});
    expect(edit(sms, { id, userId, settings: { apiKeySid: 'SK2' } }).sealed).toEqual({ authToken: 'a' });
    expect(edit(sms, { id, userId, settings: { from: 'Shop' } }).sealed).toEqual(sms.sealed);
  });

  it('keeps the test result when only the name or the rate changes', () => {
    expect(edit(stored, { id, userId, name: 'New', ratePerSecond: null })).toEqual({
      ...stored,
      name: 'New',
      ratePerSecond: null,
    });
  });
});

/** The errors of a Twilio or email sender with these settings and secrets. */
function faults(channel: Channel, settings: object, sealed: string[]): string[] {
  const stored = Object.fromEntries(sealed.map((name) => [name, 'sealed']));
  try {
    requireUsable({
      ...{ channel, provider: usualProvider(channel) },
      ...{ settings: { ...settings }, sealed: stored },
    });
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.fields.map(({ field, code }) => `${field} ${code}`);
  }
}

describe('requireUsable for an email sender', () => {
  const { settings } = stored;

  it('requires a host, a port, a security mode, and a sender address', () => {
    expect(faults('EMAIL', settings, ['password'])).toEqual([]);
    expect(faults('EMAIL', { ...settings, host: undefined }, ['password'])).toEqual([
      'settings.host required',
    ]);
    expect(faults('EMAIL', {}, [])).toEqual(
      ['host', 'port', 'security', 'fromAddress'].map((name) => `settings.${name} required`),
    );
    expect(faults('EMAIL', { ...settings, port: '587' }, ['password'])).toEqual(['settings.port wrong_type']);
    expect(faults('EMAIL', { ...settings, security: 'ssl' }, ['password'])).toEqual([
      'settings.security wrong_type',
    ]);
  });

  it('requires either both username and password, or neither', () => {
    expect(faults('EMAIL', settings, [])).toEqual(['settings.password required']);
    const { username: _, ...anonymous } = settings;
    expect(faults('EMAIL', anonymous, ['password'])).toEqual(['settings.username required']);
    expect(faults('EMAIL', anonymous, [])).toEqual([]);
  });
});

describe.each(['SMS', 'WHATSAPP'] as const)('requireUsable for %s', (channel) => {
  const accountSid = `AC${'0'.repeat(32)}`;
  const from = '+15005550006';
  const messagingServiceSid = `MG${'0'.repeat(32)}`;

  it.each([
    ['a number', { accountSid, from }, ['authToken']],
    ['a messaging service', { accountSid, messagingServiceSid }, ['authToken']],
    ['an API key', { accountSid, from, apiKeySid: 'SK' }, ['authToken', 'apiKeySecret']],
  ])('accepts %s', (_, settings, sealed) => {
    expect(faults(channel, settings, sealed)).toEqual([]);
  });

  it.each([
    ['no account', { from }, ['authToken'], 'settings.accountSid required'],
    ['no token', { accountSid, from }, [], 'settings.authToken required'],
    ['no sender', { accountSid }, ['authToken'], 'settings.from required'],
    [
      'two senders',
      { accountSid, from, messagingServiceSid },
      ['authToken'],
      'settings.messagingServiceSid not_allowed',
    ],
    [
      'an API key without its secret',
      { accountSid, from, apiKeySid: 'SK' },
      ['authToken'],
      'settings.apiKeySecret required',
    ],
    [
      'an API key’s secret alone',
      { accountSid, from },
      ['authToken', 'apiKeySecret'],
      'settings.apiKeySid required',
    ],
  ])('rejects %s', (_, settings, sealed, fault) => {
    expect(faults(channel, settings, sealed)).toEqual([fault]);
  });
});
