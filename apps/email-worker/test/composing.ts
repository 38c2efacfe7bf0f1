import { compileEmail } from '@carillon/content';
import { type ContentChanges, contentOf } from '@carillon/contracts';
import { simpleParser } from 'mailparser';
import type { ComposeMail } from '../src/mime/compose-mail';
import type { Sender } from '../src/mime/sender';

export const campaignId = '64b7c0ffee64b7c0ffee0001';
export const at = new Date('2026-11-21T10:14:03.000Z');

/** A link with the length of a real link. */
export const LINK = `https://carillon.example.com/u/${'Ab-_'.repeat(25)}`;
export const linkFor = (): string => LINK;

export const aSender = (changes: Partial<Sender> = {}): Sender => ({
  userId: '64b7c0ffee64b7c0ffee0002',
  address: 'news@shop.example',
  domain: 'shop.example',
  name: 'The Shop',
  replyTo: undefined,
  bounceAddress: 'news@shop.example',
  bounceDomain: undefined,
  feedbackProvider: undefined,
  postalAddress: undefined,
  footerLanguage: undefined,
  ...changes,
});

export const content = ({
  emailBody = '<p>Hello</p>',
  watermark = false,
  ...changes
}: ContentChanges & { subject?: string; emailBody?: string; watermark?: boolean } = {}) => ({
  campaignId,
  content: contentOf({ subject: 'Hello', ...changes }),
  email: compileEmail(emailBody, changes.preheader ?? null),
  watermark,
});

/** The message without the dots that SMTP adds. */
export function raw(
  compose: ComposeMail,
  variables: Record<string, unknown> = {},
  address = 'ann@example.org',
): Buffer {
  const mail = compose({ address, variables }, at);
  if (typeof mail === 'string') throw new Error(`No mail: ${mail}`);
  return Buffer.from(mail.content.message, 'latin1');
}

/** The email in the form that a reader sees, parsed by mailparser. */
export async function read(mail: Buffer) {
  const { subject, html, text, headers, from, to, attachments } = await simpleParser(mail, {
    skipTextLinks: true,
  });
  return { subject, html: html === false ? '' : html, text: text ?? '', headers, from, to, attachments };
}
