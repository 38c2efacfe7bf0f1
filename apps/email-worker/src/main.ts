import { runWorker } from '@carillon/channel';
import { emailWorkerConfig } from './config';
import { EmailWorkerModule } from './email-worker.module';
import { EmailProvidersModule, emailProviders } from './providers.module';

void runWorker('email-worker', EmailWorkerModule, {
  module: EmailProvidersModule,
  providers: emailProviders,
  config: emailWorkerConfig,
});
