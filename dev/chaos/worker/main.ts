import { runService } from '@carillon/platform';
import { SmsProvider } from '../../../apps/sms-worker/src/sms-provider';
import { SmsWorkerModule } from '../../../apps/sms-worker/src/sms-worker.module';
import { patch } from '../mutants/patch';
import { DEADLY } from '../recorder/provider-recorder';

patch(
  SmsProvider.prototype,
  'send',
  (send) =>
    async function (this: SmsProvider, ...request) {
      const result = await send.apply(this, request);
      if (result.kind === 'unknown' && result.code === String(DEADLY)) process.kill(process.pid, 'SIGKILL');
      return result;
    },
);

void runService('sms-worker', SmsWorkerModule);
