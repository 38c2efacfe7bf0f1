import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';
import { mailboxPollerConfig } from './config';
import { PollMailboxes } from './poll-mailboxes';

/** Reads mailboxes that mails come back to, by IMAP, and tells the dispatcher which deliveries they are. */
@Module({
  imports: [PlatformModule.forService('mailbox-poller', { config: mailboxPollerConfig })],
  providers: [PollMailboxes],
})
export class MailboxPollerModule {}
