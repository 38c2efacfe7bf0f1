import { ProblemsInTexts, compileSource, sentContent } from '@carillon/content';
import { type Attachment, contentOf } from '@carillon/contracts';
import { describeWithDkimpy, verifyDkim } from '@carillon/testing';
import { seededBelow } from '@carillon/testing/random';
import { composeMail, composeSignedMail } from '../src/mime/compose-mail';
import type { CampaignMail } from '../src/mime/personal-mail';
import type { Sender } from '../src/mime/sender';
import { signerOf } from '../src/mime/sign-mail';
import { aSender, at, campaignId, content, linkFor } from './composing';
import { signingKey, signingSender } from './signing';

type Key = Awaited<ReturnType<typeof signingKey>>;

/** What is signed. */
interface Written {
  campaign?: CampaignMail;
  sender?: Sender;
  name?: string;
  to?: string;
}

const texts = [
  'Hello',
  'Grüße aus Köln  und   anderswo',
  'Žluťoučký kůň úpěl ďábelské ódy',
  '你好，世界。这是一封很长的电子邮件',
  'مرحبا بالعالم',
  'नमस्ते दुनिया',
  '🔔 Sale 🎉🎉 now',
  '.',
  '..dots\n.\n...',
  'trailing spaces   \nand tabs\t\t\n',
  'x'.repeat(2_000),
  '=20 and =?UTF-8?B?4piD?= encoded',
  '',
  '\n\n\n',
  '   ',
];

const attachment = (token: string, name: string): Attachment => ({
  ...{ id: token, token, name, type: 'application/octet-stream', bytes: 500 },
});
const files = {
  a: Buffer.alloc(50_000, '.\r\n.. ').toString('base64'),
  b: Buffer.from([0, 13, 10, 46, 32, 32]).toString('base64'),
};

/** Emails of many kinds. Each has its own parts, drawn with a seed. */
function* campaigns(count: number): Generator<{ campaign: CampaignMail; name: string; sender: Sender }> {
  const below = seededBelow(6376);
  const one = (): string => texts[below(texts.length)] ?? '';
  for (let n = 0; n < count; n++) {
    const html = `<p>${one()}</p>${n % 3 === 0 ? '<pre>\n\n \n</pre>' : ''}<p>{{name}}</p>${one()}${'\n'.repeat(below(4))}`;
    const subject = `${one()} ${'long '.repeat(below(40))}{{name}}`.replace(/^[\s.]*$/, 'Hello');
    const sender = aSender({
      ...{
        name: one().trim(),
        address: 'news@shop.example',
        replyTo: n % 2 === 0 ? 'ask@shop.example' : undefined,
      },
      ...(n % 5 === 0 && { feedbackProvider: 'SENDGRID' as const }),
    });
    const campaign: CampaignMail =
      n % 4 === 3
        ? liquid(
            `{% for i in (1..3) %}<p>{{ i }}  {{ name }}</p>{% endfor %}${html}`,
            `${subject} {{ name | upcase }}`,
          )
        : { ...content({ subject, emailBody: html, watermark: n % 2 === 0 }), files };
    const attachments = [attachment('a', 'Menü.pdf'), attachment('b', 'b.bin')].slice(0, below(3));
    yield {
      campaign: { ...campaign, content: { ...campaign.content, attachments }, files },
      ...{ name: one(), sender },
    };
  }
}

function liquid(html: string, subject: string): CampaignMail {
  const email = compileSource({ html, preheader: null, texts: [] });
  if (email === null || email instanceof ProblemsInTexts) throw new Error('The template is not valid');
  const written = contentOf({ engine: 'liquid', subject, bodies: { EMAIL: html } });
  return { campaignId, content: sentContent({ name: 'x', content: written }), email, watermark: false };
}

describeWithDkimpy('signed emails', () => {
  let rsa: Key;
  let ed25519: Key;
  beforeAll(async () => {
    rsa = await signingKey('RSA_2048');
    ed25519 = await signingKey('ED25519');
  });

  const signedBy = async (
    keys: Key[],
    {
      campaign = { ...content(), files: {} },
      sender = aSender(),
      name = 'Ann',
      to = 'ann@example.org',
    }: Written = {},
  ): Promise<Buffer> => {
    const signer = signerOf(signingSender(keys.map(({ key }) => key)), sender);
    if (!signer) throw new Error('There is no key');
    const compose = composeSignedMail(campaign, sender, linkFor, null, signer);
    const mail = await compose({ address: to, variables: { name } }, at);
    if (typeof mail === 'string') throw new Error(mail);
    expect(mail.envelope.size).toBe(mail.content.message.length);
    return Buffer.from(mail.content.message, 'latin1');
  };
  const verify = (mails: Buffer[]) => verifyDkim(mails, { ...rsa.records, ...ed25519.records });

  it('pass with both keys, whatever they contain', async () => {
    const mails: Buffer[] = [];
    for (const each of campaigns(240)) {
      const to = mails.length % 7 === 0 ? 'jürgen@example.org' : 'ann@example.org';
      mails.push(await signedBy([rsa, ed25519], { ...each, to }));
    }
    expect(new Set(mails.map(String)).size).toBe(240);
    const results = await verify(mails);
    expect(results.filter((each) => String(each) !== 'true,true')).toEqual([]);
    expect(results).toHaveLength(240);
  }, 120_000);

  it('differ from unsigned emails only by the signatures', async () => {
    for (const { campaign, sender, name } of campaigns(20)) {
      const unsigned = composeMail(
        campaign,
        sender,
        linkFor,
      )({ address: 'ann@example.org', variables: { name } }, at);
      if (typeof unsigned === 'string') throw new Error(unsigned);
      const signed = (await signedBy([rsa, ed25519], { campaign, sender, name })).toString('latin1');
      const without = signed.replace(/^DKIM-Signature:.*\r\n(?:[ \t].*\r\n)*/gm, '');
      const anyBoundary = (mail: string): string => mail.replace(/=_[\w-]{24}/g, '=_boundary');
      expect(anyBoundary(without)).toBe(anyBoundary(unsigned.content.message));
      for (const line of signed.slice(0, signed.indexOf('\r\n\r\n')).split('\r\n'))
        if (!line.startsWith('List-Unsubscribe:')) expect(line.length).toBeLessThanOrEqual(78);
    }
  });

  it.each<[string, (mail: string) => string]>([
    ['a list added a footer', (mail) => `${mail}-- \r\nTo leave this list, write to us.\r\n`],
    ['a list changed the subject', (mail) => mail.replace('Subject: ', 'Subject: [List] ')],
    ...['From', 'To', 'Subject', 'Date', 'Reply-To', 'Cc'].map((name): [string, (mail: string) => string] => [
      `another ${name} was added`,
      (mail) => `${name}: other@example.com\r\n${mail}`,
    ]),
    ['the unsubscribe link was changed', (mail) => mail.replace('https://carillon', 'https://evil')],
    ['one-click unsubscription was removed', (mail) => mail.replace(/List-Unsubscribe-Post:.*\r\n/, '')],
    ['the type was changed', (mail) => mail.replace('multipart/alternative', 'multipart/mixed')],
    ['a letter was changed', (mail) => mail.replace('<p>Hello</p>', '<p>Jello</p>')],
  ])('fail if %s', async (_, change) => {
    const mail = (await signedBy([rsa, ed25519])).toString('latin1');
    const changed = change(mail);
    expect(changed).not.toBe(mail);
    expect(await verify([Buffer.from(changed, 'latin1')])).toEqual([[false, false]]);
  });

  it.each<[string, (mail: string) => string]>([
    ['a relay adds its fields', (mail) => `Received: from a by b;\r\n Sat, 21 Nov 2026\r\n${mail}`],
    [
      'a relay folds a field differently',
      (mail) => mail.replace('From: ', 'FROM:   ').replace('MIME-Version: 1.0', 'MIME-Version:\r\n 1.0'),
    ],
    ['a relay adds empty lines', (mail) => `${mail}\r\n\r\n`],
    ['a relay adds spaces at the ends of lines', (mail) => mail.replace(/--\r\n$/, '-- \t\r\n')],
  ])('pass if %s', async (_, change) => {
    const mail = (await signedBy([rsa, ed25519])).toString('latin1');
    const changed = change(mail);
    expect(changed).not.toBe(mail);
    expect(await verify([Buffer.from(changed, 'latin1')])).toEqual([[true, true]]);
  });

  it('have a signature of each key', async () => {
    const results = await verify([
      await signedBy([rsa]),
      await signedBy([ed25519]),
      await signedBy([rsa, ed25519]),
    ]);
    expect(results).toEqual([[true], [true], [true, true]]);
  });

  it('pass if SES replaces the date and the message ID', async () => {
    const sender = aSender({ feedbackProvider: 'SES' });
    const mail = (await signedBy([rsa, ed25519], { sender })).toString('latin1');
    const changed = mail
      .replace(/^Date: .*$/m, 'Date: Sun, 22 Nov 2026 10:14:03 +0000')
      .replace(/^Message-ID: .*$/m, 'Message-ID: <x@amazonses.com>');
    expect(await verify([Buffer.from(changed, 'latin1')])).toEqual([[true, true]]);
  });
});
