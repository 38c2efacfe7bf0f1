import type { Feature } from '@carillon/platform';
import { TwilioCallbacksController } from './twilio-callbacks.controller';
import { CallbackVerifications } from './callback-verifications';
import { CheckCallback } from './check-callback';
import { ReceiveCallbacks } from './receive-callbacks';

/** What providers report, and what people write back. */
export const callbacks: Feature = {
  controllers: [TwilioCallbacksController],
  providers: [CallbackVerifications, CheckCallback, ReceiveCallbacks],
};
