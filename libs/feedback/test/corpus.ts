/** Returned emails as servers write them: created from their documentation and the RFCs, without real data. */

const ORIGINAL =
  'Return-Path: <bounce+abc@bounces.shop.example>\nFrom: news@shop.example\nTo: ann@example.org\nSubject: News\nMessage-ID: <1@shop.example>\n';

interface Status {
  action?: string | null;
  status?: string | null;
  diagnostic?: string | null;
  recipient?: string;
}

const crlf = (text: string): Buffer => Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'utf8');

/** The fields of one recipient, RFC 3464 §2.3. */
const recipient = ({
  action = 'failed',
  status = '5.1.1',
  diagnostic = null,
  recipient: who,
}: Status): string =>
  [
    `Final-Recipient: rfc822; ${who ?? 'ann@example.org'}`,
    action === null ? [] : `Action: ${action}`,
    status === null ? [] : `Status: ${status}`,
    diagnostic === null ? [] : `Diagnostic-Code: ${diagnostic}`,
  ]
    .flat()
    .join('\n');

interface Report {
  from: string;
  subject: string;
  text: string;
  status: string;
  /** The media type of the second part. */
  type?: string;
  header?: string;
  encoding?: 'base64' | 'quoted-printable';
  original?: string;
  reportType?: string;
}

/** A multipart/report, RFC 6522. */
export function report({
  from,
  subject,
  text,
  status,
  type = 'message/delivery-status',
  header = '',
  encoding,
  original = `Content-Type: message/rfc822\n\n${ORIGINAL}\nHello.\n`,
  reportType = 'delivery-status',
}: Report): Buffer {
  const body = encoding === 'base64' ? Buffer.from(status).toString('base64') : status;
  return crlf(`From: ${from}
To: bounce+abc@bounces.shop.example
Subject: ${subject}
MIME-Version: 1.0
${header}Content-Type: multipart/report; report-type=${reportType}; boundary="=_b"

--=_b
Content-Type: text/plain; charset=utf-8

${text}

--=_b
Content-Type: ${type}
${encoding ? `Content-Transfer-Encoding: ${encoding}\n` : ''}
${body}

--=_b
${original}
--=_b--
`);
}

export function letter(
  from: string,
  subject: string,
  text: string,
  header = '',
  type = 'text/plain',
): Buffer {
  return crlf(
    `From: ${from}\nTo: bounce+abc@bounces.shop.example\nSubject: ${subject}\n${header}Content-Type: ${type}; charset=utf-8\n\n${text}\n`,
  );
}

const group = (header: string, ...all: Status[]): string => [header, ...all.map(recipient)].join('\n\n');

/** Postfix: bounce(5) and bounce(8). */
export const postfix = (...all: Status[]): Buffer =>
  report({
    from: 'MAILER-DAEMON@mx.example (Mail Delivery System)',
    subject: 'Undelivered Mail Returned to Sender',
    header: 'Auto-Submitted: auto-replied\n',
    text: "This is the mail system at host mx.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.",
    status: group(
      'Reporting-MTA: dns; mx.example\nX-Postfix-Queue-ID: 4F2\nArrival-Date: Mon, 23 Nov 2026 10:00:00 +0000 (UTC)',
      ...all,
    ),
  });

export const postfixDelay = (): Buffer =>
  report({
    from: 'MAILER-DAEMON@mx.example (Mail Delivery System)',
    subject: 'Delayed Mail (still being retried)',
    text: 'This is the mail system at host mx.example.\n# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE.',
    status: group('Reporting-MTA: dns; mx.example', { action: 'delayed', status: '4.4.1' }),
  });

/** Exim: bounce_return_message, multipart since 4.84. */
export const exim = (...all: Status[]): Buffer =>
  report({
    from: 'Mail Delivery System <Mailer-Daemon@mail.example>',
    subject: 'Mail delivery failed: returning message to sender',
    header: 'X-Failed-Recipients: ann@example.org\nAuto-Submitted: auto-replied\n',
    text: 'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered.',
    status: group('Reporting-MTA: dns; mail.example', ...all),
  });

/** Older Exim: text only. */
export const eximText = (
  why: string,
  subject = 'Mail delivery failed: returning message to sender',
): Buffer =>
  letter(
    'Mail Delivery System <Mailer-Daemon@mail.example>',
    subject,
    `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ann@example.org\n    ${why}\n\n------ This is a copy of the message, including all the headers. ------\n\n${ORIGINAL}\nOur prices: 550 4.2.2 and no such user.`,
    'X-Failed-Recipients: ann@example.org\nAuto-Submitted: auto-replied\n',
  );

/** qmail: https://cr.yp.to/proto/qsbmf.txt */
export const qmail = (why: string): Buffer =>
  letter(
    'MAILER-DAEMON@mail.example',
    'failure notice',
    `Hi. This is the qmail-send program at mail.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<ann@example.org>:\n${why}\n\n--- Below this line is a copy of the message.\n\n${ORIGINAL}\nRoom 550 5.7.1 is full.`,
  );

/** Gmail and Google Workspace. */
export const gmail = (...all: Status[]): Buffer =>
  report({
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    subject: 'Delivery Status Notification (Failure)',
    header: 'Auto-Submitted: auto-replied\nReferences: <1@shop.example>\n',
    text: "\n** Address not found **\n\nYour message wasn't delivered to ann@example.org.",
    status: group('Reporting-MTA: dns; googlemail.com\nX-Original-Message-ID: <1@shop.example>', ...all),
  });

/** Exchange and Exchange Online. */
export const exchange = (...all: Status[]): Buffer =>
  report({
    from: 'postmaster@contoso.example',
    subject: 'Undeliverable: News',
    header: 'Auto-Submitted: auto-replied\nX-Auto-Response-Suppress: All\nX-MS-Exchange-Message-Is-Ndr:\n',
    text: 'Delivery has failed to these recipients or groups:\n\nann@example.org',
    status: group('Reporting-MTA: dns;AM0PR01.contoso.example\nReceived-From-MTA: dns;mx.example', ...all),
  });

/** Sendmail, the oldest program that writes RFC 3464 reports. */
export const sendmail = (...all: Status[]): Buffer =>
  report({
    from: 'Mail Delivery Subsystem <MAILER-DAEMON@mail.example>',
    subject: 'Returned mail: see transcript for details',
    header: 'Auto-Submitted: auto-generated (failure)\n',
    text: '   ----- The following addresses had permanent fatal errors -----\n<ann@example.org>\n\n   ----- Transcript of session follows -----',
    status: group('Reporting-MTA: dns; mail.example\nArrival-Date: Mon, 23 Nov 2026 10:00:00 GMT', ...all),
  });

/** A feedback report, RFC 5965. */
export const complaint = (fields: string, type = 'message/feedback-report'): Buffer =>
  report({
    from: 'feedback@isp.example',
    subject: 'FW: News',
    text: 'This is an email abuse report for an email message received on Mon, 23 Nov 2026.',
    status: fields,
    type,
    reportType: 'feedback-report',
  });

/** A complaint whose copy of the email has only these fields, as feedback loops redact it (RFC 6590). */
export const redacted = (fields: string): Buffer =>
  report({
    from: 'staff@hotmail.com',
    subject: 'complaint about message from 192.0.2.9',
    text: 'This is an email abuse report.',
    status: 'Feedback-Type: abuse\nUser-Agent: JMRP\nVersion: 1.0\n',
    type: 'message/feedback-report',
    reportType: 'feedback-report',
    original: `Content-Type: message/rfc822\n\n${fields}\n\nHello.\n`,
  });

/**
 * Outlook.com's complaints before they were reports: the email is attached, and a field of it contains its recipient.
 */
export const junkReport = (fields: string): Buffer =>
  crlf(`From: staff@hotmail.com
To: loop@shop.example
Subject: complaint about message from 192.0.2.9
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="=_j"

--=_j
Content-Type: message/rfc822
Content-Disposition: inline

X-HmXmrOriginalRecipient: <ann@example.org>
From: news@shop.example
Subject: News
${fields}

Hello.
--=_j--
`);
