import type { Environment, ServiceProgram, StopPhases } from '@carillon/platform';
import { AccountModule } from '../../../apps/account/src/account.module';
import { BounceReceiverModule } from '../../../apps/bounce-receiver/src/bounce-receiver.module';
import { CampaignModule } from '../../../apps/campaign/src/campaign.module';
import { DispatcherModule } from '../../../apps/dispatcher/src/dispatcher.module';
import { EmailWorkerModule } from '../../../apps/email-worker/src/email-worker.module';
import { GatewayModule } from '../../../apps/gateway/src/gateway.module';
import { gatewayServer } from '../../../apps/gateway/src/server/http-server';
import { SmsWorkerModule } from '../../../apps/sms-worker/src/sms-worker.module';
import { SubscriberModule } from '../../../apps/subscriber/src/subscriber.module';
import { WebhookWorkerModule } from '../../../apps/webhook-worker/src/webhook-worker.module';
import { WhatsappWorkerModule } from '../../../apps/whatsapp-worker/src/whatsapp-worker.module';

/** These take on work, and finish it while the owners of data still answer. */
const first: readonly ServiceProgram[] = [
  { service: 'gateway', module: GatewayModule, http: gatewayServer },
  { service: 'email-worker', module: EmailWorkerModule },
  { service: 'whatsapp-worker', module: WhatsappWorkerModule },
  { service: 'sms-worker', module: SmsWorkerModule },
  { service: 'webhook-worker', module: WebhookWorkerModule },
  { service: 'bounce-receiver', module: BounceReceiverModule },
];

const last: readonly ServiceProgram[] = [
  { service: 'dispatcher', module: DispatcherModule },
  { service: 'campaign', module: CampaignModule },
  { service: 'subscriber', module: SubscriberModule },
  { service: 'account', module: AccountModule },
];

/** All services that the environment configures, in the order in which they stop. */
export async function configuredServices({
  BOUNCE_MAILBOXES = '',
  BOUNCE_MAILBOXES_FILE = '',
}: Environment): Promise<StopPhases> {
  if (`${BOUNCE_MAILBOXES}${BOUNCE_MAILBOXES_FILE}`.trim() === '') return [first, last];
  // Loads the IMAP client only if there is a mailbox.
  const { MailboxPollerModule } = await import('../../../apps/mailbox-poller/src/mailbox-poller.module');
  return [[...first, { service: 'mailbox-poller', module: MailboxPollerModule }], last];
}
