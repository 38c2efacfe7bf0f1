import { randomBytes } from 'node:crypto';
import { ConfigError, parseConfig } from '@carillon/platform';
import { createVault, parseKeyRing } from '@carillon/vault';
import { accountConfig } from '../config';
import { DefaultSender } from './default-sender';

const VAULT_KEYS = `k1:${randomBytes(32).toString('base64')}`;
const whole = {
  DEFAULT_SMTP_URL: 'smtp://relay:secret@mail.test',
  DEFAULT_FROM: 'News@Mail.test',
  DEFAULT_POSTAL_ADDRESS: 'Main Street 1',
  VAULT_KEYS,
};
const sender = (environment: Record<string, string>): DefaultSender =>
  new DefaultSender(parseConfig(accountConfig, { ERASURE_KEYS: VAULT_KEYS, ...environment }));
const ada = { name: 'Ada', email: 'ada@home.test' };

describe('the default sender', () => {
  it('is null when no mail server is configured', () => {
    const none = sender({ DEFAULT_FROM: 'news@mail.test', VAULT_KEYS });
    expect(none.route).toBeNull();
    expect(() => none.openFor(ada)).toThrow('sender_not_found');
  });

  it('sends from the operator’s address with the user’s name, and directs replies to the user', () => {
    const { settings, ...rest } = sender(whole).openFor(ada);
    expect(settings).toEqual({
      host: 'mail.test',
      port: 587,
      security: 'starttls',
      username: 'relay',
      fromAddress: 'news@mail.test',
      fromName: 'Ada',
      replyTo: 'ada@home.test',
      postalAddress: 'Main Street 1',
    });
    expect(rest).toMatchObject({ id: 'default', channel: 'EMAIL' });
  });

  it('includes only the configured settings', () => {
    const open = sender({
      DEFAULT_SMTP_URL: 'smtp://127.0.0.1:2525',
      DEFAULT_FROM: 'news@mail.test',
      VAULT_KEYS,
    });
    expect(open.route).toEqual({
      senderId: 'default',
      ratePerSecond: null,
      maxConnections: null,
      provider: 'SMTP',
    });
    expect(open.openFor({ name: 'Ada', email: null })).toMatchObject({
      settings: {
        host: '127.0.0.1',
        port: 2525,
        security: 'none',
        fromAddress: 'news@mail.test',
        fromName: 'Ada',
      },
      sealed: {},
    });
  });

  it('uses the configured connection limit', () => {
    const counted = sender({ ...whole, DEFAULT_MAX_CONNECTIONS: '20' });
    expect(counted.route).toMatchObject({ maxConnections: 20 });
    expect(counted.openFor(ada).settings).toMatchObject({ maxConnections: 20 });
  });

  it('uses separate return paths if a bounce domain is configured', () => {
    const returning = sender({ ...whole, DEFAULT_BOUNCE_DOMAIN: 'bounces.mail.test' });
    expect(returning.openFor(ada).settings).toMatchObject({ bounceDomain: 'bounces.mail.test' });
    expect(returning.openFor(ada).version).not.toBe(sender(whole).openFor(ada).version);
    expect(() => sender({ ...whole, DEFAULT_BOUNCE_DOMAIN: 'mail.test> SIZE=1' })).toThrow(ConfigError);
  });

  it('passes its password sealed, for workers with the same keys', () => {
    const open = sender(whole).openFor(ada);
    expect(JSON.stringify(open)).not.toContain('secret');
    const { password = '' } = open.sealed;
    expect(createVault(parseKeyRing(VAULT_KEYS)).open(password, 'sender:default:password')).toBe('secret');
  });

  it('has the same version in every copy of the service while nothing changes', () => {
    expect(sender(whole).openFor(ada).version).toBe(sender(whole).openFor(ada).version);
  });

  it.each([
    ['the password', { DEFAULT_SMTP_URL: 'smtp://relay:other@mail.test' }, ada],
    ['the server', { DEFAULT_SMTP_URL: 'smtp://relay:secret@other.test' }, ada],
    ['the address', { DEFAULT_FROM: 'other@mail.test' }, ada],
    ['the user’s name', {}, { ...ada, name: 'Eve' }],
    ['the user’s email', {}, { ...ada, email: null }],
  ])('has a new version when %s changes', (_, environment, user) => {
    expect(sender({ ...whole, ...environment }).openFor(user).version).not.toBe(
      sender(whole).openFor(ada).version,
    );
  });

  it.each([
    ['no address to send from', { DEFAULT_FROM: '' }, /DEFAULT_FROM: it is not set/],
    ['an address with a name', { DEFAULT_FROM: 'News <news@mail.test>' }, /DEFAULT_FROM: read "News/],
    ['a password without keys to encrypt it', { VAULT_KEYS: '' }, /VAULT_KEYS: it is not set/],
    [
      'an invalid key ring',
      { VAULT_KEYS: 'k1:hunter2' },
      /VAULT_KEYS: read a secret value; key ring entry 1/,
    ],
    [
      'a mail server without a host',
      { DEFAULT_SMTP_URL: 'smtp://' },
      /DEFAULT_SMTP_URL: read a secret value/,
    ],
  ])('stops the boot with %s', (_, environment, message) => {
    expect(() => sender({ ...whole, ...environment })).toThrow(ConfigError);
    expect(() => sender({ ...whole, ...environment })).toThrow(message);
    expect(() => sender({ ...whole, ...environment })).not.toThrow(/hunter2|secret@/);
  });
});
