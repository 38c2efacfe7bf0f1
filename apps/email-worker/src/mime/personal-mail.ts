import { hash } from 'node:crypto';
import { parseEmail } from '@carillon/address';
import {
  type EmailTexts,
  type SystemValues,
  UNSUBSCRIBE_URL,
  emailTexts,
  languageOf,
} from '@carillon/content';
import {
  type CompiledEmail,
  type Language,
  type LeasedRecipient,
  type PublishedContent,
  type SentContent,
  languages,
} from '@carillon/contracts';
import type { CampaignLinks } from '../unsubscribe/counted-links';
import type { DeliveryNames, LinkFor } from '../unsubscribe/unsubscribe-links';
import type { Sender } from './sender';

/** Why there is no mail for a recipient: these reasons last. */
export type NoMail = 'INVALID_ADDRESS' | 'MESSAGE_TOO_BIG' | 'EMPTY_SUBJECT';

/** What of a campaign becomes mails. */
export type CampaignMail = Pick<PublishedContent, 'campaignId' | 'watermark'> & {
  content: Pick<SentContent, 'subject' | 'fromName' | 'replyTo'>;
  email: CompiledEmail;
};

/** Which delivery a mail is. */
export type SentMail = DeliveryNames & { deliveryId?: string };

/** A header field: its name, and its value in ASCII. */
type Field = readonly [name: string, value: string];

/** The part of a sender that its mails show. */
export type Origin = Pick<Sender, 'userId' | 'domain' | 'postalAddress' | 'footerLanguage'>;

/** One recipient's mail, whichever way it is encoded and sent. */
export interface PersonalMail<B> {
  to: string;
  subject: string;
  messageId: string;
  /** The fields that a link to unsubscribe needs; none: there is no link. */
  unsubscribe: readonly Field[];
  /** What `prepare` made of the texts in the recipient's language, and the values that fill it in. */
  body: B;
  variables: LeasedRecipient['variables'];
  system: SystemValues;
}

interface Preparation<B> {
  linkFor: LinkFor | null;
  links: CampaignLinks | null;
  prepare: (texts: Pick<EmailTexts, 'text' | 'html'>) => B;
}

/** Prepares a campaign's mail once, for a sender. */
export function personalMails<B>(
  { campaignId, content, email, watermark }: CampaignMail,
  origin: Origin,
  { linkFor, links, prepare }: Preparation<B>,
): (recipient: Pick<LeasedRecipient, 'address' | 'variables'>, sent: SentMail) => PersonalMail<B> | NoMail {
  const { postalAddress, footerLanguage = languages[0] } = origin;
  const preparedIn = oncePerLanguage((language) => {
    const footer = { watermark, postalAddress, language, hasLink: linkFor !== null };
    const { subject, isTooLong, ...texts } = emailTexts(
      { subject: content.subject, email },
      footer,
      links?.counters,
    );
    return { subject, isTooLong, body: prepare(texts) };
  });
  return ({ address, variables }, { messageId, deliveryId = '' }) => {
    const parsed = parseEmail(address);
    if (!parsed.ok) return 'INVALID_ADDRESS';
    const to = parsed.address;
    const language = languageOf(variables);
    const { subject, isTooLong, body } = preparedIn(language ?? footerLanguage);
    const link = linkFor?.(to, language);
    const system: SystemValues = {
      ...(link !== undefined && { [UNSUBSCRIBE_URL]: link }),
      ...links?.valuesFor?.(deliveryId),
    };
    if (isTooLong(variables, system)) return 'MESSAGE_TOO_BIG';
    const title = subject.render(variables);
    if (title.trim() === '') return 'EMPTY_SUBJECT';
    return {
      to,
      subject: title,
      messageId: messageId ?? messageIdOf(campaignId, to, origin.domain),
      unsubscribe: link === undefined ? [] : unsubscribeFields(link),
      ...{ body, variables, system },
    };
  };
}

/** The same for every attempt of a delivery, so that a repeated mail can be recognized. */
export function messageIdOf(campaignId: string, address: string, domain: string): string {
  return `<${hash('sha256', `${campaignId}\0EMAIL\0${address}`, 'hex').slice(0, 40)}@${domain}>`;
}

/** List-Id: RFC 2919, one list per user. Feedback-ID: Gmail's, campaign:user:channel:sender. */
export function listFields(
  { campaignId }: Pick<CampaignMail, 'campaignId'>,
  { userId, domain }: Origin,
): readonly Field[] {
  return [
    ['List-Id', `<${userId}.carillon.${domain}>`],
    ['Feedback-ID', `${campaignId}:${userId}:email:carillon`],
  ];
}

/**
 * RFC 2369 §3.2 and RFC 8058 §3.1. A link cannot be broken, so its line may be longer than 78 characters, but not
 * than 998. It stands on the field's first line: an empty one breaks signatures (nodemailer, issue 1654).
 */
function unsubscribeFields(link: string): readonly Field[] {
  return [
    ['List-Unsubscribe', `<${link}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ];
}

/** Most campaigns have recipients of one language: what the others need is made when the first of them is written to. */
function oncePerLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const fresh = make(language);
    made.set(language, fresh);
    return fresh;
  };
}
