import type { ProviderResult } from '@carillon/channel';
import { type Progress, Reply } from '@carillon/smtp';
import {
  type Fault,
  type SmtpClientError,
  explain,
  faultAfter,
  faultOf,
  isSessionOver,
  judge,
} from './faults';

const commands = { 'MAIL FROM': 'MAIL', 'RCPT TO': 'RCPT', DATA: 'content' } as const;
/** A rejection of an email, or a failure while the session opens. */
const refusal = (command: string, response: string): Fault => {
  const isOfMail = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);
  return isOfMail(command)
    ? faultAfter({ kind: 'refused', command: commands[command], reply: new Reply(response) })
    : faultOf({ code: 'EENVELOPE', command, response });
};
const judged = (command: string, response: string) => judge(refusal(command, response));

/** The pause for a server that requests fewer emails (milliseconds). */
const DEFERRAL_MS = 15_000;
const permanent = (reason: string, code: string) => ({ kind: 'failed', reason, permanent: true, code });
const suppressing = (reason: string, code: string) => ({ ...permanent(reason, code), suppress: 'BOUNCED' });
const temporary = (reason: string, code: string) => ({ kind: 'failed', reason, permanent: false, code });
const busy = (reason: string, code: string, retryAfterMs: number | null = null) => ({
  kind: 'throttled',
  scope: 'provider',
  reason,
  retryAfterMs,
  code,
});
const throttled = (reason: string, code: string) => ({
  kind: 'throttled',
  scope: 'recipient',
  reason,
  retryAfterMs: null,
  code,
});
const byDestination = (code: string) => ({ ...throttled('SLOW_DOWN', code), byDestination: true });
const down = (reason: string, code: string, detail?: string) => ({
  kind: 'providerDown',
  reason,
  code,
  detail: detail ?? (expect.any(String) as unknown),
});

describe('judge, of a reply', () => {
  it.each<[string, string, object]>([
    ['RCPT TO', '550 5.1.1 No such user', suppressing('NO_SUCH_ADDRESS', '550 5.1.1')],
    [
      'RCPT TO',
      '550-5.1.1 The account does not exist.\n550 5.1.1 Try again',
      suppressing('NO_SUCH_ADDRESS', '550 5.1.1'),
    ],
    ['DATA', '550 5.1.1 User unknown', suppressing('NO_SUCH_ADDRESS', '550 5.1.1')],
    ['RCPT TO', '550 5.1.2 Bad destination system', suppressing('NO_SUCH_DOMAIN', '550 5.1.2')],
    ['RCPT TO', '553 5.1.3 Bad address syntax', suppressing('INVALID_ADDRESS', '553 5.1.3')],
    ['RCPT TO', '551 5.1.6 Mailbox has moved', suppressing('MAILBOX_MOVED', '551 5.1.6')],
    ['RCPT TO', '556 5.1.10 Domain has a null MX', suppressing('DOMAIN_TAKES_NO_MAIL', '556 5.1.10')],
    ['RCPT TO', '550 5.1.7 Bad sender', permanent('SENDER_REFUSED', '550 5.1.7')],
    ['RCPT TO', '550 5.1.8 Bad sender domain', permanent('SENDER_REFUSED', '550 5.1.8')],
    ['RCPT TO', '550 5.7.1 Blocked', permanent('POLICY_REFUSED', '550 5.7.1')],
    ['DATA', '550 5.7.26 Not authenticated', permanent('POLICY_REFUSED', '550 5.7.26')],
    ...[
      '550 User unknown',
      '550 Unknown user',
      '550 No such user here',
      '550 <ann@x.example>: Recipient address rejected: User unknown in virtual mailbox table',
      '550 Requested action not taken: mailbox does not exist',
      '550 Invalid recipient',
      '550 The email account that you tried to reach does not exist',
      '550 Mailbox not found',
      '550 no mailbox here by that name',
    ].map((text): [string, string, object] => ['RCPT TO', text, suppressing('NO_SUCH_ADDRESS', '550')]),
    ['RCPT TO', '550 Requested action not taken: mailbox unavailable', permanent('REFUSED', '550')],
    ['RCPT TO', '550 Your address is on a list of spammers', permanent('POLICY_REFUSED', '550')],
    ['RCPT TO', '550 Sender denied', permanent('SENDER_REFUSED', '550')],
    ['RCPT TO', '550 Relaying denied', permanent('POLICY_REFUSED', '550')],
    // A code alone never causes a suppression that contradicts the server's text.
    [
      'RCPT TO',
      '550 5.1.1 <x@y.example> 192.0.2.9 has sent to too many recipients this hour',
      temporary('RATE_LIMITED', '550 5.1.1'),
    ],
    ['RCPT TO', '552 5.1.1 <x@y.example> recipient overquota', temporary('MAILBOX_FULL', '552 5.1.1')],
    [
      'RCPT TO',
      '552 5.1.1 <x@y.example> delivery failure, policy error',
      permanent('POLICY_REFUSED', '552 5.1.1'),
    ],
    ['RCPT TO', '550 5.1.0 <news@shop.example> sender rejected', permanent('SENDER_REFUSED', '550 5.1.0')],
    [
      'RCPT TO',
      '553 5.1.3 http://www.spamhaus.org/query/bl?ip=192.0.2.9',
      permanent('SENDER_BLOCKED', '553 5.1.3'),
    ],
    [
      'RCPT TO',
      '550 5.2.1 The user is receiving mail at a rate that prevents delivery',
      temporary('RATE_LIMITED', '550 5.2.1'),
    ],
    [
      'RCPT TO',
      '550 5.2.1 This mailbox is temporarily suspended',
      { ...permanent('MAILBOX_DISABLED', '550 5.2.1'), suppress: 'DOUBTFUL' },
    ],
    ['DATA', '550 5.2.1 This mailbox is temporarily suspended', permanent('MAILBOX_DISABLED', '550 5.2.1')],
    ['RCPT TO', '552 Requested action aborted', temporary('MAILBOX_FULL', '552')],
    ['RCPT TO', '550 5.2.1 The account is disabled', suppressing('MAILBOX_DISABLED', '550 5.2.1')],
    ['DATA', '550 User unknown', suppressing('NO_SUCH_ADDRESS', '550')],
    ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first', down('ENCRYPTION_REQUIRED', '530 5.7.0')],
    ['MAIL FROM', '530 5.7.0 Authentication required', down('LOGIN_REQUIRED', '530 5.7.0')],
    ['RCPT TO', '550 No', permanent('REFUSED', '550')],
    ['RCPT TO', '550', permanent('REFUSED', '550')],
    ['DATA', '554 Transaction failed', permanent('REFUSED', '554')],
    ['DATA', '552 5.3.4 Too big', permanent('MESSAGE_TOO_BIG', '552 5.3.4')],
    ['MAIL FROM', '552 Too big', permanent('MESSAGE_TOO_BIG', '552')],
    ['DATA', '554 5.6.0 Bad content', permanent('CONTENT_REFUSED', '554 5.6.0')],
    [
      'RCPT TO',
      '550 5.2.1 Disabled',
      { ...permanent('MAILBOX_DISABLED', '550 5.2.1'), suppress: 'DOUBTFUL' },
    ],
    ['RCPT TO', '550 5.4.4 No route', { ...permanent('NO_SUCH_DOMAIN', '550 5.4.4'), suppress: 'DOUBTFUL' }],

    ['RCPT TO', '552 5.2.2 Mailbox full', temporary('MAILBOX_FULL', '552 5.2.2')],
    ['RCPT TO', '452 4.2.2 Mailbox full', temporary('MAILBOX_FULL', '452 4.2.2')],
    ['RCPT TO', '450 4.2.1 Busy', temporary('MAILBOX_BUSY', '450 4.2.1')],
    ['RCPT TO', '450 Busy', temporary('MAILBOX_BUSY', '450')],
    ['DATA', '451 Local error', temporary('SERVER_TROUBLE', '451')],
    ['DATA', '452 Storage', temporary('SERVER_FULL', '452')],
    ['DATA', '451 4.4.1 No answer from host', temporary('UNREACHABLE_FOR_NOW', '451 4.4.1')],
    ['RCPT TO', '499 What?', temporary('REFUSED_FOR_NOW', '499')],
    ['RCPT TO', '503 Bad sequence', temporary('SERVER_CONFUSED', '503')],

    ['RCPT TO', '421 4.3.2 Going down', busy('SERVER_BUSY', '421 4.3.2')],
    ['CONN', '421 Too many connections', busy('SERVER_BUSY', '421')],
    ['AUTH PLAIN', '421 Too many logins', busy('SERVER_BUSY', '421')],
    ['DATA', '451 4.7.1 Greylisted', throttled('SLOW_DOWN', '451 4.7.1')],
    ['RCPT TO', '450 4.7.1 Recipient address rejected: Greylisting', throttled('SLOW_DOWN', '450 4.7.1')],
    // Postfix: smtpd_client_recipient_rate_limit.
    ['RCPT TO', '450 4.7.1 Error: too many recipients from 192.0.2.1', throttled('SLOW_DOWN', '450 4.7.1')],
    ['RCPT TO', '452 4.5.3 Too many recipients', throttled('SLOW_DOWN', '452 4.5.3')],
    // Gmail, Microsoft, and Yahoo.
    ['RCPT TO', '450 4.7.28 Rate limit', byDestination('450 4.7.28')],
    ['DATA', '421 4.7.28 Our system has detected an unusual rate', byDestination('421 4.7.28')],
    [
      'RCPT TO',
      '451 4.7.650 The mail server has been temporarily rate limited',
      byDestination('451 4.7.650'),
    ],
    ['RCPT TO', '421 4.7.0 [TSS04] Messages temporarily deferred', byDestination('421 4.7.0')],
    ['DATA', '421 4.7.0 mx Error: too many errors', busy('SERVER_BUSY', '421 4.7.0')],
    ['MAIL FROM', '421 4.7.0 [TSS04] Messages temporarily deferred', busy('SERVER_BUSY', '421 4.7.0')],
    ['CONN', '421 4.7.0 Try again later', busy('SERVER_BUSY', '421 4.7.0')],
    ['MAIL FROM', '451 Try later', busy('SENDER_DEFERRED', '451', DEFERRAL_MS)],
    [
      'MAIL FROM',
      '452 4.5.3 Too many emails sent on this session',
      busy('SENDER_DEFERRED', '452 4.5.3', DEFERRAL_MS),
    ],
    [
      'MAIL FROM',
      '451 4.3.0 Mail server temporarily rejected',
      busy('SENDER_DEFERRED', '451 4.3.0', DEFERRAL_MS),
    ],
    ['MAIL FROM', '451 4.7.1 Try again later', busy('SENDER_DEFERRED', '451 4.7.1', DEFERRAL_MS)],
    // Postfix: smtpd_client_message_rate_limit.
    [
      'MAIL FROM',
      '450 4.7.1 Error: too much mail from 192.0.2.1',
      busy('SENDER_DEFERRED', '450 4.7.1', DEFERRAL_MS),
    ],
    ['CONN', '450 Later', busy('SERVER_BUSY', '450')],

    [
      'AUTH PLAIN',
      '535 5.7.8 Bad credentials',
      down('LOGIN_REFUSED', '535 5.7.8', 'The mail server rejected the credentials'),
    ],
    ['AUTH LOGIN', '534 5.7.9 Mechanism too weak', down('LOGIN_REFUSED', '534 5.7.9')],
    ['AUTH PLAIN', '538 5.7.11 Encryption required', down('ENCRYPTION_REQUIRED', '538 5.7.11')],
    ['AUTH PLAIN', '454 4.7.0 Temporary failure', down('LOGIN_UNAVAILABLE', '454 4.7.0')],
    ['MAIL FROM', '530 5.7.0 Log in first', down('LOGIN_REQUIRED', '530 5.7.0', '530 5.7.0 Log in first')],
    ['RCPT TO', '530 Log in first', down('LOGIN_REQUIRED', '530')],
    ['MAIL FROM', '550 5.1.8 Sender domain', down('SENDER_REFUSED', '550 5.1.8')],
    ['MAIL FROM', '553 Not your address', down('SENDER_REFUSED', '553')],
    ['CONN', '554 No mail service here', down('SERVER_REFUSED', '554')],
    ['STARTTLS', '501 No', down('SERVER_REFUSED', '501')],
  ])('interprets the reply to %s: %s', (command, response, expected) => {
    expect(judged(command, response)).toEqual(expected);
  });

  it('ignores an enhanced code of another class', () => {
    expect(judged('RCPT TO', '550 4.7.1 Confused')).toEqual(permanent('REFUSED', '550'));
    expect(judged('RCPT TO', '450 5.1.1 Confused')).toEqual(temporary('MAILBOX_BUSY', '450'));
  });

  it('explains a reply on one line, and never repeats the reply to a login', () => {
    const reply = (command: string) => explain(refusal(command, '550-5.7.1 One\r\n550 5.7.1 two\u0007'));
    expect(reply('RCPT TO')).toBe('550-5.7.1 One 550 5.7.1 two');
    expect(reply('AUTH PLAIN')).toBe('The mail server rejected the credentials');
  });
});

describe('judge, of a connection', () => {
  const opening = (error: SmtpClientError): ProviderResult => judge(faultOf({ command: 'CONN', ...error }));
  const lost = (kind: 'unsent' | 'incomplete' | 'unanswered', cause = 'ECONNECTION'): ProviderResult =>
    judge(faultAfter({ kind, cause }));
  const after = (progress: Exclude<Progress, { kind: 'accepted' }>) => judge(faultAfter(progress));

  it.each([
    ['ECONNREFUSED', 'CONNECTION_REFUSED'],
    ['ENOTFOUND', 'HOST_NOT_FOUND'],
    ['EAI_AGAIN', 'HOST_NOT_FOUND'],
    ['EHOSTUNREACH', 'HOST_UNREACHABLE'],
    ['ETIMEDOUT', 'SERVER_TIMEOUT'],
    ['ECONNRESET', 'CONNECTION_LOST'],
    ['EPROTO', 'TLS_FAILED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_FAILED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS_FAILED'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS_FAILED'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS_FAILED'],
    ['CERT_HAS_EXPIRED', 'TLS_FAILED'],
    ['HOST_NOT_ALLOWED', 'HOST_NOT_ALLOWED'],
    ['LOGIN_NOT_OFFERED', 'LOGIN_NOT_OFFERED'],
    ['EWHATEVER', 'CONNECTION_FAILED'],
  ])('fails no recipient if the connection cannot be opened (%s)', (originalCode, reason) => {
    expect(opening({ code: 'ESOCKET', originalCode })).toEqual({
      kind: 'providerDown',
      reason,
      code: null,
      detail: expect.any(String) as unknown,
    });
  });

  it('fails the recipient temporarily if the connection is lost before the message', () => {
    expect(lost('unsent')).toEqual({
      kind: 'failed',
      reason: 'CONNECTION_LOST',
      permanent: false,
      code: null,
    });
  });

  it('fails the recipient temporarily, and suspects the server, if the connection is lost during the message', () => {
    expect(lost('incomplete')).toEqual({
      kind: 'failed',
      reason: 'CONNECTION_LOST',
      permanent: false,
      code: null,
      suspect: true,
    });
  });

  it('leaves the result unknown if the connection is lost after the message', () => {
    expect(lost('unanswered')).toEqual({
      kind: 'unknown',
      reason: 'CONNECTION_LOST',
      code: null,
      suspect: true,
    });
    expect(lost('unanswered', 'ETIMEDOUT')).toEqual({
      kind: 'unknown',
      reason: 'SERVER_TIMEOUT',
      code: null,
      suspect: true,
    });
  });

  it('throttles if the session ends with a rejection', () => {
    const reply = new Reply('421 4.4.2 Timeout');
    expect(after({ kind: 'refused', command: 'session', reply })).toEqual(busy('SERVER_BUSY', '421 4.4.2'));
  });

  it('fails no recipient if opening ends with any other reply', () => {
    expect(opening({ code: 'ECONNECTION', response: '250 Ok' })).toMatchObject({ kind: 'providerDown' });
  });

  it.each([
    ['SIZE', 'MESSAGE_TOO_BIG'],
    ['ADDRESS', 'INVALID_ADDRESS'],
    ['SMTPUTF8', 'INTERNATIONAL_ADDRESS'],
    ['8BITMIME', 'REFUSED'],
  ] as const)('fails a message that the server cannot accept (%s)', (lacks, reason) => {
    expect(after({ kind: 'unfit', lacks })).toEqual({ kind: 'failed', reason, permanent: true, code: null });
  });

  it.each(['EREPLY', 'EPROTOCOL'])('suspects a server that does not speak SMTP (%s)', (cause) => {
    const fault = {
      kind: 'failed',
      reason: 'NOT_A_MAIL_SERVER',
      permanent: false,
      code: null,
      suspect: true,
    };
    expect(lost('unsent', cause)).toEqual(fault);
  });
});

describe('isSessionOver', () => {
  it.each([
    ['MAIL FROM', '421 4.7.0 Too many mails', true],
    ['MAIL FROM', '452 4.5.3 Too many emails sent on this session', true],
    ['MAIL FROM', '451 4.3.0 Try later', true],
    ['MAIL FROM', '550 5.1.8 Who are you', false],
    ['RCPT TO', '452 4.5.3 Too many recipients for this session', true],
    ['DATA', '451 Limit of messages per connection reached', true],
    ['RCPT TO', '450 4.2.1 Mailbox busy', false],
    ['RCPT TO', '450 4.7.1 Too many connections', false],
    ['DATA', '554 5.7.1 No more of this session', false],
  ])('decides for the reply to %s, %s: %s', (command, response, expected) => {
    expect(isSessionOver(refusal(command, response))).toBe(expected);
  });

  it('is false without a reply', () => {
    expect(isSessionOver(null)).toBe(false);
    expect(isSessionOver({ kind: 'connection', moment: 'before-message', cause: 'ETIMEDOUT' })).toBe(false);
  });
});
