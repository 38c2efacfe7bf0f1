import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';
import { bounceReceiverConfig } from './config';
import { MailReceiver } from './mail-receiver';
import { ReceiveReturned } from './receive-returned';

/** Takes mails that come back by SMTP and LMTP, and tells the dispatcher which deliveries they are. */
@Module({
  imports: [PlatformModule.forService('bounce-receiver', { config: bounceReceiverConfig })],
  providers: [ReceiveReturned, MailReceiver],
})
export class BounceReceiverModule {}
