import { runWorker } from '@carillon/channel';
import { emailWorkerConfig } from './config';
import { EmailWorkerModule } from './email-worker.module';
import { SmtpModule } from './smtp.module';
import { SmtpProvider } from './smtp/smtp-provider';

void runWorker('email-worker', EmailWorkerModule, {
  module: SmtpModule,
  provider: SmtpProvider,
  config: emailWorkerConfig,
});
