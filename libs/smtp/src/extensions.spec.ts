import { noExtensions, readExtensions } from './extensions';

describe('the extensions of a server', () => {
  it('are read from its reply to EHLO', () => {
    const reply =
      '250-mail.example PIPELINING\n250-pipelining\n250-SIZE 10240000\n250-8BITMIME\n250-AUTH PLAIN\n250 SMTPUTF8';
    expect(readExtensions(reply)).toEqual({
      pipelining: true,
      size: { limit: 10_240_000 },
      eightBitMime: true,
      smtpUtf8: true,
      chunking: false,
      mailMax: Infinity,
    });
  });

  it('include chunks, and the number of emails in a session', () => {
    const reply = '250-mail.example\n250-CHUNKING\n250 LIMITS RCPTMAX=1 MAILMAX=20';
    expect(readExtensions(reply)).toEqual({ ...noExtensions, chunking: true, mailMax: 20 });
  });

  it.each(['', 'MAILMAX', 'MAILMAX=', 'MAILMAX=0', 'MAILMAX=-1', 'MAILMAX=many', 'XMAILMAX=3', 'MAILMAX=3x'])(
    'have no limit of a session in LIMITS %s',
    (limits) => {
      expect(readExtensions(`250-a\n250 LIMITS ${limits}`).mailMax).toBe(Infinity);
    },
  );

  it.each([
    '250 mail.example',
    '250-mail.example PIPELINING\n250 HELP PIPELINING',
    '',
    '250-a\n250 XPIPELINING',
  ])('is empty if the reply does not contain it: %j', (reply) => {
    expect(readExtensions(reply)).toEqual(noExtensions);
  });

  it.each([
    ['250-a\n250 SIZE', 0],
    ['250-a\n250 SIZE 0', 0],
    ['250-a\n250 SIZE big', 0],
    ['250-a\r\n250 SIZE 1000', 1_000],
  ])('has a size limit only if it is a number: %j', (reply, limit) => {
    expect(readExtensions(reply).size).toEqual({ limit });
  });
});
