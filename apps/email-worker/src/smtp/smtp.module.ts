import { Module } from '@nestjs/common';
import { ConnectionPools } from './connection-pools';
import { SendMail } from './send-mail';
import { SmtpProvider } from './smtp-provider';

/** Email's way to its provider. */
@Module({ providers: [SmtpProvider, SendMail, ConnectionPools], exports: [SmtpProvider] })
export class SmtpModule {}
