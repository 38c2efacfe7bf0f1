import { runWorker } from '@carillon/channel';
import { runService } from '@carillon/platform';
import { emailWorkerConfig } from '../../../apps/email-worker/src/config';
import { EmailWorkerModule } from '../../../apps/email-worker/src/email-worker.module';
import { EmailProvidersModule, emailProviders } from '../../../apps/email-worker/src/providers.module';
import { SmtpProvider } from '../../../apps/email-worker/src/smtp/smtp-provider';
import { SmsWorkerModule } from '../../../apps/sms-worker/src/sms-worker.module';
import { TwilioProvider } from '../../../apps/sms-worker/src/twilio/twilio-provider';
import { DEADLY_REPLY } from '../recorder/mail-recorder';
import { patch } from '../mutants/patch';
import { DEADLY } from '../recorder/provider-recorder';

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('This process should have ended');
}

/** Runs a worker, or its isolated process, that crashes on one of the provider's replies. */
function main(service = 'sms-worker'): void {
  if (service === 'email-worker') {
    patch(
      SmtpProvider.prototype,
      'send',
      (send) =>
        async function (this: SmtpProvider, ...request) {
          const result = await send.apply(this, request);
          return result.kind !== 'sent' && result.code === DEADLY_REPLY ? die() : result;
        },
    );
    const isolated = {
      module: EmailProvidersModule,
      providers: emailProviders,
      config: emailWorkerConfig,
    };
    void runWorker('email-worker', EmailWorkerModule, isolated);
  } else {
    patch(
      TwilioProvider.prototype,
      'send',
      (send) =>
        async function (this: TwilioProvider, ...request) {
          const result = await send.apply(this, request);
          return result.kind === 'unknown' && result.code === String(DEADLY) ? die() : result;
        },
    );
    void runService('sms-worker', SmsWorkerModule);
  }
}

main(process.env.CHAOS_SERVICE);
