import { hash } from 'node:crypto';
import { parseRecipientEmail } from '@carillon/address';
import type { Files } from '@carillon/channel';
import {
  type EmailTexts,
  type SystemValues,
  UNSUBSCRIBE_URL,
  emailTexts,
  languageOf,
} from '@carillon/content';
import {
  type AnalyzedEmail,
  type Language,
  type LeasedRecipient,
  type PublishedContent,
  type SentContent,
  languages,
  textsIn,
} from '@carillon/contracts';
import type { CampaignLinks } from '../unsubscribe/counted-links';
import type { DeliveryNames, LinkFor } from '../unsubscribe/unsubscribe-links';
import type { Sender } from './sender';

/** Why a recipient gets no email. These reasons are permanent. */
export type NoMail = 'INVALID_ADDRESS' | 'MESSAGE_TOO_BIG' | 'EMPTY_SUBJECT' | 'ATTACHMENT_MISSING';

/** The parts of a campaign that its emails contain. */
export type CampaignMail = Pick<PublishedContent, 'campaignId' | 'watermark'> & {
  content: SentContent;
  email: AnalyzedEmail;
  /** Absent: none are needed. */
  files?: Files;
};

/** The delivery of an email, and the identifiers in the email. */
export type SentMail = DeliveryNames & { deliveryId?: string };

/** A header field: its name, and its value in ASCII. */
export type Field = readonly [name: string, value: string];

/** The part of a sender that its emails contain. */
export type Origin = Pick<Sender, 'userId' | 'domain' | 'postalAddress' | 'footerLanguage'>;

/** One recipient's email, before it is encoded. */
export interface PersonalMail<B> {
  to: string;
  subject: string;
  messageId: string;
  /** The header fields of the unsubscribe link. Empty without a link. */
  unsubscribe: readonly Field[];
  /** The result of `prepare` for the recipient's language, followed by the values for rendering it. */
  body: B;
  variables: LeasedRecipient['variables'];
  system: SystemValues;
}

interface Preparation<B> {
  linkFor: LinkFor | null;
  links: CampaignLinks | null;
  prepare: (texts: Pick<EmailTexts, 'text' | 'html'>) => B;
}

/** Prepares a campaign's email once for a sender. */
export function personalMails<B>(
  { campaignId, content, email, watermark }: CampaignMail,
  origin: Origin,
  { linkFor, links, prepare }: Preparation<B>,
): (recipient: Pick<LeasedRecipient, 'address' | 'variables'>, sent: SentMail) => PersonalMail<B> | NoMail {
  const { postalAddress, footerLanguage = languages[0] } = origin;
  const preparedIn = oncePerLanguage((language) => {
    const footer = { watermark, postalAddress, language, hasLink: linkFor !== null };
    const { subject, isTooLong, ...texts } = emailTexts(
      { subject: textsIn(content).subject, email },
      footer,
      links?.counters,
    );
    return { subject, isTooLong, body: prepare(texts) };
  });
  return ({ address, variables }, { messageId, deliveryId = '' }) => {
    const parsed = parseRecipientEmail(address);
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

/** Every attempt of a delivery has the same value, so that a repeated email can be recognized. */
export function messageIdOf(campaignId: string, address: string, domain: string): string {
  return `<${hash('sha256', `${campaignId}\0EMAIL\0${address}`, 'hex').slice(0, 40)}@${domain}>`;
}

/** List-Id: RFC 2919, one list per user. Feedback-ID: Gmail's format, campaign:user:channel:sender. */
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
 * RFC 2369 §3.2 and RFC 8058 §3.1. A link can't be folded, so its line may be longer than 78 characters, but not longer
 * than 998. The link is on the field's first line, because an empty first line breaks signatures (nodemailer, issue
 * 1654).
 */
function unsubscribeFields(link: string): readonly Field[] {
  return [
    ['List-Unsubscribe', `<${link}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ];
}

/**
 * Prepares each language when the first recipient needs it, because most campaigns have recipients of only one
 * language.
 */
function oncePerLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const prepared = new Map<Language, T>();
  return (language) => {
    const known = prepared.get(language);
    if (known !== undefined) return known;
    const fresh = make(language);
    prepared.set(language, fresh);
    return fresh;
  };
}
