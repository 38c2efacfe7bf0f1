import { FinishLeases } from '@carillon/channel';
import type { TwilioWorker } from '@carillon/testing/workers';
import { WhatsappWorkerModule } from '../src/whatsapp-worker.module';

export const worker: TwilioWorker = {
  channel: 'WHATSAPP',
  name: 'WhatsApp',
  module: WhatsappWorkerModule,
  finisher: FinishLeases,
  leasesVariable: 'WHATSAPP_LEASES',
  onWire: (phone) => `whatsapp:${phone}`,
};
