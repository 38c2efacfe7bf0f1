import { FinishLeases } from '@carillon/channel';
import type { TwilioWorker } from '@carillon/testing/workers';
import { SmsWorkerModule } from '../src/sms-worker.module';

export const worker: TwilioWorker = {
  channel: 'SMS',
  name: 'SMS',
  module: SmsWorkerModule,
  finisher: FinishLeases,
  leasesVariable: 'SMS_LEASES',
  onWire: (phone) => phone,
};
