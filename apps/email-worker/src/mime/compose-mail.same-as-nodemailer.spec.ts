import { contentOf } from '@carillon/contracts';
import { seededBelow } from '@carillon/testing/random';
import { compileEmail, emailTexts, type TemplatePart } from '@carillon/content';
import { simpleParser } from 'mailparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MailContent } from '@carillon/smtp';
import { aSender, at, campaignId, linkFor, LINK } from '../../test/composing';
import { composeMail } from './compose-mail';
import { messageIdOf } from './personal-mail';

const MAILS = 500;
const footer = { watermark: true, postalAddress: undefined, hasLink: true };
const system = { 'carillon.unsubscribeUrl': LINK };
const sender = aSender({ replyTo: 'help@shop.example' });

const number = seededBelow(1421);
const pick = (from: readonly string[]): string => from[number(from.length)] ?? '';
const many = (most: number, make: () => string): string =>
  Array.from({ length: number(most) + 1 }, make).join('');

/** Cases that affect lines: their beginnings and ends, their length, and their escaping. */
const awkward = [
  '.',
  '..',
  '\n',
  '\n.',
  '\r\n.\r\n',
  ' ',
  '\t',
  ' \n',
  '=',
  '=\n',
  '=20',
  '--',
  'é',
  'Ж',
  '你',
  '🙂',
  '&',
];
const plain = [
  'word ',
  'Viele Grüße ',
  'x'.repeat(74),
  'x'.repeat(75),
  'x'.repeat(76),
  'y'.repeat(200),
  'Новости ',
  '新闻',
];
const placeholders = ['{{a}}', '{{b}}', '{{a|.none}}', '{{c}}'];

const text = (most: number): string => many(most, () => pick([awkward, plain][number(2)] ?? plain));
const body = (): string =>
  `<pre>${many(12, () => [() => text(4), () => pick(placeholders), () => `</pre><p>${text(3)}</p><pre>`][number(3)]?.() ?? '')}</pre>`;
const subject = (): string =>
  `S${many(6, () => pick(['word ', '{{a}} ', 'é', '🙂 ', 'long'.repeat(30), '.']))}`;

const rendered = (parts: readonly TemplatePart[], variables: Record<string, unknown>): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.render(variables, system))).join('');

/** The content of an email, independent of its encoding. */
async function parsed(mail: Buffer) {
  const {
    subject: title,
    html,
    text: shown,
    from,
    to,
    replyTo,
    messageId: id,
    date,
  } = await simpleParser(mail, { skipTextLinks: true });
  const lf = (lines: string | false = '') => (lines === false ? '' : lines).replace(/\r\n?/g, '\n').trimEnd();
  const addresses = [from, to, replyTo].flat().map((field) => field?.text);
  return { title: title?.replace(/\s+/g, ' ').trim(), html: lf(html), text: lf(shown), addresses, id, date };
}

/** Returns the message. All its lines must end with CRLF. */
function bytesOf(content: string): Buffer {
  expect(content.endsWith('\r\n')).toBe(true);
  expect(
    content
      .slice(0, -2)
      .split('\r\n')
      .filter((line) => /[\r\n]/.test(line)),
  ).toEqual([]);
  return Buffer.from(content, 'latin1');
}

describe('composeMail, with 500 generated mails', () => {
  it('composes the same content as nodemailer', async () => {
    for (let n = 0; n < MAILS; n++) {
      const email = compileEmail(body());
      const content = contentOf({ subject: subject() });
      const variables = { a: text(3), b: pick(['', '.', '.\n.', 'Zoë', '\n']), c: text(8) };
      const mail = composeMail(
        { campaignId, content, email, watermark: true },
        sender,
        linkFor,
      )({ address: 'ann@example.org', variables }, at);
      if (typeof mail === 'string') throw new Error(mail);
      const raw = bytesOf(mail.content.message);
      expect(mail.envelope.size).toBe(raw.length);
      expect(mail.content.bytes).toBe(MailContent.of(mail.content.message).bytes);

      const texts = emailTexts({ subject: content.subject, email }, footer);
      const theirs = new MailComposer({
        from: { name: sender.name ?? '', address: sender.address },
        to: 'ann@example.org',
        replyTo: sender.replyTo,
        subject: texts.subject.render(variables),
        messageId: messageIdOf(campaignId, 'ann@example.org', sender.domain),
        date: at,
        text: rendered(texts.text, variables),
        html: rendered(texts.html, variables),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      expect(await parsed(raw)).toEqual(await parsed(await theirs.compile().build()));
    }
  }, 120_000);
});
