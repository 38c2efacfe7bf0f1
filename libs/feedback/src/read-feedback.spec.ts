import { processorTime } from '@carillon/testing/processor-time';
import {
  complaint,
  exchange,
  exim,
  eximText,
  gmail,
  letter,
  postfix,
  postfixDelay,
  qmail,
  report,
  sendmail,
} from '../test/corpus';
import { readFeedback } from './read-feedback';
import { KEPT_BYTES } from './returned-mails';

type Row = [mail: string, bytes: Buffer, feedback: string];

/** The feedback in one line: kind, hard or soft, reason, code, consequence. */
async function summary(bytes: Uint8Array): Promise<string> {
  const { feedback } = await readFeedback(bytes);
  if (feedback.kind === 'complained') return `complained ${feedback.code}`;
  if (feedback.kind !== 'bounced') return feedback.kind;
  const { isHard, reason, code, consequence } = feedback;
  return `${isHard ? 'hard' : 'soft'} ${reason} ${code ?? '-'} ${consequence}`;
}

const smtp = (text: string): string => `smtp; ${text}`;
const GONE = 'hard NO_SUCH_ADDRESS 550 5.1.1 SUPPRESS';

const reports: Row[] = [
  [
    'Postfix: unknown user',
    postfix({ diagnostic: smtp('550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown') }),
    GONE,
  ],
  [
    'Postfix: unknown user, found by Postfix itself',
    postfix({ diagnostic: 'X-Postfix; unknown user: "ann"' }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'Postfix: no such domain',
    postfix({
      status: '5.4.4',
      diagnostic:
        'X-Postfix; Host or domain name not found. Name service error for name=nowhere.example type=AAAA: Host not found',
    }),
    'hard NO_SUCH_DOMAIN 5.4.4 DOUBT',
  ],
  [
    'Postfix: null MX',
    postfix({
      status: '5.1.10',
      diagnostic: 'X-Postfix; Domain nomail.example does not accept mail (nullMX)',
    }),
    'hard DOMAIN_TAKES_NO_MAIL 5.1.10 SUPPRESS',
  ],
  [
    'Postfix: mailbox over its limit',
    postfix({
      status: '5.2.2',
      diagnostic: 'X-Postfix; maildir delivery failed: error writing message: File too large',
    }),
    'soft MAILBOX_FULL 5.2.2 COUNT',
  ],
  [
    'Postfix: full for days',
    postfix({ status: '4.2.2', diagnostic: smtp('452 4.2.2 The mailbox is full') }),
    'soft MAILBOX_FULL 452 4.2.2 COUNT',
  ],
  [
    'Postfix: no connection for days',
    postfix({
      status: '4.4.1',
      diagnostic: 'X-Postfix; connect to mx.example.org[192.0.2.1]:25: Connection timed out',
    }),
    'soft NOT_DELIVERED_IN_TIME 4.4.1 COUNT',
  ],
  [
    'Postfix: too big',
    postfix({ status: '5.3.4', diagnostic: smtp('552 5.3.4 Message size exceeds fixed limit') }),
    'hard MESSAGE_TOO_BIG 552 5.3.4 NOTHING',
  ],
  [
    'Postfix: policy',
    postfix({
      status: '5.7.1',
      diagnostic: smtp('554 5.7.1 Service unavailable; Client host [192.0.2.9] blocked using zen.example'),
    }),
    'hard SENDER_BLOCKED 554 5.7.1 NOTHING',
  ],
  [
    'Postfix: relay denied',
    postfix({ status: '5.7.1', diagnostic: smtp('454 4.7.1 <ann@example.org>: Relay access denied') }),
    'soft POLICY_REFUSED 454 4.7.1 NOTHING',
  ],
  [
    'Postfix: mail loops back',
    postfix({ status: '5.4.6', diagnostic: 'X-Postfix; mail for example.org loops back to myself' }),
    'soft UNROUTABLE 5.4.6 COUNT',
  ],
  ['Postfix: still being retried', postfixDelay(), 'delayed'],
  [
    'Postfix: moved',
    postfix({ status: '5.1.6', diagnostic: smtp('551 5.1.6 User has moved') }),
    'hard MAILBOX_MOVED 551 5.1.6 SUPPRESS',
  ],
  [
    'Postfix: sender refused',
    postfix({ status: '5.1.8', diagnostic: smtp('550 5.1.8 Sender address rejected: Domain not found') }),
    'hard SENDER_REFUSED 550 5.1.8 NOTHING',
  ],
  [
    'Postfix: greylisted for days',
    postfix({ status: '4.7.1', diagnostic: smtp('451 4.7.1 Greylisting in action') }),
    'soft POLICY_REFUSED 451 4.7.1 NOTHING',
  ],
  [
    'Postfix: one of two recipients of an alias is gone, the other got it',
    postfix(
      { diagnostic: smtp('550 5.1.1 gone') },
      { action: 'relayed', status: '2.0.0', recipient: 'bob@example.org' },
    ),
    'delivered',
  ],
  [
    'Postfix: two recipients of an alias, the milder counts',
    postfix(
      { diagnostic: smtp('550 5.1.1 gone') },
      { status: '4.2.2', recipient: 'bob@example.org', diagnostic: smtp('452 4.2.2 full') },
    ),
    'soft MAILBOX_FULL 452 4.2.2 COUNT',
  ],
  [
    'Postfix: three recipients, all gone',
    postfix({}, { recipient: 'bob@example.org' }, { recipient: 'cy@example.org' }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],

  [
    'Exim: 5.0.0 with the exact code in the diagnosis',
    exim({ status: '5.0.0', diagnostic: smtp('550 5.1.1 <ann@example.org> User unknown') }),
    GONE,
  ],
  [
    'Exim: 5.0.0 with text only',
    exim({ status: '5.0.0', diagnostic: smtp('550 No such person at this address') }),
    'hard NO_SUCH_ADDRESS 550 SUPPRESS',
  ],
  [
    'Exim: 5.0.0, and a policy',
    exim({ status: '5.0.0', diagnostic: smtp('550 Administrative prohibition') }),
    'hard POLICY_REFUSED 550 NOTHING',
  ],
  [
    'Exim: blocked, according to the text',
    exim({ status: '5.0.0', diagnostic: smtp('554 Your address 192.0.2.9 is listed in a blocklist') }),
    'hard SENDER_BLOCKED 554 NOTHING',
  ],
  [
    'Exim: quota, according to the text',
    exim({ status: '5.0.0', diagnostic: smtp('552 Mailbox size quota exceeded') }),
    'soft MAILBOX_FULL 552 COUNT',
  ],
  [
    'Exim: retry timeout',
    exim({ status: '4.0.0', diagnostic: 'retry timeout exceeded' }),
    'soft NOT_DELIVERED_IN_TIME 4.0.0 COUNT',
  ],
  ['Exim: text, unrouteable', eximText('Unrouteable address'), 'hard NO_SUCH_ADDRESS - SUPPRESS'],
  [
    'Exim: text with a reply',
    eximText(
      'host mx.example.org [192.0.2.1]: 550 5.1.1 <ann@example.org>: User unknown in virtual mailbox table',
    ),
    GONE,
  ],
  [
    'Exim: text with a reply over several lines',
    eximText(
      'SMTP error from remote mail server after RCPT TO:<ann@example.org>:\n    550-5.2.1 The email account that you tried to reach is inactive.\n    550 5.2.1 Learn more',
    ),
    'hard MAILBOX_DISABLED 550 5.2.1 SUPPRESS',
  ],
  ['Exim: text, quota', eximText('mailbox is full: retry timeout exceeded'), 'soft MAILBOX_FULL - COUNT'],
  [
    'Exim: text, no such domain',
    eximText('all relevant MX records point to non-existent hosts: host not found'),
    'hard NO_SUCH_DOMAIN - DOUBT',
  ],
  ['Exim: a warning', eximText('', 'Warning: message 1aBcDe delayed 24 hours'), 'delayed'],

  [
    'qmail: no mailbox here',
    qmail('Sorry, no mailbox here by that name. (#5.1.1)'),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'qmail: remote host',
    qmail(
      '192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 unknown user\nGiving up on 192.0.2.1.',
    ),
    GONE,
  ],
  [
    'qmail: no such host',
    qmail("Sorry, I couldn't find any host named nowhere.example. (#5.1.2)"),
    'hard NO_SUCH_DOMAIN 5.1.2 SUPPRESS',
  ],
  [
    'qmail: gave up after days',
    qmail(
      "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long.",
    ),
    'soft NOT_DELIVERED_IN_TIME 4.4.1 COUNT',
  ],
  ['qmail: vpopmail over quota', qmail('user is over quota'), 'soft MAILBOX_FULL - COUNT'],
  [
    'qmail: policy',
    qmail('Remote host said: 554 5.7.1 rejected as spam'),
    'hard CONTENT_REFUSED 554 5.7.1 NOTHING',
  ],
  ['qmail: an unknown text', qmail('Sorry. It did not work.'), 'soft RETURNED - COUNT'],

  [
    'Gmail: no such account',
    gmail({
      diagnostic: smtp(
        "550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the recipient's email address.\n 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser",
      ),
    }),
    GONE,
  ],
  [
    'Gmail: disabled',
    gmail({
      status: '5.2.1',
      diagnostic: smtp(
        '550-5.2.1 The email account that you tried to reach is inactive.\n 550 5.2.1 https://support.google.com/mail/?p=DisabledUser',
      ),
    }),
    'hard MAILBOX_DISABLED 550 5.2.1 SUPPRESS',
  ],
  [
    'Gmail: out of storage',
    gmail({
      status: '5.2.2',
      diagnostic: smtp(
        "552-5.2.2 The recipient's inbox is out of storage space and inactive.\n 552 5.2.2 https://support.google.com/mail/?p=OverQuotaPerm",
      ),
    }),
    'soft MAILBOX_FULL 552 5.2.2 COUNT',
  ],
  [
    'Gmail: unauthenticated',
    gmail({
      status: '5.7.26',
      diagnostic: smtp(
        '550-5.7.26 Your email has been blocked because the sender is unauthenticated.\n 550 5.7.26 See https://support.google.com',
      ),
    }),
    'hard POLICY_REFUSED 550 5.7.26 NOTHING',
  ],
  [
    'Gmail: rate of unsolicited mail',
    gmail({
      status: '4.7.28',
      diagnostic: smtp(
        '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail.\n 421 4.7.28 See more',
      ),
    }),
    'soft RATE_LIMITED 421 4.7.28 NOTHING',
  ],
  [
    'Gmail: DNS error',
    gmail({
      status: '4.0.0',
      diagnostic: smtp('DNS Error: DNS type mx lookup of nowhere.example responded with code NXDOMAIN'),
    }),
    'soft NO_SUCH_DOMAIN 4.0.0 DOUBT',
  ],

  [
    'Exchange: RecipientNotFound',
    exchange({ status: '5.1.1', diagnostic: 'smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound; not found' }),
    GONE,
  ],
  [
    'Exchange Online: 5.1.10',
    exchange({
      status: '5.1.10',
      diagnostic:
        'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.org not found by SMTP address lookup',
    }),
    'hard NO_SUCH_ADDRESS 550 5.1.10 SUPPRESS',
  ],
  [
    'Exchange Online: edge blocking',
    exchange({
      status: '5.4.1',
      diagnostic: 'smtp;550 5.4.1 Recipient address rejected: Access denied. [DB5EUR01.prod]',
    }),
    'hard NO_SUCH_ADDRESS 550 5.4.1 DOUBT',
  ],
  [
    'Exchange: quota',
    exchange({
      status: '5.2.2',
      diagnostic: 'smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException',
    }),
    'soft MAILBOX_FULL 554 5.2.2 COUNT',
  ],
  [
    'Exchange: restricted',
    exchange({
      status: '5.7.133',
      diagnostic: 'smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
    }),
    'hard POLICY_REFUSED 550 5.7.133 NOTHING',
  ],
  [
    'Exchange: expired',
    exchange({ status: '4.4.7', diagnostic: 'smtp;550 4.4.7 QUEUE.Expired; message expired' }),
    'soft NOT_DELIVERED_IN_TIME 550 COUNT',
  ],
  [
    'Exchange: hops',
    exchange({ status: '5.4.14', diagnostic: 'smtp;554 5.4.14 Hop count exceeded - possible mail loop' }),
    'soft UNROUTABLE 554 5.4.14 COUNT',
  ],
  [
    'Exchange: domain does not exist',
    exchange({ status: '5.4.310', diagnostic: 'smtp;550 5.4.310 DNS domain nowhere.example does not exist' }),
    'hard NO_SUCH_DOMAIN 550 5.4.310 DOUBT',
  ],
  ['Exchange: no diagnosis', exchange({ status: '5.1.1' }), 'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS'],
  [
    'Exchange: a status of success',
    exchange({ status: '2.0.0', diagnostic: 'smtp;550 5.1.1 not found' }),
    GONE,
  ],

  [
    'Sendmail: user unknown',
    sendmail({ diagnostic: smtp('550 5.1.1 <ann@example.org>... User unknown') }),
    GONE,
  ],
  [
    'Sendmail: a comment after the status',
    sendmail({ status: '5.1.1 (bad destination mailbox address)' }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'Sendmail: a comment after the action',
    sendmail({ action: 'failed (bad destination)', diagnostic: null }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'Sendmail: expired',
    sendmail({ status: '4.4.7', diagnostic: null }),
    'soft NOT_DELIVERED_IN_TIME 4.4.7 COUNT',
  ],
  ['Sendmail: a confirmed delivery', sendmail({ action: 'delivered', status: '2.1.5' }), 'delivered'],

  ['no status, only a diagnosis', postfix({ status: null, diagnostic: smtp('550 5.1.1 unknown') }), GONE],
  [
    'a reply in the field of a gateway',
    postfix({ status: '5.0.0\nX-Supplementary-Info: <192.0.2.1 #5.0.0 smtp; 550 "Unknown User">' }),
    'hard NO_SUCH_ADDRESS 550 SUPPRESS',
  ],
  [
    // https://github.com/sisimai/p5-sisimai/issues/312
    'a reply in the field of a gateway, after the gateway’s own code',
    postfix({
      status:
        '5.0.0\nX-Supplementary-Info: <mx.example #5.0.0 smtp;\n 550 5.4.1 [ann@example.org]: Recipient address rejected: Access\n denied>',
    }),
    'hard NO_SUCH_ADDRESS 550 5.4.1 DOUBT',
  ],
  ['no action', postfix({ action: null }), 'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS'],
  ['no action, and a success', postfix({ action: null, status: '2.1.5' }), 'delivered'],
  ['a list that grew', postfix({ action: 'expanded', status: '2.1.5' }), 'delivered'],
];

const parts = { from: 'mailer-daemon@mail.example', subject: 'Undelivered', text: 'It failed.' };
const fields =
  'Reporting-MTA: dns; mail.example\n\nFinal-Recipient: rfc822; ann@example.org\nAction: failed\nStatus: 5.1.1';

const broken: Row[] = [
  [
    'the status in base64',
    report({ ...parts, status: fields, encoding: 'base64' }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'the status as plain text',
    report({ ...parts, status: fields, type: 'text/plain' }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'lines that end with carriage returns alone',
    Buffer.from(
      report({ ...parts, status: fields })
        .toString('latin1')
        .replaceAll('\n', ''),
      'latin1',
    ),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'no empty line between the groups',
    report({ ...parts, status: fields.replace('\n\n', '\n') }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'no empty line between the recipients',
    report({
      ...parts,
      status: `${fields}\nFinal-Recipient: rfc822; b@example.org\nAction: failed\nStatus: 4.2.2`,
    }),
    'soft MAILBOX_FULL 4.2.2 COUNT',
  ],
  [
    'names of fields in capitals',
    report({ ...parts, status: fields.toUpperCase() }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'an internationalized report',
    report({ ...parts, status: fields.replace('rfc822', 'utf-8'), type: 'message/global-delivery-status' }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'headers of the original only',
    report({
      ...parts,
      status: fields,
      original: 'Content-Type: text/rfc822-headers\n\nTo: ann@example.org\n',
    }),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'the end is missing',
    report({ ...parts, status: fields }).subarray(0, -120),
    'hard NO_SUCH_ADDRESS 5.1.1 SUPPRESS',
  ],
  [
    'a report without a status',
    report({
      ...parts,
      subject: 'Undeliverable: News',
      status: 'Nothing here',
      type: 'text/plain',
      text: '550 5.1.1 User unknown',
    }),
    GONE,
  ],
];

const textOnly: Row[] = [
  [
    'Exchange 5.5',
    letter(
      'System Administrator <postmaster@corp.example>',
      'Undeliverable: News',
      'Your message\n\ndid not reach the following recipient(s):\n\nann@corp.example on Mon, 23 Nov 2026\n    The recipient name is not recognized\n    c=DE;a= ;p=CORP: unknown recipient',
    ),
    'hard NO_SUCH_ADDRESS - SUPPRESS',
  ],
  [
    'a German server',
    letter('postmaster@firma.example', 'Nachricht unzustellbar', '550 5.1.1 Empfänger unbekannt'),
    GONE,
  ],
  [
    'only HTML',
    letter(
      'postmaster@firma.example',
      'Undeliverable: News',
      '<p>It was <b>not</b> delivered:</p><p>550 5.1.1<br>unknown</p>',
      '',
      'text/html',
    ),
    GONE,
  ],
  [
    'an IP address that looks like a code',
    letter('MAILER-DAEMON@mail.example', 'failure notice', 'Connected to 5.1.1.7 and lost it.'),
    'soft RETURNED - COUNT',
  ],
  [
    'a subject and nothing else',
    letter('MAILER-DAEMON@mail.example', 'Returned mail', ''),
    'soft RETURNED - COUNT',
  ],
];

const abuse =
  'Feedback-Type: abuse\nUser-Agent: SomeGenerator/1.0\nVersion: 1\nOriginal-Mail-From: <bounce+abc@bounces.shop.example>';
const complaints: Row[] = [
  ['abuse', complaint(abuse), 'complained abuse'],
  ['fraud', complaint(abuse.replace('abuse', 'fraud')), 'complained fraud'],
  ['an unknown type', complaint(abuse.replace('abuse', 'x-else')), 'complained x-else'],
  ['a report without a type', complaint('User-Agent: Broken/1.0'), 'complained abuse'],
  ['a report as text', complaint(abuse, 'text/plain'), 'complained abuse'],
  ['a withdrawn complaint', complaint(abuse.replace('abuse', 'not-spam')), 'other'],
  ['a report on authentication', complaint(abuse.replace('abuse', 'auth-failure')), 'other'],
];

const others: Row[] = [
  [
    'RFC 3834',
    letter('ann@example.org', 'I am away', 'Write to bob. 550 5.1.1', 'Auto-Submitted: auto-replied\n'),
    'auto-reply',
  ],
  [
    'RFC 3834, with a comment',
    letter('ann@example.org', 'News', 'Thank you', 'Auto-Submitted: auto-generated; owner-token=x\n'),
    'auto-reply',
  ],
  [
    'the program vacation',
    letter('ann@example.org', 'away from my mail', 'I am away', 'Precedence: bulk\nX-Vacation: yes\n'),
    'auto-reply',
  ],
  [
    'Exchange: out of office',
    letter('ann@example.org', 'Automatic reply: News', 'I am out', 'X-Auto-Response-Suppress: All\n'),
    'auto-reply',
  ],
  [
    'German Outlook',
    letter('ann@example.org', 'Automatische Antwort: News', 'Ich bin nicht da'),
    'auto-reply',
  ],
  [
    'cPanel',
    letter('ann@example.org', 'Re: News', 'Away', 'X-Autorespond: News\nPrecedence: auto_reply\n'),
    'auto-reply',
  ],
  [
    'a receipt',
    report({
      ...parts,
      from: 'ann@example.org',
      subject: 'Read: News',
      status:
        'Final-Recipient: rfc822;ann@example.org\nDisposition: manual-action/MDN-sent-manually; displayed',
      type: 'message/disposition-notification',
      reportType: 'disposition-notification',
    }),
    'receipt',
  ],
  [
    'a personal letter',
    letter(
      'ann@example.org',
      'Re: News',
      'Please send me more. My account does not exist.',
      'Auto-Submitted: no\n',
    ),
    'other',
  ],
  ['nothing', Buffer.alloc(0), 'other'],
  ['bytes of no kind', Buffer.from(Array.from({ length: 2_000 }, (_, n) => (n * 7919) % 256)), 'other'],
  ['parts in parts in parts', nested(40), 'other'],
];

function nested(depth: number): Buffer {
  const levels = Array.from({ length: depth }, (_, n) => n);
  return Buffer.from(
    levels.map((n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('') +
      'Content-Type: text/plain\r\n\r\nx',
  );
}

describe('a returned email', () => {
  it.each([...reports, ...broken, ...textOnly])('of %s', async (_, bytes, feedback) => {
    expect(await summary(bytes)).toBe(feedback);
  });

  it.each(complaints)('is a complaint: %s', async (_, bytes, feedback) =>
    expect(await summary(bytes)).toBe(feedback),
  );

  it.each(others)('is not a bounce: %s', async (_, bytes, feedback) =>
    expect(await summary(bytes)).toBe(feedback),
  );

  it('contains the return path of the original email', async () => {
    const path = 'bounce+abc@bounces.shop.example';
    for (const mail of [complaint(abuse), qmail('no mailbox here'), postfix({})])
      expect((await readFeedback(mail)).mentions).toContain(path);
  });

  it('is read at its full size, regardless of the size of its parts', async () => {
    const long = postfix({ diagnostic: smtp(`550 5.1.1 ${'x '.repeat(2_000_000)}`) });
    expect(await summary(long)).toBe(GONE);
  });

  it('is read quickly, regardless of HTML beside its text', async () => {
    const html = '<a href="'.repeat(KEPT_BYTES / 9);
    const mail = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi.\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}`;
    const usedMs = processorTime();
    expect(await summary(Buffer.from(mail))).toBe('other');
    expect(usedMs()).toBeLessThan(2_000);
  });
});
