import { Module } from '@nestjs/common';
import { PlatformModule } from '@carillon/platform';
import { mailboxPollerConfig } from './config';
import { PollMailboxes } from './poll-mailboxes';

/** Reads mailboxes that receive bounces over IMAP, and reports the affected deliveries to the dispatcher. */
@Module({
  imports: [PlatformModule.forService('mailbox-poller', { config: mailboxPollerConfig })],
  providers: [PollMailboxes],
})
export class MailboxPollerModule {}
