import { ConfigError } from '@carillon/platform';
import { clientNameOf } from './client-name';

type Names = Parameters<typeof clientNameOf>[0];

const nameOf = (names: Partial<Names>): string | undefined =>
  clientNameOf({ PUBLIC_URL: 'https://news.shop.com', ALLOW_PRIVATE_SMTP_HOSTS: false, ...names });

const LOCAL = 'http://127.0.0.1:8080';

describe('clientNameOf', () => {
  it('returns the host of the public URL', () => {
    expect(nameOf({})).toBe('news.shop.com');
    expect(nameOf({ PUBLIC_URL: 'https://news.shop.com:8443/carillon' })).toBe('news.shop.com');
  });

  it('prefers SMTP_CLIENT_NAME', () => {
    expect(nameOf({ SMTP_CLIENT_NAME: 'out1.shop.com' })).toBe('out1.shop.com');
    expect(nameOf({ SMTP_CLIENT_NAME: 'out1.shop.com', PUBLIC_URL: LOCAL })).toBe('out1.shop.com');
  });

  it.each([
    'localhost',
    'worker',
    '127.0.0.1',
    '203.0.113.7',
    '127.0.0.1.',
    'worker.localhost',
    'Worker.LOCAL',
    'worker.internal',
    'mail.example',
    'mail.test.',
    'mail..com',
    '.com',
  ])('refuses %s if mail goes to public servers', (name) => {
    const read = () => nameOf({ SMTP_CLIENT_NAME: name });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`SMTP_CLIENT_NAME: read "${name}"`);
  });

  it.each([LOCAL, 'http://localhost:8080', 'http://[::1]:8080', 'https://203.0.113.7'])(
    'requires SMTP_CLIENT_NAME if the public URL is %s',
    (PUBLIC_URL) => {
      expect(() => nameOf({ PUBLIC_URL })).toThrow(
        /SMTP_CLIENT_NAME: it is not set, and the host of PUBLIC_URL is "/,
      );
    },
  );

  it('accepts any name if private mail servers are allowed', () => {
    const ALLOW_PRIVATE_SMTP_HOSTS = true;
    expect(nameOf({ PUBLIC_URL: LOCAL, ALLOW_PRIVATE_SMTP_HOSTS })).toBeUndefined();
    expect(nameOf({ SMTP_CLIENT_NAME: 'localhost', ALLOW_PRIVATE_SMTP_HOSTS })).toBe('localhost');
    expect(nameOf({ ALLOW_PRIVATE_SMTP_HOSTS })).toBe('news.shop.com');
  });

  it.each([
    'smtp://sandbox:1025',
    'smtp://127.0.0.1:2525',
    'smtp://[::1]:25',
    'smtps://me:secret@10.1.2.3',
    'smtp://mail.lan',
  ])('accepts any name if the default mail server is private: %s', (DEFAULT_SMTP_URL) => {
    expect(nameOf({ PUBLIC_URL: LOCAL, DEFAULT_SMTP_URL })).toBeUndefined();
  });

  it.each(['smtp://mail.shop.com', 'smtps://me:secret@203.0.114.9:465', 'smtp://[2606:4700::1]:25'])(
    'requires a public name if the default mail server is public: %s',
    (DEFAULT_SMTP_URL) => {
      const read = () => nameOf({ PUBLIC_URL: LOCAL, DEFAULT_SMTP_URL });
      expect(read).toThrow(ConfigError);
      expect(read).not.toThrow(/secret/);
    },
  );
});
