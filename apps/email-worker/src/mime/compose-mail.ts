import { hash, randomBytes } from 'node:crypto';
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
  type MailProvider,
  type PublishedContent,
  type SentContent,
  languages,
} from '@carillon/contracts';
import { DELIVERY_HEADER, TOKEN_NAME } from '@carillon/feedback';
import type { Mail } from '@carillon/smtp';
import type { CampaignLinks } from '../unsubscribe/counted-links';
import type { DeliveryNames, LinkFor } from '../unsubscribe/unsubscribe-links';
import { type BodyPart, Content, bodyPart } from './body-part';
import { mailboxField, textField } from './header-field';
import type { Sender } from './sender';

/** Why a recipient gets no email: permanent reasons. */
type NoMail = 'INVALID_ADDRESS' | 'MESSAGE_TOO_BIG' | 'EMPTY_SUBJECT';

/** Fills in a recipient's values. */
export type ComposeMail = (
  recipient: Pick<LeasedRecipient, 'address' | 'variables'>,
  at: Date,
  /** Absent: the email is not a delivery, and returns to the sender's bounce address. */
  sent?: DeliveryNames & { deliveryId?: string },
) => Mail | NoMail;

type Campaign = Pick<PublishedContent, 'campaignId' | 'watermark'> & {
  content: Pick<SentContent, 'subject' | 'fromName' | 'replyTo'>;
  email: CompiledEmail;
};

/**
 * Prepares a campaign's email once for a sender, and encodes the parts that all recipients share. Without `linkFor`,
 * the email has no unsubscribe link, because its recipient isn't a subscriber. Without `links`, opens and clicks aren't
 * counted. The footer is in the recipient's language, otherwise in the sender's.
 */
export function composeMail(
  campaign: Campaign,
  sender: Sender,
  linkFor: LinkFor | null,
  links: CampaignLinks | null = null,
): ComposeMail {
  const { campaignId, content, email, watermark } = campaign;
  const { postalAddress, footerLanguage = languages[0] } = sender;
  const encodedIn = oncePerLanguage((language) => {
    const footer = { watermark, postalAddress, language, hasLink: linkFor !== null };
    const { subject, isTooLong, ...body } = emailTexts(
      { subject: content.subject, email },
      footer,
      links?.counters,
    );
    return { subject, isTooLong, fillBody: composeBody(body) };
  });
  const fixed = fixedFields(campaign, sender);
  const dateField = everySecond((at) => `Date: ${at.toUTCString().replace('GMT', '+0000')}\r\n`);
  const feedback = sender.feedbackProvider && feedbackFields[sender.feedbackProvider];
  return ({ address, variables }, at, sent = {}) => {
    const { returnPath = sender.bounceAddress, token, deliveryId = '' } = sent;
    const parsed = parseEmail(address);
    if (!parsed.ok) return 'INVALID_ADDRESS';
    const to = parsed.address;
    const language = languageOf(variables);
    const { subject, isTooLong, fillBody } = encodedIn(language ?? footerLanguage);
    const link = linkFor?.(to, language);
    const system: SystemValues = {
      ...(link !== undefined && { [UNSUBSCRIBE_URL]: link }),
      ...links?.valuesFor?.(deliveryId),
    };
    if (isTooLong(variables, system)) return 'MESSAGE_TOO_BIG';
    const title = subject.render(variables);
    if (title.trim() === '') return 'EMPTY_SUBJECT';
    const mail = new Content();
    mail.addPlain(
      dateField(at) +
        fixed +
        mailboxField('To', to) +
        textField('Subject', title) +
        `Message-ID: ${sent.messageId ?? messageId(campaignId, to, sender.domain)}\r\n` +
        (feedback === undefined || token === undefined ? '' : feedback(token)) +
        (link === undefined ? '' : unsubscribeFields(link)),
    );
    fillBody(mail, variables, system);
    const size = mail.text.length - mail.dots;
    return { envelope: { from: returnPath, to, size }, content: mail.text };
  };
}

/** The same for every attempt of a delivery, so that a repeated mail can be recognized. */
export function messageId(campaignId: string, address: string, domain: string): string {
  return `<${hash('sha256', `${campaignId}\0EMAIL\0${address}`, 'hex').slice(0, 40)}@${domain}>`;
}

/**
 * RFC 2369 §3.2 and RFC 8058 §3.1. A link can't be broken, so its line can be longer than 78 characters, but not than
 * 998. It is on the field's first line, because an empty one breaks signatures (nodemailer, issue 1654).
 */
function unsubscribeFields(link: string): string {
  return `List-Unsubscribe: <${link}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`;
}

/**
 * The fields that a provider repeats in its webhooks (libs/feedback/src/webhooks reads them); a token is letters, digits, - and _.
 * SES repeats tags in events that it publishes, and fields in notifications that are to contain them.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-send-email.html,
 * https://www.twilio.com/docs/sendgrid/for-developers/sending-email/unique-arguments,
 * https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-smtp,
 * https://postmarkapp.com/support/article/1125-custom-metadata-faq
 */
const feedbackFields: Readonly<Record<MailProvider, (token: string) => string>> = {
  SES: (token) => `X-SES-MESSAGE-TAGS: ${TOKEN_NAME}=${token}\r\n${DELIVERY_HEADER}: ${token}\r\n`,
  SENDGRID: (token) => `X-SMTPAPI: {"unique_args":{"${TOKEN_NAME}":"${token}"}}\r\n`,
  MAILGUN: (token) => `X-Mailgun-Variables: {"${TOKEN_NAME}":"${token}"}\r\n`,
  POSTMARK: (token) => `X-PM-Metadata-${TOKEN_NAME}: ${token}\r\n`,
};

/** List-Id: RFC 2919, one list per user. Feedback-ID: Gmail's, campaign:user:channel:sender. */
function fixedFields({ campaignId, content }: Campaign, sender: Sender): string {
  const replyTo = content.replyTo ?? sender.replyTo;
  return (
    mailboxField('From', sender.address, content.fromName ?? sender.name) +
    (replyTo === undefined ? '' : mailboxField('Reply-To', replyTo)) +
    `List-Id: <${sender.userId}.carillon.${sender.domain}>\r\n` +
    `Feedback-ID: ${campaignId}:${sender.userId}:email:carillon\r\n` +
    'MIME-Version: 1.0\r\n'
  );
}

/** Text and HTML as alternatives, RFC 2046 §5.1.4. `=_` is in no encoded text, so the boundary is in no body. */
function composeBody({ text, html }: Pick<EmailTexts, 'text' | 'html'>): BodyPart['fill'] {
  const textPart = bodyPart('text/plain', text);
  const htmlPart = bodyPart('text/html', html);
  const boundary = `=_${randomBytes(18).toString('base64url')}`;
  const beforeText =
    `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n` +
    `--${boundary}\r\n${textPart.fields}\r\n`;
  const beforeHtml = `\r\n--${boundary}\r\n${htmlPart.fields}\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  return (content, variables, system) => {
    content.addPlain(beforeText);
    textPart.fill(content, variables, system);
    content.addPlain(beforeHtml);
    htmlPart.fill(content, variables, system);
    content.addPlain(end);
  };
}

/**
 * Most campaigns have recipients of one language. Other languages are prepared when the first of their recipients is
 * sent to.
 */
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

/** Caches the result for the current second. */
function everySecond(make: (at: Date) => string): (at: Date) => string {
  let second = NaN;
  let made = '';
  return (at) => {
    const now = Math.floor(at.getTime() / 1_000);
    if (now !== second) made = make(at);
    second = now;
    return made;
  };
}
