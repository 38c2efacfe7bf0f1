import type { MailFeedbackSource, MailProvider } from '@carillon/contracts';
import { mailgunSource } from './mailgun';
import { postmarkSource } from './postmark';
import { sendgridSource } from './sendgrid';
import { sesSource } from './ses';

/** The providers of mail whose webhooks are understood. Each call makes caches of its own. */
export function mailFeedbackSources(): Readonly<Record<MailProvider, MailFeedbackSource>> {
  return {
    SES: sesSource(),
    SENDGRID: sendgridSource(),
    MAILGUN: mailgunSource(),
    POSTMARK: postmarkSource(),
  };
}
