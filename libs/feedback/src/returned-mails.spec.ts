import { type AddressReturned, type DeliveryReturned, deliveryId } from '@carillon/contracts';
import { BounceAddresses, LinkTokens, UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { junkReport, letter, postfix, redacted, report } from '../test/corpus';
import { ReturnedMails } from './returned-mails';

const keys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const ring = parseKeyRing(keys);
const addresses = new BounceAddresses(ring);
const of = (position: number): string => deliveryId('65e1c0000000000000000001-0000001024', position);
const pathOf = (position: number): string => `${addresses.localPart(of(position)) ?? ''}@bounces.example`;
const messageIdOf = (position: number): string => `${addresses.token(of(position)) ?? ''}@shop.example`;
const forged = (position: number): string =>
  pathOf(position).replace(/\.[0-9a-v]{16}@/, '.0000000000000000@');

const campaign = { userId: '65e1c0000000000000000009', campaignId: '65e1c0000000000000000001' };

const now = new Date('2026-11-24T10:00:00Z');
const KEPT = 256 * 1024;
const filled = (text: string): string => text.repeat(Math.ceil(KEPT / text.length)).slice(0, KEPT);

async function take(
  mail: Buffer,
  recipients: string[] = [],
  sender: string | null = null,
): Promise<[string, ...string[]]> {
  const { kind, deliveries } = await takeAll(mail, recipients, sender);
  return [kind, ...deliveries.map(({ deliveryId }) => deliveryId)];
}

async function takeAll(mail: Buffer, recipients: string[] = [], sender: string | null = null) {
  const [deliveries, people]: [DeliveryReturned[], AddressReturned[]] = [[], []];
  const mails = new ReturnedMails(ring, {
    delivery: (returned) => Promise.resolve(void deliveries.push(returned)),
    address: (returned) => Promise.resolve(void people.push(returned)),
  });
  const { kind } = await mails.take({ recipients, sender, mail, at: now });
  for (const { at } of [...deliveries, ...people]) expect(at).toBe(now.toISOString());
  return { kind, deliveries, people };
}
const bounce = (fields: string): Buffer =>
  Buffer.concat([Buffer.from(fields), postfix({ diagnostic: 'smtp; 550 5.1.1 User unknown' })]);

describe('the delivery of a returned email', () => {
  it.each([
    ['Delivered-To', `Delivered-To: ${pathOf(1)}\r\n`],
    ['the second Delivered-To', `Delivered-To: returns@shop.example\r\nDelivered-To: ${pathOf(1)}\r\n`],
    ['X-Original-To in capital letters', `X-Original-To: ${pathOf(1).toUpperCase()}\r\n`],
    ['a folded field', `Delivered-To:\r\n ${pathOf(1)}\r\n`],
    ['an address that a forwarder rewrote', `Envelope-To: SRS0=ab=cd=shop.example=${pathOf(1)}\r\n`],
  ])('is in %s', async (_, fields) => {
    expect(await take(bounce(fields))).toEqual(['bounced', of(1)]);
  });

  it('is that of the envelope, regardless of the content of the email', async () => {
    expect(await take(bounce(`Delivered-To: ${pathOf(2)}\r\n`), [pathOf(1)])).toEqual(['bounced', of(1)]);
    expect(await take(bounce(''), [pathOf(1), pathOf(1).toUpperCase(), forged(2)])).toEqual([
      'bounced',
      of(1),
    ]);
  });

  it('is only the first delivery that an email names', async () => {
    expect(await take(bounce(`Delivered-To: ${pathOf(1)}\r\nTo: ${pathOf(2)}\r\n`))).toEqual([
      'bounced',
      of(1),
    ]);
  });

  it('is found before any number of forged ones after it', async () => {
    const tokens = Array.from({ length: 1_000 }, (_, n) => forged(n)).join('\n');
    const flood = report({
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Undelivered',
      text: tokens,
      status: 'Action: failed\nStatus: 5.1.1\n',
    });
    const found = Buffer.concat([Buffer.from(`Delivered-To: ${pathOf(1)}\r\n`), flood]);
    expect(await take(found)).toEqual(['bounced', of(1)]);
    expect(await take(flood)).toEqual(['nobodys']);
  });

  it.each([
    ['forged', forged(1)],
    ['with a null byte', pathOf(1).replace('-', '\0-')],
    ['with letters that look alike', pathOf(1).replace('bounce', 'b\u043eunce')],
    ['of no domain', pathOf(1).replace(/@.*/, '')],
  ])('is not identified by an address that is %s', async (_, address) => {
    expect(await take(bounce(`Delivered-To: ${address}\r\n`))).toEqual(['nobodys']);
  });

  it.each([
    ['a Message-ID', `Message-ID: <${messageIdOf(1)}>`],
    ['a return path', `Return-Path: <${pathOf(1)}>`],
    ['the field of a provider', `X-Carillon-Delivery: ${addresses.token(of(1)) ?? ''}`],
    [
      'a counted link',
      `https://shop.example/c/${new LinkTokens(ring).maker(campaign.campaignId, 1).of(of(1))?.(0) ?? ''}`,
    ],
  ])('is found in a complaint whose copy of the email has only %s', async (_, line) => {
    const { kind, deliveries, people } = await takeAll(redacted(line));
    expect([kind, deliveries.map(({ deliveryId }) => deliveryId), people]).toEqual([
      'complained',
      [of(1)],
      [],
    ]);
  });

  it('is not affected by a letter that quotes it', async () => {
    const quoted = letter('ann@example.org', 'Re: News', `You wrote\n> Message-ID: <${messageIdOf(1)}>`);
    expect(await take(quoted)).toEqual(['other']);
  });
});

const head =
  'From: MAILER-DAEMON@mx.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; boundary=b\r\n';
const hostile: [string, string | Buffer][] = [
  ['null bytes', Buffer.alloc(KEPT)],
  ['octets of no encoding', Buffer.alloc(KEPT, 0xff)],
  ['nothing', ''],
  ['header fields without end', filled('X-A: b\r\n')],
  ['one endless field', `X-A: ${filled('a')}`],
  ['a field folded without end', `To: a${filled('\r\n ')}`],
  ['brackets without end', `To: ${filled('(')}`],
  ['encoded words without end', `Subject: ${filled('=?utf-8?q?=00?= ')}`],
  ['parameters without end', `Content-Type: multipart/report; ${filled("boundary*1*=utf-8''%00;")}`],
  ['parts in parts', `${head}\r\n${filled('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n')}`],
  ['emails in emails', `${head}\r\n${filled('--b\r\nContent-Type: message/rfc822\r\n\r\n')}`],
  ['a charset that there is not', `Content-Type: text/plain; charset="no\0such"\r\n\r\n${filled('x')}`],
  [
    'empty lines without end',
    `${head}\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${filled('\n')}`,
  ],
];

describe('a hostile mail', () => {
  it.each(hostile)('reports nothing: %s', async (_, mail) => {
    expect(await take(Buffer.from(mail), [pathOf(1)])).toEqual(['other']);
  });

  it('is read up to the maximum size of a report', async () => {
    const after = (lines: number): Buffer =>
      Buffer.from(
        `${head}\r\n--b\r\n\r\n${'\r\n'.repeat(lines)}--b\r\nContent-Type: message/delivery-status\r\n\r\n` +
          'Action: failed\r\nStatus: 5.1.1\r\n--b--\r\n',
      );
    expect(await take(after(4_000), [pathOf(1)])).toEqual(['bounced', of(1)]);
    expect(await take(after(5_000), [pathOf(1)])).toEqual(['other']);
  });

  it('counts at most a hundred recipients', async () => {
    const one = 'Final-Recipient: rfc822; a@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n';
    const last = 'Final-Recipient: rfc822; b@example.org\r\nAction: delivered\r\nStatus: 2.0.0\r\n\r\n';
    const start = `${head}\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n`;
    expect(await take(Buffer.from(start + one.repeat(99) + last), [pathOf(1)])).toEqual(['delivered']);
    expect(await take(Buffer.from(start + one.repeat(500) + last), [pathOf(1)])).toEqual(['bounced', of(1)]);
  });
});

/** The email that remains after a feedback loop has redacted the recipient. */
const left = new UnsubscribeTokens(ring).maker(campaign)('ann@example.org');
const list = `List-Unsubscribe: <https://shop.example/u/${left}>`;
const inQuotedPrintable = `<a href=3D"https://shop.example/u/${left.slice(0, 50)}=\n${left.slice(50)}">`;

describe('the recipient of a complaint', () => {
  it.each([
    ['a report whose copy has its List-Unsubscribe field', redacted(list)],
    ['a redacted report', redacted(`To: [redacted]\n${list}`)],
    ['a report whose copy has the link in its body', redacted(`Subject: News\n\n${inQuotedPrintable}`)],
    ['Outlook.com, before it had reports', junkReport(list)],
  ])('is identified by the unsubscribe link in %s', async (_, mail) => {
    const { kind, deliveries, people } = await takeAll(mail, ['loop@shop.example'], 'staff@hotmail.com');
    expect([kind, deliveries]).toEqual(['complained', []]);
    expect(people).toMatchObject([
      { ...campaign, address: 'ann@example.org', channel: 'EMAIL', cause: 'COMPLAINED' },
    ]);
  });

  it('is not identified if a bounce contains the link, which does not identify a delivery', async () => {
    expect(await takeAll(bounce(`${list}\r\n`))).toMatchObject({ kind: 'nobodys', people: [] });
  });

  it('is not identified by an unsigned link', async () => {
    const forgedLink = `List-Unsubscribe: <https://shop.example/u/${'A'.repeat(left.length)}>`;
    expect(await takeAll(redacted(forgedLink))).toMatchObject({ kind: 'nobodys', people: [] });
  });
});
