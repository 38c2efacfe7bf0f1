import { runService } from '@carillon/platform';
import { MailboxPollerModule } from './mailbox-poller.module';

void runService('mailbox-poller', MailboxPollerModule);
