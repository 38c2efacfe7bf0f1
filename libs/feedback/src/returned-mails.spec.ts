import { type DeliveryReturned, deliveryId } from '@carillon/contracts';
import { BounceAddresses, parseKeyRing } from '@carillon/vault';
import { letter, postfix, report } from '../test/corpus';
import { ReturnedMails } from './returned-mails';

const keys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const addresses = new BounceAddresses(parseKeyRing(keys));
const of = (position: number): string => deliveryId('65e1c0000000000000000001-0000001024', position);
const pathOf = (position: number): string => `${addresses.localPart(of(position)) ?? ''}@bounces.example`;
const forged = (position: number): string =>
  pathOf(position).replace(/\.[0-9a-v]{16}@/, '.0000000000000000@');

const now = new Date('2026-11-24T10:00:00Z');
const KEPT = 256 * 1024;
const filled = (text: string): string => text.repeat(Math.ceil(KEPT / text.length)).slice(0, KEPT);

async function take(mail: Buffer, recipients: string[] = []): Promise<[string, ...string[]]> {
  const told: DeliveryReturned[] = [];
  const mails = new ReturnedMails(addresses, (word) => Promise.resolve(void told.push(word)));
  const { kind } = await mails.take(recipients, mail, now);
  for (const { at } of told) expect(at).toBe(now.toISOString());
  return [kind, ...told.map((each) => each.deliveryId)];
}
const bounce = (fields: string): Buffer =>
  Buffer.concat([Buffer.from(fields), postfix({ diagnostic: 'smtp; 550 5.1.1 User unknown' })]);

describe('the delivery that a mail is about', () => {
  it.each([
    ['Delivered-To', `Delivered-To: ${pathOf(1)}\r\n`],
    ['the second Delivered-To', `Delivered-To: returns@shop.example\r\nDelivered-To: ${pathOf(1)}\r\n`],
    ['X-Original-To in capital letters', `X-Original-To: ${pathOf(1).toUpperCase()}\r\n`],
    ['a folded field', `Delivered-To:\r\n ${pathOf(1)}\r\n`],
    ['an address that a forwarder wrote anew', `Envelope-To: SRS0=ab=cd=shop.example=${pathOf(1)}\r\n`],
  ])('is in %s', async (_, fields) => {
    expect(await take(bounce(fields))).toEqual(['bounced', of(1)]);
  });

  it('is that of the envelope, whatever the mail mentions', async () => {
    expect(await take(bounce(`Delivered-To: ${pathOf(2)}\r\n`), [pathOf(1)])).toEqual(['bounced', of(1)]);
    expect(await take(bounce(''), [pathOf(1), pathOf(1).toUpperCase(), forged(2)])).toEqual([
      'bounced',
      of(1),
    ]);
  });

  it('is one: who received two mails does not return a third', async () => {
    expect(await take(bounce(`Delivered-To: ${pathOf(1)}\r\nTo: ${pathOf(2)}\r\n`))).toEqual([
      'bounced',
      of(1),
    ]);
  });

  it('is found before any number of forged ones behind it', async () => {
    const words = Array.from({ length: 1_000 }, (_, n) => forged(n)).join('\n');
    const flood = report({
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Undelivered',
      words,
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
  ])('is not known by an address that is %s', async (_, address) => {
    expect(await take(bounce(`Delivered-To: ${address}\r\n`))).toEqual(['nobodys']);
  });

  it('has nothing to fear from a letter of somebody who quotes it', async () => {
    const quoted = letter('ann@example.org', 'Re: News', `You wrote\n> Message-ID: <${pathOf(1)}>`);
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
  ['mails in mails', `${head}\r\n${filled('--b\r\nContent-Type: message/rfc822\r\n\r\n')}`],
  ['a charset that there is not', `Content-Type: text/plain; charset="no\0such"\r\n\r\n${filled('x')}`],
  [
    'empty lines without end',
    `${head}\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${filled('\n')}`,
  ],
];

describe('a mail that means ill', () => {
  it.each(hostile)('says nothing: %s', async (_, mail) => {
    expect(await take(Buffer.from(mail), [pathOf(1)])).toEqual(['other']);
  });

  it('is read as far as reports reach, and no line further', async () => {
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
