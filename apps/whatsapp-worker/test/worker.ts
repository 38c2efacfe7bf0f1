import { FinishHands } from '@carillon/channel';
import type { TwilioWorker } from '@carillon/testing';
import { WhatsappWorkerModule } from '../src/whatsapp-worker.module';

export const worker: TwilioWorker = {
  channel: 'WHATSAPP',
  name: 'WhatsApp',
  module: WhatsappWorkerModule,
  finisher: FinishHands,
  handsVariable: 'WHATSAPP_HANDS',
  onWire: (phone) => `whatsapp:${phone}`,
};
