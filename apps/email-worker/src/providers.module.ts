import type { ProviderTypes } from '@carillon/channel';
import { Module } from '@nestjs/common';
import { ApiMails } from './apis/api-mails';
import { MailgunProvider, PostmarkProvider, SendgridProvider, SesProvider } from './apis/mail-api-providers';
import { HttpEmailProvider } from './http/http-provider';
import { ConnectionPools } from './smtp/connection-pools';
import { SmtpProvider } from './smtp/smtp-provider';
import { CountedLinks } from './unsubscribe/counted-links';
import { ReturnPaths, UnsubscribeLinks } from './unsubscribe/unsubscribe-links';

/**
 * The providers of email. To add a provider, add a folder and a row here. Its settings are in the table of channels.
 */
export const emailProviders: ProviderTypes<'EMAIL'> = {
  SMTP: SmtpProvider,
  HTTP: HttpEmailProvider,
  SES: SesProvider,
  SENDGRID: SendgridProvider,
  MAILGUN: MailgunProvider,
  POSTMARK: PostmarkProvider,
};

const types = Object.values(emailProviders);

@Module({
  providers: [...types, ConnectionPools, UnsubscribeLinks, ReturnPaths, CountedLinks, ApiMails],
  exports: types,
})
export class EmailProvidersModule {}
