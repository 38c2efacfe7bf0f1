import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';
import { bounceReceiverConfig } from './config';
import { MailReceiver } from './mail-receiver';
import { ReceiveReturned } from './receive-returned';

/** Receives returned email over SMTP and LMTP, and reports the affected deliveries to the dispatcher. */
@Module({
  imports: [PlatformModule.forService('bounce-receiver', { config: bounceReceiverConfig })],
  providers: [ReceiveReturned, MailReceiver],
})
export class BounceReceiverModule {}
