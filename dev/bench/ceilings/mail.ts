import { compileEmail, plainTextOf } from '@carillon/content';
import { contentOf } from '@carillon/contracts';
import type { Mail } from '@carillon/smtp';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { type ComposeMail, composeMail } from '../../../apps/email-worker/src/mime/compose-mail';
import { BODY } from '../body';

const FROM = 'hello@carillon.example';
const content = {
  campaignId: '0123456789abcdef01234567',
  content: contentOf({ subject: 'Bench' }),
  email: compileEmail(BODY),
  watermark: true,
};
const ids = { userId: content.campaignId, campaignId: content.campaignId };
const tokenFor = new UnsubscribeTokens(parseKeyRing(`k1:${Buffer.alloc(32).toString('base64')}`)).maker(ids);
const linkFor = (address: string): string => `https://carillon.example/u/${tokenFor(address)}`;
const sender = {
  userId: '0123456789abcdef01234567',
  address: FROM,
  domain: 'carillon.example',
  name: 'Bench',
  replyTo: undefined,
  bounceAddress: FROM,
  bounceDomain: undefined,
  feedbackProvider: undefined,
  postalAddress: 'Carillon, 1 Bell Tower Lane, Example Town',
  footerLanguage: undefined,
};

/** The email that a campaign sends, so that every sender transfers the same bytes. */
const compose: ComposeMail = composeMail(content, sender, linkFor);

export function mailFor(n: number): Mail {
  const mail = compose({ address: addressOf(n), variables: { name: 'Ada' } }, new Date());
  if (typeof mail === 'string') throw new Error(`The mail cannot be composed: ${mail}`);
  return mail;
}

/** The same mail as a nodemailer message. */
export function prebuiltFor(n: number) {
  const { envelope, content } = mailFor(n);
  const raw = Buffer.from(content.message, 'latin1');
  return { envelope: { ...envelope, to: [envelope.to] }, raw };
}

/** The same mail, composed by nodemailer. */
export function messageFor(n: number) {
  const fill = (text: string): string => text.replace(/\{\{[^}]*\}\}/, 'Ada');
  return {
    from: { name: 'Bench', address: FROM },
    to: addressOf(n),
    content: contentOf({ subject: 'Bench' }),
    html: fill(BODY),
    text: fill(plainText),
  };
}

const plainText = plainTextOf(BODY);

function addressOf(n: number): string {
  return `person.${n}@example.com`;
}
