import { Module } from '@nestjs/common';
import { ConnectionPools } from './smtp/connection-pools';
import { SmtpProvider } from './smtp/smtp-provider';
import { CountedLinks } from './unsubscribe/counted-links';
import { ReturnPaths, UnsubscribeLinks } from './unsubscribe/unsubscribe-links';

/** Provides the email provider. */
@Module({
  providers: [SmtpProvider, ConnectionPools, UnsubscribeLinks, ReturnPaths, CountedLinks],
  exports: [SmtpProvider],
})
export class SmtpModule {}
