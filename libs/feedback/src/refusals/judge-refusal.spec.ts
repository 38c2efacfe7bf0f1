import { judgeBounce } from './judge-reply';
import { judgeRefusal } from './judge-refusal';
import { codeRows, consequences, textRows } from './refusal-table';

/** Replies as servers write them, grouped by class and reason. */
const table: readonly [status: string | null, text: string, meaning: string][] = [
  // Servers use one code for everything. The text has the meaning.
  [
    '5.1.90',
    "smtp; 550 5.1.90 Your message can't be sent because you've reached your daily limit",
    'rate or reputation: RATE_LIMITED',
  ],
  [
    '5.1.1',
    'smtp; 550 5.1.1 <ann@example.org> 192.0.2.9 has sent to too many recipients this hour. IB607',
    'rate or reputation: RATE_LIMITED',
  ],
  [
    '5.2.1',
    'smtp; 550-5.2.1 The user you are trying to contact is receiving mail too quickly.',
    'rate or reputation: RATE_LIMITED',
  ],
  ['5.2.122', '', 'rate or reputation: RATE_LIMITED'],
  ['5.2.121', '', 'rate or reputation: RATE_LIMITED'],
  ['5.0.0', 'smtp; 550 Domain frequency limited', 'rate or reputation: RATE_LIMITED'],
  [
    '5.1.0',
    'smtp; 550 5.1.0 <news@shop.example> sender rejected. AUP#CDRBL',
    'rate or reputation: SENDER_BLOCKED',
  ],
  ['5.1.3', 'smtp; 553 http://www.spamhaus.org/query/bl?ip=192.0.2.9', 'rate or reputation: SENDER_BLOCKED'],
  [
    '5.5.0',
    'smtp; 550 5.5.0 Adresse IP source bloquee pour incident de spam. OFR006_102',
    'rate or reputation: SENDER_BLOCKED',
  ],
  // https://github.com/ActiveCampaign/smtp-field-manual/issues/11
  ['5.0.0', 'smtp; 550 ip in prison', 'rate or reputation: SENDER_BLOCKED'],
  ['5.1.1', 'smtp; 550 5.7.1 Message refused', 'policy or content: CONTENT_REFUSED'],
  ['5.1.1', 'smtp; 550 5.1.1 SPF check failed for shop.example', 'policy or content: POLICY_REFUSED'],
  ['5.1.8', 'smtp; 550 5.1.8 Access denied, bad outbound sender', 'policy or content: SENDER_REFUSED'],
  [
    '5.1.0',
    'smtp; 550 5.1.0 Sender address rejected: User unknown in local table',
    'policy or content: SENDER_REFUSED',
  ],
  [
    '5.1.1',
    'smtp; 550 5.1.1 User unknown (in reply to MAIL FROM command)',
    'policy or content: SENDER_REFUSED',
  ],
  ['5.0.0', 'smtp; 550 Message contains a virus', 'policy or content: CONTENT_REFUSED'],
  [
    '5.1.1',
    'smtp; 550 5.1.1 <ann@example.org>: message size exceeds the limit',
    'policy or content: MESSAGE_TOO_BIG',
  ],
  ['5.1.1', 'smtp; 552 5.1.1 <ann@example.org> over quota', 'mailbox full: MAILBOX_FULL'],
  ['5.1.0', "smtp; 550 5.1.0 '5.2.2 Mailbox Full'", 'mailbox full: MAILBOX_FULL'],
  ['5.5.0', 'smtp; 550 5.5.0 Boîte du destinataire pleine', 'mailbox full: MAILBOX_FULL'],
  ['5.0.0', 'smtp; 550 Das Postfach ist voll', 'mailbox full: MAILBOX_FULL'],
  // The mailbox doesn't exist, regardless of the code.
  ['5.7.1', 'smtp; 550 5.7.1 No such user here', 'no such address: NO_SUCH_ADDRESS'],
  ['5.0.0', 'smtp; 550 #5.1.0 Address rejected.', 'no such address: NO_SUCH_ADDRESS'],
  ['5.0.0', 'smtp; 550 Unbekannter Empfänger', 'no such address: NO_SUCH_ADDRESS'],
  ['5.0.0', 'smtp; 550 Destinataire inconnu', 'no such address: NO_SUCH_ADDRESS'],
  ['5.0.0', 'smtp; 550 El usuario no existe', 'no such address: NO_SUCH_ADDRESS'],
  ['5.0.0', 'smtp; 550 Nessun utente simile in questo indirizzo', 'no such address: NO_SUCH_ADDRESS'],
  ['5.0.0', 'smtp; 550 Użytkownik nie istnieje', 'no such address: NO_SUCH_ADDRESS'],
  ['5.0.0', 'smtp; 550 Пользователь не найден', 'no such address: NO_SUCH_ADDRESS'],
  ['5.0.0', 'smtp; 550 邮箱不存在', 'no such address: NO_SUCH_ADDRESS'],
  ['5.1.1', '', 'no such address: NO_SUCH_ADDRESS'],
  ['5.1.2', 'smtp; 550 5.1.2 Host unknown', 'no such address: NO_SUCH_DOMAIN'],
  ['5.1.3', '', 'no such address: INVALID_ADDRESS'],
  ['5.1.10', '', 'no such address: DOMAIN_TAKES_NO_MAIL'],
  ['5.0.0', 'smtp; 554 30 Sorry, this mailbox is disabled', 'disabled or moved: MAILBOX_DISABLED'],
  ['5.1.6', '', 'disabled or moved: MAILBOX_MOVED'],
  // Names of people and hosts are not reasons.
  [
    '5.1.1',
    'smtp; 550 5.1.1 <spam-policy@blocked.example>: User unknown in spam.example',
    'no such address: NO_SUCH_ADDRESS',
  ],
  // Undecided cases.
  ['5.4.4', 'X-Postfix; Host or domain name not found', 'unknown: NO_SUCH_DOMAIN'],
  ['5.4.1', 'smtp; 550 5.4.1 Recipient address rejected: Access denied', 'unknown: NO_SUCH_ADDRESS'],
  ['5.2.1', 'smtp; 550 5.2.1 This account has been temporarily suspended', 'unknown: MAILBOX_DISABLED'],
  ['5.1.77', '', 'unknown: REFUSED'],
  ['5.0.0', 'smtp; 550 Requested action not taken: mailbox unavailable', 'unknown: REFUSED'],
  ['4.1.1', 'smtp; 450 4.1.1 User unknown in local recipient table', 'unknown: NO_SUCH_ADDRESS'],
  ['4.4.7', '', 'temporary: NOT_DELIVERED_IN_TIME'],
  ['5.4.6', 'smtp; 554 5.4.6 Too many hops', 'temporary: UNROUTABLE'],
  ['4.7.1', 'smtp; 451 4.7.1 Greylisted, try again later', 'policy or content: POLICY_REFUSED'],
];

describe('a refusal', () => {
  it.each(table)('with %s and "%s" concerns %s', (status, text, meaning) => {
    const judged = judgeBounce(status, text);
    expect(`${judged.class}: ${judged.reason}`).toBe(meaning);
    expect(judged.consequence).toBe(consequences[judged.class]);
  });

  it.each([
    ['without anything', { text: '', enhanced: null }],
    ['with a success', { text: '', enhanced: null, stated: '2.0.0' }],
    ['with a code of no class', { text: '', enhanced: '5.99.99' }],
  ])('%s is unknown', (_, refusal) => {
    expect(judgeRefusal(refusal)).toMatchObject({
      class: 'unknown',
      reason: 'REFUSED',
      consequence: 'DOUBT',
    });
  });

  it('is judged quickly, regardless of the length of its text', () => {
    const hostile = ['user ', 'mailbox <', 'a.', '550 5.1.1 ', 'the message is ', 'not '].map((piece) =>
      piece.repeat(20_000),
    );
    for (const text of hostile) expect(judgeRefusal({ text, enhanced: null }).class).toBeDefined();
  });

  it('suppresses at once only if the mailbox does not exist', () => {
    const suppressing = Object.entries(consequences).filter(([, consequence]) => consequence === 'SUPPRESS');
    expect(suppressing.map(([of]) => of)).toEqual(['no such address', 'disabled or moved']);
  });

  it('is judged by rows that are all reachable', () => {
    expect(new Set(textRows.map(({ text }) => text.source)).size).toBe(textRows.length);
    const hidden = codeRows.filter(({ code }, at) =>
      codeRows.slice(0, at).some((before) => code === before.code || code.startsWith(`${before.code}.`)),
    );
    expect(hidden).toEqual([]);
  });
});
