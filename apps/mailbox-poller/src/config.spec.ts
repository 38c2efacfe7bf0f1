import { parseMailboxes } from './config';

describe('BOUNCE_MAILBOXES', () => {
  const one = (text: string) => parseMailboxes(text)[0];

  it('parses percent-encoded URLs', () => {
    const text =
      'imaps://returns%40shop.example:p%20%2F%40@imap.shop.example/\nimap://a@b.example:pw@[::1]:1143/Back%20again';
    expect(parseMailboxes(text)).toEqual([
      {
        host: 'imap.shop.example',
        port: 993,
        security: 'tls',
        user: 'returns@shop.example',
        password: 'p /@',
        folder: 'INBOX',
      },
      {
        host: '::1',
        port: 1143,
        security: 'none',
        user: 'a@b.example',
        password: 'pw',
        folder: 'Back again',
      },
    ]);
  });

  it.each([
    ['imap://u:p@imap.shop.example/INBOX', 'starttls', 143],
    ['imap://u:p@imap.shop.example:1143/INBOX?tls=starttls', 'starttls', 1143],
    ['imap://u:p@imap.shop.example/INBOX?tls=off', 'none', 143],
    ['imap://u:p@localhost/INBOX', 'none', 143],
    ['imap://u:p@127.0.0.1/INBOX?tls=starttls', 'starttls', 143],
    ['imap://u:p@127.0.0.1.shop.example/INBOX', 'starttls', 143],
    ['imaps://u:p@localhost/INBOX', 'tls', 993],
  ])('requires TLS unless the host is local or TLS is off: %s', (text, security, port) => {
    expect(one(text)).toMatchObject({ security, port });
  });

  it.each([
    ['', 'the list is empty'],
    ['https://u:hunter2@imap.shop.example/INBOX', 'form imaps'],
    ['u:hunter2@imap.shop.example', 'form imaps'],
    ['imaps://:hunter2@imap.shop.example/INBOX', 'lacks a user'],
    ['imaps://hunter2@imap.shop.example/INBOX', 'lacks a user or a password'],
    ['imaps://u:hunter2%@imap.shop.example/INBOX', '%25'],
    ['imaps://u:hunter2@imap.shop.example/INBOX?tls=off', 'imaps, which always uses TLS'],
    ['imap://u:hunter2@imap.shop.example/INBOX?tls=no', 'unknown option'],
    ['imap://u:hunter2@imap.shop.example/INBOX?ssl=off', 'unknown option'],
    ['imaps://u:p@imap.shop.example/INBOX#hunter2', 'unknown option'],
  ])('refuses %s without repeating the password', (text, why) => {
    const parse = (): unknown => parseMailboxes(text);
    expect(parse).toThrow(why);
    expect(parse).not.toThrow('hunter2');
  });
});
