import { dirname, join } from 'node:path';
import { runWorker } from '@carillon/channel';
import { runService } from '@carillon/platform';
import { emailWorkerConfig } from '../../../apps/email-worker/src/config';
import { EmailWorkerModule } from '../../../apps/email-worker/src/email-worker.module';
import { EmailProvidersModule, emailProviders } from '../../../apps/email-worker/src/providers.module';
import { SmtpProvider } from '../../../apps/email-worker/src/smtp/smtp-provider';
import { SmsWorkerModule } from '../../../apps/sms-worker/src/sms-worker.module';
import { TwilioProvider } from '../../../apps/sms-worker/src/twilio/twilio-provider';
import { runOneProcess } from '../../../tools/one-process/src/run-one-process';
import { DEADLY_REPLY } from '../recorder/mail-recorder';
import { patch } from '../mutants/patch';
import { DEADLY } from '../recorder/provider-recorder';

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('This process should have ended');
}

function dieOfMails(): void {
  patch(
    SmtpProvider.prototype,
    'send',
    (send) =>
      async function (this: SmtpProvider, ...request) {
        const result = await send.apply(this, request);
        return result.kind !== 'sent' && result.code === DEADLY_REPLY ? die() : result;
      },
  );
}

function dieOfTexts(): void {
  patch(
    TwilioProvider.prototype,
    'send',
    (send) =>
      async function (this: TwilioProvider, ...request) {
        const result = await send.apply(this, request);
        return result.kind === 'unknown' && result.code === String(DEADLY) ? die() : result;
      },
  );
}

const isolated = { module: EmailProvidersModule, providers: emailProviders, config: emailWorkerConfig };

/**
 * Runs a worker, its isolated process, or all services in one process. It crashes on one of the provider's replies.
 */
function main(service = 'sms-worker'): void {
  const [, file = '', role] = process.argv;
  if (service !== 'sms-worker') dieOfMails();
  if (service !== 'email-worker') dieOfTexts();
  if (service === 'sms-worker') void runService('sms-worker', SmsWorkerModule);
  else if (service === 'email-worker' || role !== undefined)
    void runWorker('email-worker', EmailWorkerModule, isolated);
  else void runOneProcess({ threads: join(dirname(file), '../../../apps/campaign'), isolated: file });
}

main(process.env.CHAOS_SERVICE);
