import { kindOfHost } from './mail-host';

describe('the host of a mail server', () => {
  it.each([
    'smtp.example.com',
    'SMTP.Example.COM',
    'xn--bcher-kva.example',
    '8.8.8.8',
    '2606:4700::1111',
    'mail.1und1.de',
  ])('%s is on the internet', (host) => {
    expect(kindOfHost(host)).toBe('public');
  });

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    'LOCALHOST',
    'mail.localhost',
    'printer.local',
    'mail.internal',
    'mailpit',
  ])('%s is private', (host) => {
    expect(kindOfHost(host)).toBe('private');
  });

  it.each([
    '',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '1.2.3.4.5',
    'example.com.',
    '.example.com',
    'exa mple.com',
    'user@example.com',
    'smtp://example.com',
    'example.com:25',
    '[::1]',
    '-a.example.com',
    'a_b.example.com',
    'ⓛocalhost',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(127)}example`,
  ])('%s is invalid', (host) => {
    expect(kindOfHost(host)).toBe('invalid');
  });
});
