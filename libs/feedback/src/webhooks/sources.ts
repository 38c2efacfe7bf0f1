import type { MailFeedbackSource, MailProvider } from '@carillon/contracts';
import { mailgunSource } from './mailgun';
import { postmarkSource } from './postmark';
import { sendgridSource } from './sendgrid';
import { sesSource } from './ses';

/** The mail providers whose webhooks are supported. Each call creates its own caches. */
export function mailFeedbackSources(): Readonly<Record<MailProvider, MailFeedbackSource>> {
  return {
    SES: sesSource(),
    SENDGRID: sendgridSource(),
    MAILGUN: mailgunSource(),
    POSTMARK: postmarkSource(),
  };
}
