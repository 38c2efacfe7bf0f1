import { randomBytes } from 'node:crypto';
import type { EmailTexts, SystemValues } from '@carillon/content';
import type { Files } from '@carillon/channel';
import type { Attachment, LeasedRecipient, MailProvider } from '@carillon/contracts';
import { DELIVERY_HEADER, TOKEN_NAME } from '@carillon/feedback';
import { type Mail, MailContent, SharedPart } from '@carillon/smtp';
import type { CampaignLinks } from '../unsubscribe/counted-links';
import type { LinkFor } from '../unsubscribe/unsubscribe-links';
import { attachmentPart } from './attachment-part';
import { bodyPart } from './body-part';
import { mailboxField, textField } from './header-field';
import { BLANK_LINE, type BodyContent, type MailParts } from './mail-parts';
import {
  type CampaignMail,
  type Field,
  type NoMail,
  type SentMail,
  listFields,
  personalMails,
} from './personal-mail';
import { type Sender, sentAs } from './sender';
import type { MailSigner } from './sign-mail';

/** Composes one recipient's email. */
export type ComposeMail = (
  recipient: Pick<LeasedRecipient, 'address' | 'variables'>,
  at: Date,
  /** Absent: the email isn't a delivery, and its bounces go to the sender's bounce address. */
  sent?: SentMail,
) => Mail | NoMail;

/**
 * Prepares a campaign's email once for a sender, and encodes the parts that all recipients share. Without `linkFor`,
 * the email has no unsubscribe link, because its recipient isn't a subscriber. Without `links`, opens and clicks aren't
 * counted. The footer is in the recipient's language, or else in the sender's language.
 */
export function composeMail(
  campaign: CampaignMail,
  ownSender: Sender,
  linkFor: LinkFor | null,
  links: CampaignLinks | null = null,
): ComposeMail {
  const compose = composeParts(campaign, ownSender, linkFor, links);
  return (recipient, at, sent) => {
    const parts = compose(recipient, at, sent);
    if (typeof parts === 'string') return parts;
    const content = new MailContent().add(parts.sharedFields).add(parts.fields + BLANK_LINE);
    parts.addBody(content);
    return mailOf(parts, content);
  };
}

/** Composes one recipient's email, and signs it. */
export type ComposeSignedMail = (...of: Parameters<ComposeMail>) => NoMail | Promise<Mail>;

/** Like `composeMail`. The emails have a signature of each key. */
export function composeSignedMail(
  campaign: CampaignMail,
  sender: Sender,
  linkFor: LinkFor | null,
  links: CampaignLinks | null,
  signer: MailSigner,
): ComposeSignedMail {
  const compose = composeParts(campaign, sender, linkFor, links);
  return (recipient, at, sent) => {
    const parts = compose(recipient, at, sent);
    return typeof parts === 'string'
      ? parts
      : signer.contentOf(parts, at).then((content) => mailOf(parts, content));
  };
}

function mailOf({ from, to }: MailParts, content: MailContent): Mail {
  return { envelope: { from, to, size: content.size }, content };
}

function composeParts(
  campaign: CampaignMail,
  ownSender: Sender,
  linkFor: LinkFor | null,
  links: CampaignLinks | null,
): (...of: Parameters<ComposeMail>) => MailParts | NoMail {
  const sender = sentAs(ownSender, campaign.content);
  const attached = attachedParts(campaign);
  if (attached === null) return () => 'ATTACHMENT_MISSING';
  const prepare = (texts: Pick<EmailTexts, 'text' | 'html'>) => composeBody(texts, attached);
  const personalize = personalMails(campaign, sender, { linkFor, links, prepare });
  const fixed = fixedFields(campaign, sender);
  const sharedFields = everySecond(
    (at) => new SharedPart(`Date: ${at.toUTCString().replace('GMT', '+0000')}\r\n${fixed}`),
  );
  const feedback = sender.feedbackProvider && feedbackFields[sender.feedbackProvider];
  return (recipient, at, sent = {}) => {
    const mail = personalize(recipient, sent);
    if (typeof mail === 'string') return mail;
    const { returnPath = sender.bounceAddress, token } = sent;
    const { contentType, addBody } = mail.body;
    return {
      from: returnPath,
      to: mail.to,
      sharedFields: sharedFields(at),
      fields:
        mailboxField('To', mail.to) +
        textField('Subject', mail.subject) +
        `Message-ID: ${mail.messageId}\r\n` +
        (feedback === undefined || token === undefined ? '' : feedback(token)) +
        lines(mail.unsubscribe) +
        contentType,
      addBody: (content) => addBody(content, mail.variables, mail.system),
    };
  };
}

/**
 * The fields that a provider repeats in its webhooks (libs/feedback/src/webhooks reads them). A token consists of
 * letters, digits, - and _. SES repeats tags in published events, and repeats fields in notifications that include the
 * original headers. https://docs.aws.amazon.com/ses/latest/dg/event-publishing-send-email.html,
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

function fixedFields(campaign: CampaignMail, sender: Sender): string {
  return (
    mailboxField('From', sender.address, sender.name) +
    (sender.replyTo === undefined ? '' : mailboxField('Reply-To', sender.replyTo)) +
    lines(listFields(campaign, sender)) +
    'MIME-Version: 1.0\r\n'
  );
}

function lines(fields: readonly Field[]): string {
  let text = '';
  for (const [name, value] of fields) text += `${name}: ${value}\r\n`;
  return text;
}

/** The body of an email. */
interface ComposedBody {
  /** The header field that describes the body. */
  contentType: string;
  /** Adds one recipient's body to the content of an email. */
  addBody: (content: BodyContent, variables: LeasedRecipient['variables'], system: SystemValues) => void;
}

/** The attached files of all emails, after the texts. Each file, like the text, begins with the boundary. */
interface AttachedParts {
  boundary: string;
  files: SharedPart;
}

/** The encoded files, which the emails of a campaign in all languages share. */
const encoded = new WeakMap<Files, AttachedParts | null>();

/** RFC 2046 §5.1.3. Undefined: no files are attached. Null: a file was deleted. */
function attachedParts({
  content: { attachments = [] },
  files = {},
}: CampaignMail): AttachedParts | null | undefined {
  if (attachments.length === 0) return undefined;
  const known = encoded.get(files);
  if (known !== undefined) return known;
  const parts = encodedParts(attachments, files);
  encoded.set(files, parts);
  return parts;
}

function encodedParts(attachments: readonly Attachment[], files: Files): AttachedParts | null {
  const boundary = newBoundary();
  let parts = '';
  for (const attachment of attachments) {
    const base64 = files[attachment.token];
    if (base64 === undefined) return null;
    parts += `--${boundary}\r\n${attachmentPart(attachment, base64)}`;
  }
  return { boundary, files: new SharedPart(`${parts}--${boundary}--\r\n`) };
}

/** No encoded text or file contains `=_`, so no part contains the boundary. */
function newBoundary(): string {
  return `=_${randomBytes(18).toString('base64url')}`;
}

/** Text and HTML as alternatives (RFC 2046 §5.1.4), and the attached files. */
function composeBody(
  { text, html }: Pick<EmailTexts, 'text' | 'html'>,
  attached: AttachedParts | undefined,
): ComposedBody {
  const textPart = bodyPart('text/plain', text);
  const htmlPart = bodyPart('text/html', html);
  const boundary = newBoundary();
  const alternative = multipart('alternative', boundary);
  const before = attached ? `--${attached.boundary}\r\n${alternative}\r\n` : '';
  const beforeText = `${before}--${boundary}\r\n${textPart.fields}\r\n`;
  const beforeHtml = `\r\n--${boundary}\r\n${htmlPart.fields}\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const parts = [beforeText, ...textPart.body, beforeHtml, ...htmlPart.body, end].map((part) =>
    typeof part === 'string' ? new SharedPart(part) : part,
  );
  return {
    contentType: attached ? multipart('mixed', attached.boundary) : alternative,
    addBody: (content, variables, system) => {
      for (const part of parts) content.add(typeof part === 'function' ? part(variables, system) : part);
      if (attached) content.end(attached.files);
    },
  };
}

function multipart(subtype: string, boundary: string): string {
  return `Content-Type: multipart/${subtype};\r\n boundary="${boundary}"\r\n`;
}

/** Caches the result for the current second. */
function everySecond<T>(make: (at: Date) => T): (at: Date) => T {
  let second = NaN;
  let value: T | undefined;
  return (at) => {
    const now = Math.floor(at.getTime() / 1_000);
    if (value === undefined || now !== second) value = make(at);
    second = now;
    return value;
  };
}
