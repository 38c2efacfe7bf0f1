import { Module } from '@nestjs/common';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';
import { CompileMail } from './compile-mail';
import { ConnectionPools } from './connection-pools';
import { SendMail } from './send-mail';
import { SmtpProvider } from './smtp-provider';

/** Email's way to its provider. */
@Module({
  providers: [SmtpProvider, SendMail, CompileMail, ConnectionPools, UnsubscribeLinks],
  exports: [SmtpProvider],
})
export class SmtpModule {}
