import { parseSmtpUrl } from './smtp-url';

describe('the URL of the default mail server', () => {
  it.each([
    ['smtp://mail.test', { host: 'mail.test', port: 25, security: 'none' }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, security: 'none' }],
    ['smtp://[::1]:2525/', { host: '::1', port: 2525, security: 'none' }],
    ['smtp://mail.test?security=starttls', { host: 'mail.test', port: 587, security: 'starttls' }],
    ['smtps://mail.test', { host: 'mail.test', port: 465, security: 'tls' }],
    ['smtp://mail.test:465?security=tls', { host: 'mail.test', port: 465, security: 'tls' }],
    [
      'smtp://me%40mail.test:p%3A%2Fss@mail.test:2587',
      { host: 'mail.test', port: 2587, security: 'starttls', username: 'me@mail.test', password: 'p:/ss' },
    ],
    [
      'smtp://me:secret@mail.test?security=none',
      { host: 'mail.test', port: 25, security: 'none', username: 'me', password: 'secret' },
    ],
  ])('parses %s', (url, expected) => {
    expect(parseSmtpUrl(url)).toEqual(expected);
  });

  it('requires TLS if the URL has a password and no security parameter', () => {
    expect(parseSmtpUrl('smtp://me:secret@mail.test:25')).toMatchObject({ security: 'starttls' });
  });

  it.each([
    ['smtp://', 'names no host'],
    ['smtp://mail.test:99999', 'is not a URL'],
    ['smtp://mail.test/inbox', 'has a path'],
    ['smtp://mail.test?security=ssl', 'not none, starttls, or tls'],
    ['smtps://mail.test?security=none', 'another security'],
    ['smtp://mail.test?pool=true', 'the unknown parameter "pool"'],
    ['smtp://me:p%ss@mail.test', 'not percent-encoded'],
    ['smtp://me@mail.test', 'only one of user and password'],
    ['smtp://:p%25ss@mail.test', 'only one of user and password'],
  ])('rejects %s with the reason, without showing the password', (url, reason) => {
    expect(() => parseSmtpUrl(url)).toThrow(reason);
    expect(() => parseSmtpUrl(url)).not.toThrow(/p%/);
  });
});
