import type { Feature } from '@carillon/mongo';
import { MailWebhooksController } from './mail-webhooks.controller';
import { PhoneWebhooksController } from './phone-webhooks.controller';
import { TwilioCallbacksController } from './twilio-callbacks.controller';
import { CallbackVerifications } from './callback-verifications';
import { CheckCallback } from './check-callback';
import { ReceiveCallbacks } from './receive-callbacks';
import { ReceiveWebhook } from './receive-webhook';
import { SenderVerifyTokens } from './sender-verify-tokens';

export { SenderVerifyTokens } from './sender-verify-tokens';

/** Provider reports and inbound messages. */
export const callbacks: Feature = {
  controllers: [TwilioCallbacksController, MailWebhooksController, PhoneWebhooksController],
  providers: [CallbackVerifications, CheckCallback, ReceiveCallbacks, ReceiveWebhook, SenderVerifyTokens],
};
