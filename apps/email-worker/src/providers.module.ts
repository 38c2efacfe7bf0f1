import type { ProviderTypes } from '@carillon/channel';
import { Module } from '@nestjs/common';
import { HttpEmailProvider } from './http/http-provider';
import { ConnectionPools } from './smtp/connection-pools';
import { SmtpProvider } from './smtp/smtp-provider';
import { CountedLinks } from './unsubscribe/counted-links';
import { ReturnPaths, UnsubscribeLinks } from './unsubscribe/unsubscribe-links';

/**
 * The providers of email. To add a provider, add a folder and a row here. Its settings are in the table of channels.
 */
export const emailProviders: ProviderTypes<'EMAIL'> = { SMTP: SmtpProvider, HTTP: HttpEmailProvider };

@Module({
  providers: [SmtpProvider, HttpEmailProvider, ConnectionPools, UnsubscribeLinks, ReturnPaths, CountedLinks],
  exports: [SmtpProvider, HttpEmailProvider],
})
export class EmailProvidersModule {}
