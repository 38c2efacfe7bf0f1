import { settingsTable } from '@carillon/contracts';
import { type OpenedSender, assertUsable } from './provider';

const opened = (settings: object, secrets: Record<string, string>): OpenedSender => ({
  id: 'own',
  userId: 'me',
  provider: 'TWILIO',
  version: '1',
  settings: settings as Record<string, unknown>,
  secrets,
});
const table = settingsTable({ channel: 'SMS', provider: 'TWILIO' });
const accountSid = `AC${'0'.repeat(32)}`;
const token = { authToken: 'x' };

describe('a sender', () => {
  it.each([
    ['a sender', { from: '+15005550006' }, token],
    ['a service', { messagingServiceSid: `MG${'0'.repeat(32)}` }, token],
    [
      'a key with its secret',
      { from: 'Shop', apiKeySid: `SK${'0'.repeat(32)}` },
      { ...token, apiKeySecret: 'y' },
    ],
  ])('can be used with %s', (_, settings, secrets) => {
    expect(() => assertUsable(table, opened({ accountSid, ...settings }, secrets))).not.toThrow();
  });

  it.each([
    ['without a sender', { accountSid }, token, 'from'],
    ['without a token', { accountSid, from: 'Shop' }, {}, 'authToken'],
    ['with half a key', { accountSid, from: 'Shop', apiKeySid: 'SK' }, token, 'apiKeySecret'],
    ['with a number instead of a name', { accountSid, from: 7 }, token, 'from'],
  ])('cannot %s', (_, settings, secrets, field) => {
    expect(() => assertUsable(table, opened(settings, secrets))).toThrow(
      `SETTINGS_INVALID: The settings are incomplete: ${field}: `,
    );
  });
});
