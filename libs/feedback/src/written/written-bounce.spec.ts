import { type WrittenMail, kindOf, meaningOf } from './written-bounce';

const mail = (more: Partial<WrittenMail>): WrittenMail => ({
  from: 'MAILER-DAEMON@mx.example',
  subject: '',
  text: '',
  sender: null,
  failedRecipients: '',
  isMarkedReply: false,
  hasOriginal: false,
  ...more,
});

/** Sender, subject, and text. */
const bounces: readonly [product: string, from: string, subject: string, text: string][] = [
  [
    'MDaemon',
    'MDaemon@mx.example',
    'Permanent Delivery Failure',
    'The attached message had PERMANENT fatal delivery errors!',
  ],
  [
    'SmarterMail',
    'System Administrator <system@mx.example>',
    'Delivery Failure',
    'Could not deliver message to the following recipient(s):',
  ],
  [
    'KDDI',
    'no-reply@x0.dion.example',
    'メールエラー通知',
    '送信先のメールボックスが一杯のため、送信できませんでした。',
  ],
  ['InterScan', 'imss@mx.example', 'Mail could not be delivered', 'Received >>> 550 5.1.1 unknown user.'],
  [
    'MIMEsweeper',
    'MIMEsweeper <postmaster@mx.example>',
    'Message undeliverable',
    'Your message has not been delivered.',
  ],
  [
    'Yahoo',
    'MAILER-DAEMON@yahoo.example',
    'failure delivery',
    'Unable to deliver message to the following address(es).',
  ],
  [
    'Domino',
    'Postmaster@mx.example',
    'DELIVERY FAILURE: User ann not listed',
    'was not delivered to: ann@example.org',
  ],
  [
    'GroupWise',
    'GroupWise <mailer@mx.example>',
    'Message status - undeliverable',
    'The message could not be delivered.',
  ],
  ['IMail', 'Postmaster <postmaster@mx.example>', 'Undeliverable Mail', 'Unknown user: ann@example.org'],
  [
    'qmail',
    'MAILER-DAEMON@mx.example',
    'failure notice',
    'Hi. This is the qmail-send program at mx.example.',
  ],
  [
    'a gateway of SMS',
    'post_master@mx.example',
    'Re:News',
    '550 - Requested action not taken: no such user here',
  ],
  ['nobody', '<>', 'failure notice', '550 ann@example.org... No such user'],
  [
    'German',
    'postmaster@mx.example',
    'Unzustellbar: News',
    'Fehler bei der Nachrichtenzustellung an folgende Empfänger',
  ],
  ['French', 'postmaster@mx.example', 'Non remis : News', 'Échec de la remise pour ces destinataires'],
  ['Spanish', 'postmaster@mx.example', 'No se puede entregar: News', 'No se pudo realizar la entrega'],
  [
    'Italian',
    'postmaster@mx.example',
    'Recapito non riuscito: News',
    'Recapito non riuscito per i destinatari',
  ],
  ['Dutch', 'postmaster@mx.example', 'Onbestelbaar: News', 'Het bezorgen is mislukt'],
  ['Polish', 'postmaster@mx.example', 'Niedostarczalne: News', 'Dostarczenie do adresatów nie powiodło się'],
  ['Portuguese', 'postmaster@mx.example', 'Não foi possível entregar: News', 'Falha na entrega'],
  ['Swedish', 'postmaster@mx.example', 'Gick inte att leverera: News', 'Leveransen misslyckades'],
  ['Danish', 'postmaster@mx.example', 'Kan ikke leveres: News', 'Levering mislykkedes'],
  ['Norwegian', 'postmaster@mx.example', 'Kan ikke leveres: News', 'Leveringen mislyktes'],
  ['Finnish', 'postmaster@mx.example', 'Ei voi toimittaa: News', 'Toimitus epäonnistui'],
  ['Czech', 'postmaster@mx.example', 'Nedoručitelné: News', 'Doručení se nezdařilo'],
  ['Hungarian', 'postmaster@mx.example', 'Kézbesíthetetlen: News', 'A kézbesítés sikertelen'],
  ['Turkish', 'postmaster@mx.example', 'Teslim edilemedi: News', 'Teslim başarısız'],
  ['Russian', 'postmaster@mx.example', 'Не удалось доставить: News', 'Сообщение не доставлено'],
  ['Japanese', 'postmaster@mx.example', '配信不能: News', '配信に失敗しました'],
  ['Chinese', 'postmaster@mx.example', '未送达: News', '邮件无法送达'],
  ['Korean', 'postmaster@mx.example', '배달되지 않음: News', '배달할 수 없습니다'],
];

describe('an email without a report', () => {
  it.each(bounces)('is a bounce: %s', (_, from, subject, text) => {
    expect(kindOf(mail({ from, subject, text }))).toBe('bounced');
    // The mark of an automatic reply doesn't turn a mail server's bounce into an absence notice.
    if (!from.startsWith('no-reply') && !from.startsWith('imss'))
      expect(kindOf(mail({ from, subject, text, isMarkedReply: true }))).toBe('bounced');
  });

  it.each<[string, Partial<WrittenMail>, string]>([
    [
      'a letter that asks about a bounce',
      { from: 'Ann <ann@example.org>', subject: 'Re: News', text: 'Bob says: user unknown. Why?' },
      'other',
    ],
    [
      'a forwarded bounce',
      {
        from: 'Ann <ann@example.org>',
        subject: 'Fwd: Undelivered Mail',
        text: 'What is this?\n\n<bob@example.org>: host said: 550 5.1.1 User unknown',
        sender: 'ann@example.org',
      },
      'other',
    ],
    [
      'the same, without a sender',
      {
        from: 'Ann <ann@example.org>',
        subject: 'WG: Unzustellbar',
        text: '550 5.1.1 User unknown',
        sender: '',
      },
      'other',
    ],
    [
      'the same, with a subject of its own',
      {
        from: 'Ann <ann@example.org>',
        subject: 'Undelivered Mail',
        text: 'This is the mail system at host mx.example.\n550 5.1.1 User unknown',
        sender: 'ann@example.org',
      },
      'other',
    ],
    [
      'an absence notice that mentions a mailbox',
      {
        from: 'Ann <ann@example.org>',
        subject: 'Automatisch antwoord: News',
        text: 'Mijn mailbox is vol.',
        sender: '',
      },
      'auto-reply',
    ],
    [
      'a reply that quotes a code',
      {
        from: 'Ann <ann@example.org>',
        subject: 'Gone',
        text: 'Ann has left. 550 5.1.1',
        sender: '',
        isMarkedReply: true,
      },
      'auto-reply',
    ],
    [
      'a ticket',
      {
        from: 'support@shop.example',
        subject: '[#123] We received your request',
        text: 'Delivery status of your order: returned.',
        sender: '',
        isMarkedReply: true,
      },
      'auto-reply',
    ],
    [
      'a refusal of a program without a sender',
      { from: 'list@mx.example', subject: 'Rejected', text: '550 5.1.1 User unknown', sender: '' },
      'bounced',
    ],
    [
      'a warning',
      {
        subject: 'Warning: message 1aBcDe delayed 24 hours',
        text: 'A message that you sent has not yet been delivered.',
      },
      'delayed',
    ],
    [
      'a warning of Google',
      {
        failedRecipients: 'ann@example.org',
        subject: 'Delivery Status Notification (Delay)',
        text: 'Delivery is delayed. Gmail will retry for 45 more hours.',
      },
      'delayed',
    ],
    [
      'the end of all retries',
      {
        subject: 'failure notice',
        text: "Delivery was delayed. I'm not going to try again; this message has been in the queue too long.",
      },
      'bounced',
    ],
    [
      'a text that only names the missing recipient',
      { from: '<>', text: "You sent mail to a@b.example. That's not a valid user here." },
      'bounced',
    ],
  ])('is not a bounce: %s', (_, more, kind) => {
    expect(kindOf(mail(more))).toBe(kind);
  });

  it.each([
    [
      'a reply in it',
      'It failed.\n<ann@example.org>: 550-5.1.1 The account\n550 5.1.1 does not exist',
      'NO_SUCH_ADDRESS 550 5.1.1 SUPPRESS',
    ],
    ['a code in brackets', 'Sorry, no mailbox here by that name. (#5.1.1)', 'NO_SUCH_ADDRESS 5.1.1 SUPPRESS'],
    ['its text', 'ann@example.org: the mailbox is full', 'MAILBOX_FULL - COUNT'],
    ['nothing', 'It did not work out.', 'RETURNED - COUNT'],
    [
      'its own text, not the quoted subject',
      'Your message\n  Subject: Your account is closed\nwas returned.',
      'RETURNED - COUNT',
    ],
    [
      'its own text, not the returned email',
      `${'The mail was returned. '.repeat(3)}\n--- Below this line is a copy of the message.\n\nUnknown user`,
      'RETURNED - COUNT',
    ],
  ])('is interpreted by %s', (_, text, expected) => {
    const { reason, code, consequence } = meaningOf(text);
    expect(`${reason} ${code ?? '-'} ${consequence}`).toBe(expected);
  });
});
